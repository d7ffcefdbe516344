package query

import (
	"context"
	"slices"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/records"
)

// RecordFields are the values of records, each read off the graph of its
// project as the deployment's types say. A record whose project is unknown or
// forbidden is left out.
func (s *Service) RecordFields(ctx context.Context, list []*graph.Record) (map[*graph.Record][]graph.RecordFieldValue, error) {
	var projects []string
	for _, record := range list {
		projects = append(projects, record.ProjectID)
	}
	slices.Sort(projects)
	graphs, err := s.Graphs(ctx, slices.Compact(projects))
	if err != nil {
		return nil, err
	}
	types, err := s.types(ctx)
	if err != nil {
		return nil, err
	}
	fields := make(map[*graph.Record][]graph.RecordFieldValue, len(list))
	for _, record := range list {
		if g := graphs[record.ProjectID]; g != nil {
			fields[record] = (&records.Project{Graph: g, Types: types}).Fields(record)
		}
	}
	return fields, nil
}

func (s *Service) types(ctx context.Context) (*records.Types, error) {
	list, err := s.store.RecordTypes(ctx)
	return records.NewTypes(list), err
}

// A Mention is a place in a message that names an entity.
type Mention = records.Mention

// ResolveMentions finds the mentions of a message, in order, and the entities
// of a project that each can mean.
func (s *Service) ResolveMentions(ctx context.Context, message, projectID string) ([]Mention, error) {
	if err := checkMessage("text", message); err != nil {
		return nil, err
	}
	project, err := s.labelled(ctx, projectID)
	if err != nil {
		return nil, err
	}
	mentions := project.Resolve(message)
	for i := range mentions {
		project.Alternatives(&mentions[i])
	}
	return mentions, nil
}

// MentionCandidates are the entities that someone may mean who has typed the
// beginning of a word of their label, 8 unless first says otherwise.
func (s *Service) MentionCandidates(ctx context.Context, prefix, projectID string, kinds []graph.Kind, first *int) ([]graph.Entity, error) {
	most := or(first, 8)
	if err := graph.CheckRange("first", most, 1, MaxPage); err != nil {
		return nil, err
	}
	if err := checkMessage("prefix", prefix); err != nil {
		return nil, err
	}
	if err := checkKinds("kinds", kinds); err != nil {
		return nil, err
	}
	project, err := s.labelled(ctx, projectID)
	if err != nil {
		return nil, err
	}
	return project.Labels.Candidates(prefix, kinds, most), nil
}

// labelled is the project of an argument with its labels, to find mentions in.
func (s *Service) labelled(ctx context.Context, projectID string) (*records.Project, error) {
	projectID, err := graph.ParseID("projectId", projectID)
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx, projectID)
	if err != nil {
		return nil, err
	}
	return &records.Project{Graph: g, Labels: s.graphs.labels(g)}, nil
}

// labels is the index of a graph's labels, which is kept as long as the graph
// is held.
func (g *graphs) labels(of *graph.Graph) *records.Labels {
	id := of.Revision.ProjectID
	g.mu.Lock()
	held := g.held[id]
	if held != nil && held.graph == of && held.labels != nil {
		defer g.mu.Unlock()
		return held.labels
	}
	g.mu.Unlock()
	labels := records.NewLabels(of)
	g.mu.Lock()
	defer g.mu.Unlock()
	if held := g.held[id]; held != nil && held.graph == of {
		held.labels = labels
	}
	return labels
}

// checkMessage refuses a message that is too long to be looked through.
func checkMessage(argument, message string) error {
	if n := utf8.RuneCountInString(message); n > MaxMessageRunes {
		return graph.BadInput(argument, "%d characters are too many; want at most %d", n, MaxMessageRunes)
	}
	return nil
}

// MaxMessageRunes is how long a message may be.
const MaxMessageRunes = 20_000
