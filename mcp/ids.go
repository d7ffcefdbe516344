package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"dossier/graph"
	"dossier/graph/called"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/mcp/dialect"
)

// The prefixes of the addresses of resources.
const (
	projectURI = "dossier://project/"
	entityURI  = "dossier://entity/"
	contextURI = "dossier://context/"
)

// names find the entities and projects that clients name.
type names struct{ service *query.Service }

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
func (n names) entity(ctx context.Context, argument, name string) (string, error) {
	ids, err := n.entities(ctx, []naming{{argument, name}})
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// entities returns the ids of the entities with the given names: ids,
// beginnings of ids, ids in an import, addresses of resources, or whole names.
// The number of statements does not depend on the number of names.
func (n names) entities(ctx context.Context, given []naming) ([]string, error) {
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
				return nil, n.unknown(ctx, one.argument, name)
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
func (n names) project(ctx context.Context, name string) (string, error) {
	ids, err := n.projects(ctx, []naming{{"project", name}})
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// projects returns the ids of the projects with the given names.
func (n names) projects(ctx context.Context, given []naming) ([]string, error) {
	projects, err := n.service.Projects(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(given))
	for i, one := range given {
		if one.name == "" && len(projects) == 1 {
			ids[i] = projects[0].ID
			continue
		}
		named := called.ProjectsNamed(projects, plainName(one.name))
		if named == nil {
			named = called.ProjectsNamed(projects, within(plainName(one.name)))
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
		return graph.BadInput(given.argument, "is missing; expected one of %s", called.ProjectNames(projects))
	case len(named) > 0:
		return called.SeveralProjects(given.argument, name, named)
	}
	return graph.BadInput(given.argument, "no project with the id or name %q; expected one of %s", name, called.ProjectNames(projects))
}

// someProject returns the id of the project with a name, or nil for "".
func (n names) someProject(ctx context.Context, name string) (*string, error) {
	if name == "" {
		return nil, nil
	}
	id, err := n.project(ctx, name)
	return &id, err
}

// unknown returns the error for an unknown name, with the nearest names.
func (n names) unknown(ctx context.Context, argument, name string) error {
	found, err := n.service.Search(ctx, query.SearchInput{Query: graph.Truncate(name, graph.MaxQueryRunes), First: new(nearest)})
	if err != nil || len(found.Hits) == 0 {
		return dialect.At(argument, graph.NotFound("entity", name))
	}
	var hits []graph.Entity
	for _, hit := range found.Hits {
		hits = append(hits, hit.Entity)
	}
	names, err := n.offers(ctx, hits)
	if err != nil {
		return err
	}
	return graph.BadInput(argument, "no entity with the id or name %q; the nearest are %s", graph.Truncate(name, dialect.NameRunes),
		strings.Join(names, ", "))
}

// offers returns the texts by which an error suggests entities.
func (n names) offers(ctx context.Context, entities []graph.Entity) (texts []string, err error) {
	ids := make([]string, len(entities))
	for i, e := range entities {
		ids[i] = e.Self().ID
	}
	short, err := n.service.ShortIDs(ctx, nil, ids)
	if err != nil {
		return nil, err
	}
	for _, e := range entities {
		texts = append(texts, offered(e, short))
	}
	return texts, nil
}

// offered returns the text by which an error suggests an entity.
func offered(e graph.Entity, short func(string) string) string {
	c := e.Self()
	return fmt.Sprintf("%s [%s] (%s)", graph.Line(c.Label, dialect.NameRunes), short(c.ID), c.Kind)
}

// nearest is the number of names that an error suggests for an unknown name.
const nearest = 3
