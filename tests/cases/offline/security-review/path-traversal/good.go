package files

import (
	"archive/zip"
	"errors"
	"net/http"
	"os"
	"path/filepath"
)

func Serve(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("file")
	if !filepath.IsLocal(name) {
		http.NotFound(w, r)
		return
	}
	http.ServeFile(w, r, filepath.Join("/srv/reports", name))
}

func Unpack(reader *zip.Reader, folder string) error {
	for _, entry := range reader.File {
		if !filepath.IsLocal(entry.Name) {
			return errors.New("entry leaves the folder")
		}
		if err := os.MkdirAll(filepath.Join(folder, entry.Name), 0o700); err != nil {
			return err
		}
	}
	return nil
}
