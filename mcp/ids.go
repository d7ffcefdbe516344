package mcp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	for i, one := range given {
		var err error
		switch ids[i], err = idOf(ctx, one.argument, plainName(one.name)); {
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
// id.
func idOf(ctx context.Context, argument, name string) (string, error) {
	switch {
	case name == "":
		return "", graph.BadInput(argument, "is blank; search_ontology finds ids by words")
	case graph.IsUUID(name):
		return strings.ToLower(name), nil
	}
	return graph.ReaderFrom(ctx).Expand(ctx, name)
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
	named := map[string][]graph.Entity{}
	for i, one := range given {
		if isName(i) {
			named[strings.ToLower(plainName(one.name))] = nil
		}
	}
	graphs, err := s.service.GraphsNaming(ctx, slices.Sorted(maps.Keys(named)))
	if err != nil {
		return err
	}
	for _, g := range graphs {
		for _, e := range g.Entities() {
			label := strings.ToLower(e.Self().Label)
			if others, wanted := named[label]; wanted {
				named[label] = append(others, e)
			}
		}
	}
	for i, one := range given {
		if !isName(i) {
			continue
		}
		found := named[strings.ToLower(plainName(one.name))]
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
		if ids[i] = projectNamed(projects, plainName(one.name)); ids[i] == "" {
			return nil, noProject(projects, one)
		}
	}
	return ids, nil
}

// projectNamed returns the id of the project with an id or name, or of the only
// project whose name begins with the words of name, or "" if there is none. If
// several projects have the name, it returns the smallest id.
func projectNamed(projects []*graph.Project, name string) string {
	var begun []string
	for _, project := range projects {
		id := project.ID
		isBeginning := graph.IsShortID(name) && strings.HasPrefix(id, strings.ToLower(name))
		if id == graph.ID(name) || isBeginning || strings.EqualFold(project.Name, name) {
			return id
		}
		if beginsWithWords(project.Name, name) {
			begun = append(begun, id)
		}
	}
	if len(begun) == 1 {
		return begun[0]
	}
	return ""
}

// beginsWithWords reports whether name begins with words, ignoring case, and at
// the end of a word.
func beginsWithWords(name, words string) bool {
	if words == "" || len(words) >= len(name) || !strings.EqualFold(name[:len(words)], words) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(name[len(words):])
	return !unicode.IsLetter(next) && !unicode.IsDigit(next)
}

// noProject returns the error for an unknown project.
func noProject(projects []*graph.Project, given naming) error {
	var labels []string
	for _, project := range projects {
		labels = append(labels, project.Name+" ["+project.ID[:8]+"]")
	}
	slices.Sort(labels)
	expected := strings.Join(labels[:min(len(labels), mostProjects)], ", ")
	if given.name == "" {
		return graph.BadInput(given.argument, "is missing; expected one of %s", expected)
	}
	return graph.BadInput(given.argument, "no project with the id or name %q; expected one of %s", graph.Truncate(plainName(given.name), nameRunes), expected)
}

// mostProjects is the maximum number of projects that an error lists. By eye.
const mostProjects = 20

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
