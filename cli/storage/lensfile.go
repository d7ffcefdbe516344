package storage

import (
	"bytes"
	"context"
	"errors"
	"os"

	"dossier/graph"
	"dossier/graph/lensfile"
)

// Lenses returns the lenses and views of the lens file, or without one the built-in ones.
func (s *Stores) Lenses(ctx context.Context) (read lensfile.File, err error) {
	if s.LensFile == "" {
		read, _, err = lensfile.Read("", nil)
		return read, err
	}
	source, err := os.ReadFile(s.LensFile)
	if err != nil {
		return read, graph.BadInput("lenses", "open %s: %v", s.LensFile, errors.Unwrap(err))
	}
	read, found, err := lensfile.Read(s.LensFile, bytes.TrimLeft(source, "\ufeff"))
	if err != nil {
		return read, graph.BadInput("lenses", "%v", err)
	}
	s.Problems.Set(ctx, "lenses", found)
	return read, nil
}
