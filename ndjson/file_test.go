package ndjson_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/ndjson"
)

// TestCreateBeside checks that the file has the permissions of the file that it
// replaces, and otherwise those of any new file.
func TestCreateBeside(t *testing.T) {
	folder := t.TempDir()
	plain, private := filepath.Join(folder, "plain"), filepath.Join(folder, "private")
	for path, mode := range map[string]os.FileMode{plain: 0o666, private: 0o600} {
		file, err := os.OpenFile(path, os.O_CREATE, mode)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	for path, like := range map[string]string{filepath.Join(folder, "new"): plain, private: private} {
		file, err := ndjson.CreateBeside(path)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		got, want := permissions(t, file.Name()), permissions(t, like)
		if got != want || filepath.Dir(file.Name()) != folder {
			t.Errorf("%s for %s has %s, want %s", file.Name(), path, got, want)
		}
	}
	if _, err := ndjson.CreateBeside(filepath.Join(folder, "nowhere", "file")); err == nil {
		t.Error("a file in a folder that does not exist")
	}
}

func permissions(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

// TestWriteFile checks that the old file is kept if the new one cannot be
// completed.
func TestWriteFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.ndjson")
	whole := func(out io.Writer) error { _, err := fmt.Fprint(out, "whole"); return err }
	half := func(out io.Writer) error { fmt.Fprint(out, "half"); return errors.New("disk full") }
	if err := ndjson.WriteFile(file, whole); err != nil {
		t.Fatal(err)
	}
	if err := ndjson.WriteFile(file, half); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(file); string(text) != "whole" {
		t.Errorf("the file has %q, %v", text, err)
	}
	if left, _ := filepath.Glob(file + "?*"); len(left) > 0 {
		t.Errorf("left behind: %s", left)
	}
}

// TestWriteDevice checks that a device is written to, and that a link still leads to the
// file that was written.
func TestWriteDevice(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	whole := func(out io.Writer) error { _, err := fmt.Fprint(out, "whole"); return err }
	read, written, err := os.Pipe()
	if err = errors.Join(err, os.WriteFile(file, nil, 0o600), os.Symlink(file, link)); err != nil {
		t.Skip(err)
	}
	pipe := fmt.Sprintf("/dev/fd/%d", written.Fd())
	if _, err := os.Stat(pipe); err != nil {
		t.Skip(err)
	}
	if err := ndjson.WriteFile(pipe, whole); err != nil {
		t.Error(err)
	}
	written.Close()
	if text, _ := io.ReadAll(read); string(text) != "whole" {
		t.Errorf("the pipe has %q", text)
	}
	if err := ndjson.WriteFile(link, whole); err != nil {
		t.Error(err)
	}
	info, err := os.Lstat(link)
	if text, _ := os.ReadFile(file); string(text) != "whole" || err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the file has %q, the link is %v, %v", text, info, err)
	}
}
