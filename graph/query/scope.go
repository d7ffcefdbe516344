package query

import (
	"context"
	"slices"

	"dossier/graph"
	"dossier/graph/projects"
	"dossier/graph/records"
)

// A scope is what a context document may draw on: some projects at one revision
// each, read from the cache once.
type scope struct {
	projects projects.Set
	starts   []string // the ids to start from that are in the projects
	missing  []string // those that are not
}

// scope reads the projects of a request. It leaves out what is unknown or
// forbidden.
func (s *Service) scope(ctx context.Context, r *contextRequest) (*scope, error) {
	ids, err := s.scopeIDs(ctx, r)
	if err != nil {
		return nil, err
	}
	parts := projects.Parts{}
	if r.start.ranked() {
		parts = s.ranking()
	}
	sc := &scope{}
	if sc.projects, err = s.projects.Get(ctx, ids, parts); err != nil {
		return nil, err
	}
	for _, id := range r.start.ids {
		if sc.projects.With(id) != nil {
			sc.starts = append(sc.starts, id)
		} else {
			sc.missing = append(sc.missing, id)
		}
	}
	return sc, nil
}

// scopeIDs returns the ids of the projects that a document is about, nil for
// all.
func (s *Service) scopeIDs(ctx context.Context, r *contextRequest) ([]string, error) {
	switch start := &r.start; {
	case start.projectID != "":
		return []string{start.projectID}, nil
	case start.focusID != "":
		id, err := s.projectOf(ctx, start.focusID)
		return []string{id}, err
	case start.global:
		return nil, nil
	case r.projectID != "":
		return []string{r.projectID}, nil
	case len(start.ids) > 0:
		return s.projectsOf(ctx, start.ids)
	default:
		return nil, nil
	}
}

// projectsOf returns the ids of the projects of entities, sorted.
func (s *Service) projectsOf(ctx context.Context, ids []string) ([]string, error) {
	refs := make([]graph.Ref, len(ids))
	for i, id := range ids {
		refs[i].ID = id
	}
	entities, err := s.store.Entities(ctx, refs, graph.Light)
	if err != nil {
		return nil, err
	}
	found := make([]string, 0, len(entities)) // never nil, which means all
	for _, entity := range entities {
		found = append(found, entity.Self().ProjectID)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// check refuses a scope that a ranking cannot be made in, and warns of the
// starts that are missing.
func (sc *scope) check(r *contextRequest, document *ContextDocument) error {
	if r.projectID != "" && len(sc.projects) == 0 {
		return graph.NotFound("project", r.projectID)
	}
	for _, id := range sc.missing {
		document.warn(warnNotFound, "no entity with id %s", id)
	}
	if len(sc.missing) > 0 && len(sc.starts) == 0 {
		return graph.NotFound("entity", sc.missing[0])
	}
	return nil
}

// attachable returns the projects in which pins and mentions are looked for, by
// id. They have labels if there is a message.
func (sc *scope) attachable(r *contextRequest, types *records.Types) []*records.Project {
	set := sc.projects
	if r.projectID != "" && r.start.global {
		set = set.Only(r.projectID)
	}
	list := make([]*records.Project, len(set))
	for i, p := range set {
		list[i] = &records.Project{Graph: p.Graph, Types: types}
		if r.message != "" {
			list[i].Labels = p.Labels()
		}
	}
	return list
}
