package query

import (
	"context"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/history"
)

// pastExported is the number of entities on a page of an export, and
// mostExported the maximum number of events that are undone for it, by eye: a
// few MB of rows.
const (
	pastExported = 200
	mostExported = 1_000_000
)

// A PastExport exports the state of projects at a time. It omits projects that
// did not exist then. Record types have no history, so it exports their current
// state.
type PastExport struct {
	Service *Service
	At      time.Time // the time of the state
}

// Export implements the Exporter of package ndjson.
func (p PastExport) Export(ctx context.Context, projectIDs []string, sink graph.Sink) error {
	types, err := p.Service.RecordTypes(ctx)
	if err != nil {
		return err
	}
	for _, recordType := range types {
		if err := sink.RecordType(recordType); err != nil {
			return err
		}
	}
	projects, err := p.Service.pasts.store.Revisions(ctx, projectIDs)
	if err != nil {
		return err
	}
	for _, project := range projects {
		if err := p.project(ctx, project.ProjectID, sink); err != nil {
			return err
		}
	}
	return nil
}

func (p PastExport) project(ctx context.Context, id string, sink graph.Sink) error {
	page := history.PastPage{ProjectID: id, ID: id, Limit: 1}
	existed, err := p.Service.pastMoment(ctx, &PastInput{At: &p.At}, &page)
	if err != nil || !existed {
		return err
	}
	project, err := p.Service.past(ctx, page)
	if err != nil || len(project.Entities) == 0 {
		return err
	}
	page.ID, page.Limit, page.MaxEvents = "", pastExported, mostExported
	var edges []graph.Edge
	for _, spec := range graph.Kinds {
		page.Kinds, page.After = []graph.Kind{spec.Kind}, graph.Ref{}
		found, err := p.kind(ctx, page, sink)
		if err != nil {
			return err
		}
		edges = append(edges, found...)
	}
	slices.SortFunc(edges, func(a, b graph.Edge) int { return strings.Compare(a.ID, b.ID) })
	for _, edge := range edges {
		if err := sink.Edge(edge); err != nil {
			return err
		}
	}
	return nil
}

// kind exports entities of a kind and returns the edges that started at them.
func (p PastExport) kind(ctx context.Context, page history.PastPage, sink graph.Sink) (edges []graph.Edge, err error) {
	for more := true; more; {
		past, err := p.Service.past(ctx, page)
		if err != nil {
			return nil, err
		}
		for _, entity := range past.Entities {
			if err := sink.Entity(entity); err != nil {
				return nil, err
			}
		}
		edges = append(edges, past.Edges...)
		page.After, more = past.Last, past.More
	}
	return edges, nil
}
