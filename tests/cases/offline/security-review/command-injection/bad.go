package image

import "os/exec"

func Thumbnail(file string) error {
	return exec.Command("sh", "-c", "convert "+file+" thumb.png").Run() // expect: go-command-injection
}
