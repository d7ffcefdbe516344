package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/ndjson"
)

type exportCommand struct {
	Project []string `placeholder:"ID" help:"A project to write; all by default. May be repeated."`
	Output  string   `short:"o" placeholder:"FILE" help:"Write to a file instead of standard output."`
}

// Run writes the projects. An output file is replaced only when it is complete.
func (c *exportCommand) Run(ctx context.Context, stores *stores, streams Streams) error {
	store, closeStore, err := stores.open(ctx, reads)
	if err != nil {
		return err
	}
	defer closeStore()
	projects, err := projectIDs(ctx, store, c.Project)
	if err != nil {
		return err
	}
	if c.Output == "" {
		return ndjson.Export(ctx, store, projects, streams.Out)
	}
	return replaceFile(c.Output, func(out io.Writer) error { return ndjson.Export(ctx, store, projects, out) })
}

// projectIDs returns the ids of the named projects, nil for none. The error is
// NOT_FOUND if one does not exist.
func projectIDs(ctx context.Context, store query.Store, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	projects := make([]string, len(names))
	for i, name := range names {
		projects[i] = entityName(name).id()
	}
	found, err := store.Revisions(ctx, projects)
	if err != nil {
		return nil, err
	}
	for i, id := range projects {
		if !slices.ContainsFunc(found, func(r graph.Revision) bool { return r.ProjectID == id }) {
			return nil, graph.NotFound("project", names[i])
		}
	}
	return projects, nil
}

// replaceFile writes a temporary file beside file and renames it when it is
// complete.
func replaceFile(file string, write func(io.Writer) error) error {
	out, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return graph.BadInput("output", "create %s: %v", file, errors.Unwrap(err))
	}
	err = errors.Join(write(out), out.Close())
	if err == nil {
		err = os.Rename(out.Name(), file)
	}
	if err != nil {
		os.Remove(out.Name())
		return fmt.Errorf("export to %s: %w", file, err)
	}
	return nil
}
