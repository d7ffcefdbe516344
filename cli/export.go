package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/ndjson"
)

type exportCommand struct {
	Project []string `complete:"project" placeholder:"ID" help:"A project to write; all by default. May be repeated."`
	AsOf    moment   `placeholder:"TIME" help:"As it was at a time of RFC 3339, or an age ago such as 2d, as far back as events are kept."`
	Output  string   `short:"o" placeholder:"FILE" help:"Write to a file instead of standard output."`
}

// Run exports the projects. An output file is replaced only when it is
// complete.
func (c *exportCommand) Run(ctx context.Context, services *services, streams terminal.Streams) error {
	store, closeStore, err := services.stores.open(ctx, reads)
	if err != nil {
		return err
	}
	defer closeStore()
	projects, err := projectIDs(ctx, store, c.Project)
	if err != nil {
		return err
	}
	var from ndjson.Exporter = store
	if c.AsOf != "" {
		at, err := c.AsOf.time(services.now())
		if err != nil {
			return err
		}
		service, err := services.over(ctx, store)
		if err != nil {
			return err
		}
		from = query.PastExport{Service: service, At: at}
	}
	if c.Output == "" {
		return ndjson.Export(ctx, from, projects, streams.Out)
	}
	return replaceFile(c.Output, func(out io.Writer) error { return ndjson.Export(ctx, from, projects, out) })
}

// A moment is the time of a flag: in RFC 3339, or an age; "" for none.
type moment string

// time returns the time. Ages are relative to now.
func (m moment) time(now time.Time) (time.Time, error) {
	var age Age
	if at, err := time.Parse(time.RFC3339, string(m)); err == nil {
		return at, nil
	}
	if age.UnmarshalText([]byte(m)) != nil {
		return time.Time{}, graph.BadInput("asOf", "expected a time of RFC 3339, such as 2026-11-22T14:00:00Z, or an age such as 2d; got %q",
			graph.Truncate(string(m), 60))
	}
	return now.Add(-time.Duration(age)), nil
}

// projectIDs returns the ids of projects by name, nil for no names. The error
// is NOT_FOUND if one does not exist.
func projectIDs(ctx context.Context, store query.Store, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	all, err := store.Projects(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(names))
	for i, name := range names {
		named := graph.ProjectsNamed(all, name)
		switch len(named) {
		case 0:
			return nil, unknownName("", "project", name)
		case 1:
			ids[i] = named[0].ID
		default:
			return nil, graph.SeveralProjects("project", name, named)
		}
	}
	return ids, nil
}

// replaceFile writes to a temporary file, which replaces the file when it is complete.
func replaceFile(file string, write func(io.Writer) error) error {
	out, err := ndjson.CreateBeside(file)
	if err != nil {
		return graph.BadInput("output", "create %s: %v", file, errors.Unwrap(err))
	}
	err = errors.Join(write(out), out.Close())
	if err == nil {
		err = ndjson.Replace(file, out.Name())
	}
	if err != nil {
		os.Remove(out.Name())
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}
