package image

import "os/exec"

func Thumbnail(file string) error {
	return exec.Command("convert", file, "thumb.png").Run()
}

func Uptime() ([]byte, error) {
	return exec.Command("sh", "-c", "uptime | cut -d, -f1").Output()
}
