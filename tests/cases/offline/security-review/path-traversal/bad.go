package files

import (
	"archive/zip"
	"net/http"
	"os"
	"path/filepath"
)

func Serve(w http.ResponseWriter, r *http.Request) {
	http.ServeFile(w, r, filepath.Join("/srv/reports", r.URL.Query().Get("file"))) // expect: go-path-traversal
}

func Unpack(reader *zip.Reader, folder string) error {
	for _, entry := range reader.File {
		target := filepath.Join(folder, entry.Name) // expect: go-archive-entry-path
		if err := os.MkdirAll(target, 0o700); err != nil {
			return err
		}
	}
	return nil
}
