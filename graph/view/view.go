// Package view has the table of views: the documents that answer broad questions, such as
// "brief me" or "what should I work on next", and the lists of the workspace. A view is
// data: its sections in order, what each selects from the graph, in which order, and how
// it writes an entry. Package viewdoc fills the documents, package attention the lists.
//
//	view   the table of views
//	file   the table as a file
//	where  the conditions of sections
//	order  the orders of sections
//	turn   until when a condition or an order says the same
package view

import (
	_ "embed"
	"slices"
	"strings"

	"dossier/graph"
)

// A View is a kind of document.
type View struct {
	Name        string
	Title       string // before the name of the subject: "Risks of"
	Description string
	Example     *string // a question that asks for it, nil for none
	// Subjects are the kinds that the question may be about, the likeliest first;
	// person, vendor and other types of records are kinds here. Other kinds are less
	// likely.
	Subjects []string
	// Subject reports whether the view is about one of these, never about a whole project.
	Subject bool
	// Both reports whether each subject has the sections, side by side.
	Both bool
	// Person reports whether the subject is a person or an organisation where the
	// question names one, and the rest of the question a topic.
	Person bool
	// Ever reports whether events of any time belong to it if the question names no period
	// but somebody or something: what Ann finished.
	Ever bool
	// Dated reports whether a day may say what the question is about: a milestone.
	Dated bool
	// Needs is a section that must have entries if the subject is not the project, nil for
	// none: a plan without tasks has no next step.
	Needs    *Section
	Sections []Section
}

// A Section is a part of a view: a list of entities with something in common.
type Section struct {
	Heading string
	Of      string       // one of [Steps], which finds the entities
	Kinds   []graph.Kind // nil for all
	Where   Where        // conditions on the entities
	Order   []Key
	Most    int      // the maximum number of entries, 0 for 20
	Says    int      // the number of sentences that an entry begins with
	More    int      // the number of further sentences, after all entries
	Beside  []Beside // what is written below an entry
	Text    bool     // each entry is a heading with its text, not an item of a list
	Figures bool     // the section is a line with the numbers of its entities
	Unknown bool     // the section is a line that says what all of its entities lack
	Again   bool     // also entities that an earlier section has
	Share   float64  // of the budget, relative to other sections; 0 for 1
	After   int      // tokens of other sections before it begins
	Missing string   // the text of an empty section, "" for none
	None    string   // the text if no entity of the kinds exists in any state, "" for Missing
	// Unless names sections, by heading, of which one with entries leaves this one out.
	Unless []string

	// Of overviews:
	Urgent bool     // it requires action, in one project as across all
	Times  bool     // lines have the times at which entities were made and changed
	Last   *Section // adds the first of its entities at the end; nil for none
	Upto   float64  // the part of the text so far that it may have, 0 for any
}

// MostListKeys is the maximum number of keys by which a list of the workspace is ordered.
const MostListKeys = 3

// Turns returns the times at which an entity may enter or leave the section, or change its
// place in it.
func (s *Section) Turns() []Turn {
	turns := s.Where.turns()
	for _, key := range s.Order {
		turns = append(turns, key.turns...)
	}
	return turns
}

// A Beside is what is below an entry: entities that links join to it.
type Beside struct {
	Label   string
	Ways    []graph.Way
	Kinds   []graph.Kind
	Where   Where
	Most    int    // 0 for 3
	Missing string // the text if there is none
}

var (
	//go:embed views.yaml
	table []byte
	//go:embed workspace.yaml
	workspaceTable []byte
)

// BuiltIn returns the views of the product, in the order of the table.
func BuiltIn() []View { return slices.Clone(builtIn) }

// Overview returns a document that no question asks for: workspace, overview or focus, and
// the lists that two of them have.
func Overview(name string) *View { return Named(overviews, name) }

// Lists has the lists of the workspace of a project, which are also those of all
// projects together.
func Lists() []Section {
	return slices.DeleteFunc(slices.Clone(Overview("lists").Sections), func(s Section) bool { return !s.isList() })
}

func (s *Section) isList() bool { return s.Of == StepLinked || s.Of == StepAll }

var builtIn, overviews = must(Read("views.yaml", table)), must(readOverviews("workspace.yaml", workspaceTable))

func must[T any](read T, err error) T {
	if err != nil {
		panic(err) // a test reads the tables
	}
	return read
}

// The steps to which other packages refer: the project for the text about its next step, and
// for that about what it is, what belongs to the subject, that and the subject, what
// happened in the period, of that what is not only new, and of the workspace what edges join to the project and all.
const (
	StepNext    = "nextstep"
	StepProject = "project"
	StepScope   = "scope"
	StepExtent  = "extent"
	StepEvents  = "events"
	StepEnded   = "ended"
	StepLinked  = "linked"
	StepAll     = "all"
)

// Steps are the names of the steps that find the entities of sections. Package viewdoc has
// what they do; docs/views.md explains them.
var Steps = strings.Fields("about aims all around blockers colleagues dates deciding ended events everyone extent followed founded gates " +
	"inside lead linked moved near nearby nextstep notes owned path people plansof project reached readfirst requires " +
	"risknotes risks scope subject theirs waiting words work")

// HasEvents reports whether a section has what happened in the period.
func (s *Section) HasEvents() bool { return s.Of == StepEvents || s.Of == StepEnded }

// About returns what the view may be about: kinds, person and types of records, and
// project if it may be about a whole one; none for anything.
func (v *View) About() []string {
	about := slices.Clone(v.Subjects)
	if about == nil {
		about = []string{}
	}
	if !v.Subject && !v.Both && len(about) > 0 {
		about = append(about, string(graph.KindProject))
	}
	return about
}

// Named returns the view with a name, nil for none.
func Named(views []View, name string) *View {
	if at := slices.IndexFunc(views, func(v View) bool { return v.Name == name }); at >= 0 {
		return &views[at]
	}
	return nil
}
