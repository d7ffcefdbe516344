// Package called finds projects by what people call them.
package called

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/glyphs"
	"dossier/graph"
)

// ProjectsNamed returns the projects that a name means: those of projectsCalled, or
// else those whose name begins with its words.
func ProjectsNamed(projects []*graph.Project, name string) []*graph.Project {
	if found := projectsCalled(projects, name); found != nil {
		return found
	}
	return projectsThat(projects, func(p *graph.Project) bool { return beginsWithWords(glyphs.Shown(p.Name), glyphs.Shown(name)) })
}

// projectsCalled returns the projects with this external id, or else those whose id is
// or begins with it, or else those with this name.
func projectsCalled(projects []*graph.Project, name string) []*graph.Project {
	for _, means := range []func(*graph.Project) bool{
		func(p *graph.Project) bool { return graph.Or(p.ExternalID, "") == name && name != "" },
		func(p *graph.Project) bool {
			return len(name) >= graph.ShortestID && strings.HasPrefix(p.ID, strings.ToLower(name))
		},
		func(p *graph.Project) bool { return strings.EqualFold(glyphs.Shown(p.Name), glyphs.Shown(name)) },
	} {
		if found := projectsThat(projects, means); found != nil {
			return found
		}
	}
	return nil
}

func projectsThat(projects []*graph.Project, means func(*graph.Project) bool) (found []*graph.Project) {
	for _, p := range projects {
		if means(p) {
			found = append(found, p)
		}
	}
	return found
}

// JoinedProject returns the project that is called by a name, into which an import
// goes, nil if there is none yet.
func JoinedProject(projects []*graph.Project, name string) (*graph.Project, error) {
	switch found := projectsCalled(projects, name); len(found) {
	case 0:
		return nil, nil
	case 1:
		return found[0], nil
	default:
		return nil, SeveralProjects("project", name, found)
	}
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

// The maximum numbers of projects that an error lists, and of characters of their
// names. By eye.
const (
	mostProjects = 20
	projectRunes = 60
)

// ProjectNames returns the text by which an error suggests projects.
func ProjectNames(projects []*graph.Project) string {
	ids := make([]string, len(projects))
	for i, project := range projects {
		ids[i] = project.ID
	}
	slices.Sort(ids)
	labels := make([]string, len(projects))
	for i, project := range projects {
		labels[i] = graph.Line(project.Name, projectRunes) + " [" + graph.ShortID(ids, project.ID) + "]"
	}
	slices.Sort(labels)
	return strings.Join(labels[:min(len(labels), mostProjects)], ", ")
}

// SeveralProjects returns the error about a name that means several projects.
func SeveralProjects(argument, name string, named []*graph.Project) error {
	return graph.BadInput(argument, "%d projects may be meant by %q; give the id of one: %s", len(named), graph.Truncate(name, projectRunes),
		ProjectNames(named))
}
