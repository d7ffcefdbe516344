package cli

import (
	"context"
	"io"

	"dossier/cli/flags"
	"dossier/cli/requests"
	"dossier/cli/serving"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/graph/called"
	"dossier/graph/query"
	"dossier/ndjson"
)

type exportCommand struct {
	Project []string     `complete:"project" placeholder:"ID" help:"A project to write; all by default. May be repeated."`
	AsOf    flags.Moment `placeholder:"TIME" help:"As it was at a time of RFC 3339, or an age ago such as 2d, as far back as events are kept."`
	Output  string       `short:"o" placeholder:"FILE" help:"Write to a file instead of standard output."`
}

// Run exports the projects. An output file is replaced only when it is
// complete.
func (c *exportCommand) Run(ctx context.Context, services *serving.Services, streams terminal.Streams) error {
	store, closeStore, err := services.Stores.Open(ctx, storage.Reads)
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
		at, err := c.AsOf.Time(services.Now())
		if err != nil {
			return err
		}
		service, err := services.Over(ctx, store)
		if err != nil {
			return err
		}
		from = query.PastExport{Service: service, At: at}
	}
	if c.Output == "" {
		return ndjson.Export(ctx, from, projects, streams.Out)
	}
	return ndjson.WriteFile(c.Output, func(out io.Writer) error { return ndjson.Export(ctx, from, projects, out) })
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
		named := called.ProjectsNamed(all, name)
		switch len(named) {
		case 0:
			return nil, requests.UnknownName("", "project", name)
		case 1:
			ids[i] = named[0].ID
		default:
			return nil, called.SeveralProjects("project", name, named)
		}
	}
	return ids, nil
}
