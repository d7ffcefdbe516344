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

// entity returns the id of an entity that a client names: by its id, the
// beginning of it, the id of its import, the address of its resource, or its
// whole name.
func (s *server) entity(ctx context.Context, argument, name string) (string, error) {
	name = plainName(name)
	switch {
	case name == "":
		return "", graph.BadInput(argument, "is blank; search_ontology finds ids by words")
	case graph.IsUUID(name):
		return strings.ToLower(name), nil
	case graph.IsShortID(name):
		return s.service.Expand(ctx, name)
	}
	id := graph.ID(name)
	known, err := s.service.Entities(ctx, []graph.Ref{{ID: id}}, graph.Light)
	if err != nil || known[id] != nil {
		return id, err
	}
	if id, err = s.named(ctx, name); err != nil || id != "" {
		return id, err
	}
	return "", s.unknown(ctx, argument, name)
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

// named returns the id of the one entity that has a name, "" for none or
// several.
func (s *server) named(ctx context.Context, name string) (string, error) {
	if len(name) > graph.MaxQueryRunes {
		return "", nil
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
		return "", nil
	}
	return ids[0], nil
}

// entities returns the ids of entities that a client names.
func (s *server) entities(ctx context.Context, argument string, names []string) ([]string, error) {
	ids := make([]string, len(names))
	for i, name := range names {
		var err error
		if ids[i], err = s.entity(ctx, argument, name); err != nil {
			return nil, err
		}
	}
	return ids, nil
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
	return "", graph.BadInput("project", "no project with the id or name %q; want one of %s", graph.Truncate(name, nameRunes),
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
