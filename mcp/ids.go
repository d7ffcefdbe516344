package mcp

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/query"
)

// The addresses of resources begin with these.
const (
	projectURI = "dossier://project/"
	entityURI  = "dossier://entity/"
	contextURI = "dossier://context/"
)

// entity returns the id of an entity that a client names; see entities.
func (s *server) entity(ctx context.Context, argument, name string) (string, error) {
	ids, err := s.entities(ctx, argument, []string{name})
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// entities returns the ids of entities that a client names: by their ids, the
// beginnings of them, the ids of their import, the addresses of their resources,
// or their whole names. The latter take a search each.
func (s *server) entities(ctx context.Context, argument string, names []string) ([]string, error) {
	ids := make([]string, len(names))
	var imported []graph.Ref
	for i, name := range names {
		id, isImported, err := idOf(ctx, argument, plainName(name))
		if err != nil {
			return nil, err
		}
		if ids[i] = id; isImported {
			imported = append(imported, graph.Ref{ID: id})
		}
	}
	if len(imported) == 0 {
		return ids, nil
	}
	known, err := s.service.Entities(ctx, imported, graph.Light)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if !slices.Contains(imported, graph.Ref{ID: id}) || known[id] != nil {
			continue
		}
		if ids[i], err = s.named(ctx, argument, plainName(names[i])); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// idOf returns the id that a text is, begins, or is in an import.
func idOf(ctx context.Context, argument, name string) (id string, isImported bool, err error) {
	switch {
	case name == "":
		return "", false, graph.BadInput(argument, "is blank; search_ontology finds ids by words")
	case graph.IsUUID(name):
		return strings.ToLower(name), false, nil
	case graph.IsShortID(name):
		id, err = graph.ReaderFrom(ctx).Expand(ctx, name)
		return id, false, err
	default:
		return graph.ID(name), true, nil
	}
}

// plainName returns what a client names without the address around it.
func plainName(name string) string {
	name = strings.TrimSpace(name)
	for _, prefix := range []string{entityURI, projectURI} {
		if rest, isAddress := strings.CutPrefix(name, prefix); isAddress {
			if plain, err := url.PathUnescape(rest); err == nil {
				return plain
			}
			return rest
		}
	}
	return strings.Trim(name, "[]")
}

// sameName is how many entities of a name are looked at. By eye.
const sameName = 5

// named returns the id of the one entity that has a name. The error has the
// nearest ones.
func (s *server) named(ctx context.Context, argument, name string) (string, error) {
	if len(name) > graph.MaxQueryRunes {
		return "", s.unknown(ctx, argument, name)
	}
	found, err := s.service.Search(ctx, query.SearchInput{Query: name, First: new(sameName)})
	if err != nil {
		return "", err
	}
	var ids []string
	for _, hit := range found.Hits {
		if strings.EqualFold(hit.Entity.Self().Label, name) {
			ids = append(ids, hit.Entity.Self().ID)
		}
	}
	if len(ids) != 1 {
		return "", s.unknown(ctx, argument, name)
	}
	return ids[0], nil
}

// project returns the id of a project that a client names: by any id, or by its
// name. The error lists the projects.
func (s *server) project(ctx context.Context, name string) (string, error) {
	name = plainName(name)
	graphs, err := s.service.Graphs(ctx, nil)
	if err != nil {
		return "", err
	}
	var labels []string
	for id, g := range graphs {
		project := g.Project()
		if project == nil {
			continue
		}
		isBeginning := graph.IsShortID(name) && strings.HasPrefix(id, strings.ToLower(name))
		if id == strings.ToLower(name) || id == graph.ID(name) || isBeginning || strings.EqualFold(project.Name, name) {
			return id, nil
		}
		labels = append(labels, project.Name+" ["+id[:8]+"]")
	}
	slices.Sort(labels)
	return "", graph.BadInput("project", "no project with the id or name %q; expected one of %s", graph.Truncate(name, nameRunes),
		strings.Join(labels[:min(len(labels), mostProjects)], ", "))
}

// mostProjects is how many projects an error lists. By eye.
const mostProjects = 20

// someProject returns the id of a project if one is named, else nil.
func (s *server) someProject(ctx context.Context, name string) (*string, error) {
	if name == "" {
		return nil, nil
	}
	id, err := s.project(ctx, name)
	return &id, err
}

// someKinds returns the kinds of an argument, which may be plural.
func someKinds(names []string) ([]graph.Kind, error) {
	var list []graph.Kind
	for _, name := range names {
		for _, spec := range graph.Kinds {
			if strings.EqualFold(name, spec.Plural) {
				name = string(spec.Kind)
			}
		}
		kind, err := graph.ParseKind("kinds", name)
		if err != nil {
			return nil, err
		}
		list = append(list, kind)
	}
	return list, nil
}
