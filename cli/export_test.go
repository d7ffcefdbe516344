package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReplaceFile checks that the old file is kept if the new one cannot be
// completed.
func TestReplaceFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.ndjson")
	whole := func(out io.Writer) error { _, err := fmt.Fprint(out, "whole"); return err }
	half := func(out io.Writer) error { fmt.Fprint(out, "half"); return errors.New("disk full") }
	if err := replaceFile(file, whole); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(file, half); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(file); string(text) != "whole" {
		t.Errorf("the file has %q, %v", text, err)
	}
	if left, _ := filepath.Glob(file + "?*"); len(left) > 0 {
		t.Errorf("left behind: %s", left)
	}
}

// TestReplaceDevice checks that a device is written to, and that a link still leads to the
// file that was written.
func TestReplaceDevice(t *testing.T) {
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
	if err := replaceFile(pipe, whole); err != nil {
		t.Error(err)
	}
	written.Close()
	if text, _ := io.ReadAll(read); string(text) != "whole" {
		t.Errorf("the pipe has %q", text)
	}
	if err := replaceFile(link, whole); err != nil {
		t.Error(err)
	}
	info, err := os.Lstat(link)
	if text, _ := os.ReadFile(file); string(text) != "whole" || err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the file has %q, the link is %v, %v", text, info, err)
	}
}

func TestExport(t *testing.T) {
	db := demoFile(t)
	file := filepath.Join(t.TempDir(), "out.ndjson")
	if got := run(t, nil, "export", db, "--project=voices", "-o", file); got != (result{}) {
		t.Errorf("to a file: %+v", got)
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, nil, "export", db, "--project=voices"); got.status != 0 || got.out != string(written) {
		t.Errorf("standard output differs from the file: %+v", got)
	}
	if got := run(t, nil, "export", db, "--project=nobody"); got.status != 4 ||
		got.errOut != "dossier: no project with id nobody; "+howNamed+"\n" {
		t.Errorf("%+v", got)
	}
}

// TestExportAsOf exports projects as of a time.
func TestExportAsOf(t *testing.T) {
	db := demoFile(t)
	now := run(t, nil, "export", db, "--project=voices")
	if got := run(t, nil, "export", db, "--project=voices", "--as-of=2099-01-01T00:00:00Z"); got != now {
		t.Errorf("as of now: %d bytes, %s; want %d", len(got.out), got.errOut, len(now.out))
	}
	if got := run(t, nil, "export", db, "--project=voices", "--as-of=2001-01-01T00:00:00Z"); got.status != 0 ||
		strings.Contains(got.out, `"kind":"project"`) {
		t.Errorf("before the project: %+v", got)
	}
	if got := run(t, nil, "export", db, "--as-of=yesterday"); got.status != 2 ||
		!strings.Contains(got.errOut, `--as-of: expected a time of RFC 3339`) {
		t.Errorf("%+v", got)
	}
	if got := run(t, nil, "entity", db, "voices/task/sticky", "--as-of=2099-01-01T00:00:00Z"); !strings.Contains(got.out,
		"\nstate_key: in_progress\n") {
		t.Errorf("%+v", got)
	}
	if got := run(t, nil, "entity", db, "voices/task/sticky", "--as-of=2001-01-01T00:00:00Z"); got.status != 4 {
		t.Errorf("%+v", got)
	}
}
