package query

import (
	"context"
	"slices"

	"dossier/graph"
	"dossier/graph/projects"
	"dossier/graph/records"
)

// recordTypes reads records by their types, and finds what messages mention.
type recordTypes struct{ *base }

// RecordFields returns the field values of records, resolved by the record
// types of the deployment in the graphs of their projects. It omits a record
// whose project is unknown or forbidden.
func (s *recordTypes) RecordFields(ctx context.Context, list []*graph.Record) (map[*graph.Record][]graph.RecordFieldValue, error) {
	var ids []string
	for _, record := range list {
		ids = append(ids, record.ProjectID)
	}
	slices.Sort(ids)
	graphs, err := s.Graphs(ctx, slices.Compact(ids))
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

func (s *recordTypes) types(ctx context.Context) (*records.Types, error) {
	list, err := s.store.RecordTypes(ctx)
	return records.NewTypes(list), err
}

// A Mention is a place in a message that names an entity.
type Mention = records.Mention

// ResolveMentions returns the mentions of a message in order, each with the
// entities of the project that it may name.
func (s *recordTypes) ResolveMentions(ctx context.Context, message, projectID string) ([]Mention, error) {
	ctx, end := s.called(ctx, "resolveMentions")
	defer end()
	if err := graph.CheckMessage("text", message); err != nil {
		return nil, err
	}
	project, err := s.labelled(ctx, projectID)
	if err != nil {
		return nil, err
	}
	mentions := project.Resolve(message)
	for i := range mentions {
		if err := ctx.Err(); err != nil { // each takes milliseconds
			return nil, err
		}
		if before := mentions[i].Before(mentions[:i]); before != nil {
			mentions[i].Entities = before.Entities
		} else {
			project.Alternatives(&mentions[i])
		}
	}
	return mentions, nil
}

// MentionCandidates returns entities with a word in their label that begins
// with prefix. first is their maximum number, [DefaultMentions] if nil.
func (s *recordTypes) MentionCandidates(ctx context.Context, prefix, projectID string, kinds []graph.Kind,
	first *int) ([]graph.Entity, error) {
	most := graph.Or(first, DefaultMentions)
	if err := graph.CheckRange("first", most, 1, maxPage); err != nil {
		return nil, err
	}
	if err := graph.CheckMessage("prefix", prefix); err != nil {
		return nil, err
	}
	if err := graph.CheckKinds("kinds", kinds); err != nil {
		return nil, err
	}
	project, err := s.labelled(ctx, projectID)
	if err != nil {
		return nil, err
	}
	return project.Labels.Candidates(prefix, kinds, most), nil
}

// labelled returns the project with an id and its labels, for mentions.
func (s *recordTypes) labelled(ctx context.Context, projectID string) (*records.Project, error) {
	projectID, err := graph.ParseID("projectId", projectID)
	if err != nil {
		return nil, err
	}
	set, err := s.project(ctx, projectID, projects.Parts{})
	if err != nil {
		return nil, err
	}
	return &records.Project{Graph: set[0].Graph, Labels: set[0].Labels()}, nil
}
