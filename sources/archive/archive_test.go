package archive_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/sources/archive"
)

var changed = time.Date(2026, 3, 4, 5, 6, 8, 0, time.UTC)

// zipped returns an archive of files, whose names and contents alternate.
func zipped(t testing.TB, files ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: files[i], Modified: changed, Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// unpacked returns the paths of the files that an archive has, below the folder that
// Unpack returns, joined by blanks.
func unpacked(t *testing.T, content string, most int64) (string, error) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.zip")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := archive.Unpack("body", file, filepath.Join(dir, "out"), most)
	if err != nil {
		return "", err
	}
	var paths []string
	err = fs.WalkDir(os.DirFS(root), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		paths = append(paths, path)
		if info, err := entry.Info(); err != nil || !info.ModTime().Equal(changed) {
			t.Errorf("%s was changed at %v, %v; want %v", path, info.ModTime(), err, changed)
		}
		return nil
	})
	return strings.Join(paths, " "), err
}

func TestUnpack(t *testing.T) {
	for name, test := range map[string]struct{ content, want string }{
		"a folder":          {zipped(t, "a.md", "A", "sub/b.md", "B"), "a.md sub/b.md"},
		"one folder":        {zipped(t, "repo-main/a.md", "A", "repo-main/sub/b.md", "B"), "a.md sub/b.md"},
		"one hidden folder": {zipped(t, ".beads/issues.jsonl", "{}"), ".beads/issues.jsonl"},
		"archives":          {zipped(t, "Part-1.zip", zipped(t, "a.md", "A"), "Part-2.zip", zipped(t, "b.md", "B")), "a.md b.md"},
		"what macOS adds":   {zipped(t, "notes/a.md", "A", "__MACOSX/notes/._a.md", "x"), "a.md"},
		"an archive beside": {zipped(t, "a.md", "A", "old.zip", "PK"), "a.md old.zip"},
		"nothing":           {zipped(t), ""},
		"directories":       {zipped(t, "a/", "", "b.md", "B"), "b.md"},
		"files as large":    {zipped(t, "a.md", strings.Repeat("a", 1000)), "a.md"},
	} {
		if got, err := unpacked(t, test.content, 1000); got != test.want || err != nil {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, test.want)
		}
	}
}

func TestRefused(t *testing.T) {
	inner := zipped(t, "a.md", strings.Repeat("a", 990))
	for name, test := range map[string]struct {
		content, want string
		code          graph.Code
	}{
		"no archive":       {"no archive", "body: expected an archive", graph.CodeBadUserInput},
		"the folder above": {zipped(t, "../a.md", "A"), `below the archive's folder; got "../a.md"`, graph.CodeBadUserInput},
		"an absolute path": {zipped(t, "/a.md", "A"), "below the archive's folder", graph.CodeBadUserInput},
		"too many bytes":   {zipped(t, "a.md", strings.Repeat("a", 990), "b.md", strings.Repeat("b", 11)), "more bytes", graph.CodeLimitExceeded},
		"many in archives": {zipped(t, "a.zip", inner, "b.zip", inner), "more bytes", graph.CodeLimitExceeded},
		"no inner archive": {zipped(t, "a.zip", "PK"), "expected an archive", graph.CodeBadUserInput},
	} {
		if _, err := unpacked(t, test.content, 1000); err == nil || !strings.Contains(err.Error(), test.want) || graph.CodeOf(err) != test.code {
			t.Errorf("%s: got %v; want an error %s with %q", name, err, test.code, test.want)
		}
	}
}
