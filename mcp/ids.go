package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"dossier/graph"
	"dossier/graph/reader"
	"dossier/mcp/dialect"
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
	names := func() (list []string) {
		for _, one := range given {
			list = append(list, plainName(one.name))
		}
		return list
	}
	for i, one := range given {
		var err error
		name := plainName(one.name)
		switch ids[i], err = idOf(ctx, one.argument, name, names); {
		case graph.CodeOf(err) == graph.CodeNotFound && !graph.IsUUID(name):
			if ids[i], err = idOf(ctx, one.argument, within(name), names); name == within(name) || err != nil {
				return nil, s.unknown(ctx, one.argument, name)
			}
		case err != nil:
			return nil, dialect.At(one.argument, err)
		}
	}
	return ids, nil
}

// within returns the text in the last brackets of a name, as in "Title [70dfc300]", or
// in its quotes, or else the name.
func within(name string) string {
	if at := strings.LastIndexByte(name, '['); at > 0 && strings.HasSuffix(name, "]") {
		return name[at+1 : len(name)-1]
	}
	return strings.Trim(name, "`\"'#")
}

// idOf returns the id for a name, one of those of an argument.
func idOf(ctx context.Context, argument, name string, others func() []string) (string, error) {
	switch {
	case name == "":
		return "", graph.BadInput(argument, "is blank; search_ontology finds ids by words")
	case graph.IsUUID(name):
		return strings.ToLower(name), nil
	}
	return reader.From(ctx).Expand(ctx, name, others)
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
	if inner, is := strings.CutPrefix(strings.TrimSuffix(name, "]"), "["); is {
		return inner
	}
	return name
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
		if named == nil {
			named = graph.ProjectsNamed(projects, within(plainName(one.name)))
		}
		if len(named) != 1 {
			return nil, noProject(projects, named, one)
		}
		ids[i] = named[0].ID
	}
	return ids, nil
}

// noProject returns the error for a name of no project, or of several.
func noProject(projects, named []*graph.Project, given naming) error {
	name := graph.Truncate(plainName(given.name), dialect.NameRunes)
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
