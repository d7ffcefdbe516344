package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"dossier/glyphs"
	"dossier/graph"
)

// The prefixes of the addresses of resources.
const (
	projectURI = "dossier://project/"
	entityURI  = "dossier://entity/"
	contextURI = "dossier://context/"
)

// A naming is a client's name for an entity, with its argument.
type naming struct{ argument, name string }

// namings returns the names in an argument that is a list.
func namings(argument string, names []string) []naming {
	list := make([]naming, len(names))
	for i, name := range names {
		list[i] = naming{fmt.Sprintf("%s[%d]", argument, i), name}
	}
	return list
}

// entity returns the id of the entity with a name, as entities does.
func (s *server) entity(ctx context.Context, argument, name string) (string, error) {
	ids, err := s.entities(ctx, []naming{{argument, name}})
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// entities returns the ids of the entities with the given names: ids,
// beginnings of ids, ids in an import, addresses of resources, or whole names.
// The number of statements does not depend on the number of names.
func (s *server) entities(ctx context.Context, given []naming) ([]string, error) {
	ids := make([]string, len(given))
	named := false
	names := func() (list []string) {
		for _, one := range given {
			list = append(list, plainName(one.name))
		}
		return list
	}
	for i, one := range given {
		var err error
		switch ids[i], err = idOf(ctx, one.argument, plainName(one.name), names); {
		case graph.CodeOf(err) == graph.CodeNotFound && !graph.IsUUID(plainName(one.name)):
			named = true
		case err != nil:
			return nil, at(one.argument, err)
		}
	}
	if !named {
		return ids, nil
	}
	return ids, s.byName(ctx, given, ids, func(i int) bool { return ids[i] == "" })
}

// idOf returns the id for a name that is an id, its beginning, or an import's
// id, one of those of an argument.
func idOf(ctx context.Context, argument, name string, others func() []string) (string, error) {
	switch {
	case name == "":
		return "", graph.BadInput(argument, "is blank; search_ontology finds ids by words")
	case graph.IsUUID(name):
		return strings.ToLower(name), nil
	}
	return graph.ReaderFrom(ctx).Expand(ctx, name, others)
}

// at returns err, an error about an entity, with the argument that names it.
func at(argument string, err error) error {
	known, ok := errors.AsType[*graph.Error](err)
	if !ok {
		return err
	}
	located := *known
	located.Argument = argument
	return &located
}

// plainName returns a name without the prefix of an address.
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

// byName sets the ids of those entities that are given by their whole names.
func (s *server) byName(ctx context.Context, given []naming, ids []string, isName func(i int) bool) error {
	var names []string
	for i, one := range given {
		if isName(i) {
			names = append(names, plainName(one.name))
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	graphs, err := s.service.GraphsNaming(ctx, names)
	if err != nil {
		return err
	}
	named := called(graphs, names)
	for i, one := range given {
		if !isName(i) {
			continue
		}
		found := named[plainName(one.name)]
		switch len(found) {
		case 0:
			return s.unknown(ctx, one.argument, plainName(one.name))
		case 1:
			ids[i] = found[0].Self().ID
		default:
			return s.ambiguous(ctx, one.argument, found)
		}
	}
	return nil
}

// called returns the entities that each name means; see [graph.IsCalled].
func called(graphs []*graph.Graph, names []string) map[string][]graph.Entity {
	folded := map[string]bool{}
	for _, name := range names {
		folded[strings.ToLower(glyphs.Shown(name))], folded[strings.ToLower(graph.WithoutZeros(name))] = true, true
	}
	named := map[string][]graph.Entity{}
	for _, g := range graphs {
		for _, e := range g.Entities() {
			if !folded[strings.ToLower(glyphs.Shown(e.Self().Label))] && !folded[strings.ToLower(graph.WithoutZeros(graph.Or(e.Self().ExternalID, "")))] {
				continue
			}
			for _, name := range names {
				if graph.IsCalled(e, name) {
					named[name] = append(named[name], e)
				}
			}
		}
	}
	return named
}

// project returns the id of the project with a name, which may be any form of
// its id. The error for an unknown name lists the projects.
func (s *server) project(ctx context.Context, name string) (string, error) {
	ids, err := s.projects(ctx, []naming{{"project", name}})
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// projects returns the ids of the projects with the given names.
func (s *server) projects(ctx context.Context, given []naming) ([]string, error) {
	projects, err := s.service.Projects(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(given))
	for i, one := range given {
		if one.name == "" && len(projects) == 1 {
			ids[i] = projects[0].ID
			continue
		}
		named := graph.ProjectsNamed(projects, plainName(one.name))
		if len(named) != 1 {
			return nil, noProject(projects, named, one)
		}
		ids[i] = named[0].ID
	}
	return ids, nil
}

// noProject returns the error for a name of no project, or of several.
func noProject(projects, named []*graph.Project, given naming) error {
	name := graph.Truncate(plainName(given.name), nameRunes)
	switch {
	case given.name == "":
		return graph.BadInput(given.argument, "is missing; expected one of %s", graph.ProjectNames(projects))
	case len(named) > 0:
		return graph.SeveralProjects(given.argument, name, named)
	}
	return graph.BadInput(given.argument, "no project with the id or name %q; expected one of %s", name, graph.ProjectNames(projects))
}

// someProject returns the id of the project with a name, or nil for "".
func (s *server) someProject(ctx context.Context, name string) (*string, error) {
	if name == "" {
		return nil, nil
	}
	id, err := s.project(ctx, name)
	return &id, err
}

// someKinds returns the kinds with the given names, which may be plural.
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
