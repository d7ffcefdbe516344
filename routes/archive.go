package routes

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"dossier/graph"
)

// zipType is the media type of an archive, as pages send a folder.
const zipType = "application/zip"

// maxFiles is how many files an archive may have, by eye: each costs the disk more
// than its bytes.
const maxFiles = 20_000

// unpack writes the files of an archive, which may have most bytes together, into an
// empty folder. It leaves out links and other files that are not regular.
func unpack(archive, folder string, most int64) error {
	r, err := zip.OpenReader(archive)
	if err != nil {
		return graph.BadInput("body", "expected an archive: %v", err)
	}
	defer r.Close()
	if len(r.File) > maxFiles {
		return &graph.Error{Code: graph.CodeLimitExceeded,
			Text: fmt.Sprintf("expected an archive of at most %d files; got %d", maxFiles, len(r.File))}
	}
	for _, f := range r.File {
		if !f.Mode().IsRegular() {
			continue
		}
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) {
			return graph.BadInput("body", "expected names of files below the archive's folder; got %q", graph.Truncate(f.Name, 60))
		}
		n, err := unpackFile(f, filepath.Join(folder, filepath.FromSlash(f.Name)), most)
		if err != nil {
			return err
		}
		if most -= n; most < 0 {
			return &graph.Error{Code: graph.CodeLimitExceeded,
				Text: "the files of the archive have more bytes than an import may have: split it, or allow a higher --max-import"}
		}
	}
	return nil
}

// unpackFile writes a file of an archive and returns its size, at most most and one.
func unpackFile(f *zip.File, path string, most int64) (int64, error) {
	in, err := f.Open()
	if err != nil {
		return 0, graph.BadInput("body", "%s cannot be unpacked: %v", graph.Truncate(f.Name, 60), err)
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return 0, fmt.Errorf("make the folder of %s: %w", f.Name, err)
	}
	out, err := os.Create(path)
	if err != nil {
		return 0, fmt.Errorf("unpack %s: %w", f.Name, err)
	}
	defer out.Close()
	n, err := io.Copy(out, io.LimitReader(in, most+1))
	if err != nil {
		return n, graph.BadInput("body", "%s cannot be unpacked: %v", graph.Truncate(f.Name, 60), err)
	}
	return n, nil
}
