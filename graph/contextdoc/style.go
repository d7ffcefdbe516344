package contextdoc

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/projects"
	"dossier/graph/prompt"
)

// A style is how a body writes about entities: what its budget, its lens
// and its question decide for all of them.
type style struct {
	maxTokens int
	depth     int
	lens      *lens.Lens
	fields    bool                    // facts are included
	sources   bool                    // so is why an entity was found
	relations map[graph.Relation]bool // that the question asks for
	projects  projects.Set            // among which short ids are unique
	has       *known                  // what the client has already
}

// styleOf returns the style of a body of so many tokens.
func styleOf(r *request, sc *scope, found *ranking, maxTokens int) style {
	return style{
		maxTokens: maxTokens, depth: r.depth, lens: r.lens, fields: r.fields, sources: r.sources,
		relations: found.answer.Intent.Relations, projects: sc.projects, has: sc.has,
	}
}

// titleLabel is how many characters of a question the title has; less in a
// budget under titleShare tokens for each. By eye.
const (
	titleLabel = 80
	titleShare = 12
)

// title returns what a body is about.
func (s style) title(question string) string {
	return graph.Line(printable(strings.ReplaceAll(question, "\n", ", ")), min(titleLabel, s.maxTokens/titleShare))
}

// printable returns a text without what no text should have: control
// characters and bytes that are not UTF-8.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
}

// noMatch returns what to say where nothing was found: a sentence, and similar
// titles, the nearest first.
func (s style) noMatch(title string, suggestions []graph.Entity) []prompt.Block {
	text := fmt.Sprintf("No matching nodes found for %q.", title)
	if len(suggestions) > 0 {
		text += " The nearest titles:"
	}
	note := []prompt.Block{prompt.Text{Text: text}}
	for _, e := range suggestions {
		name := prompt.Named(e)
		name.ID, name.Kind = s.shortID(e.Self().ID), string(e.Self().Kind)
		note = append(note, prompt.Item{Name: name})
	}
	return note
}

// shortID returns an id as it is shown: as much of it as is unique, which the
// API accepts as well. A small budget has none; its ids are in the nodes beside
// the text.
func (s style) shortID(id string) string {
	if s.maxTokens < smallBudget {
		return ""
	}
	return s.projects.ShortID(id)
}

// facts returns what the lens shows of an entity in a word: in a small budget
// only its state. A roomy one has also what says little: states that entities
// have by default, and those of documents.
func (s style) facts(g *graph.Graph, e graph.Entity) []string {
	if !s.fields {
		return nil
	}
	states := e.Self().Spec().States
	usual := s.maxTokens < roomyBudget && len(states) > 0 && (e.Self().State() == states[0] || e.Self().Kind == graph.KindDocument)
	return prompt.Facts(g, e, slices.DeleteFunc(slices.Clone(s.lens.Fields), func(name string) bool {
		return name == "state" && usual || name != "state" && s.maxTokens < smallBudget
	}))
}

// subjectFacts returns all that the lens shows of a subject in a word, in a small
// budget as well: "when is it due" is asked of it.
func (s style) subjectFacts(g *graph.Graph, e graph.Entity) []string {
	if !s.fields {
		return nil
	}
	return prompt.Facts(g, e, s.lens.Fields)
}

// name returns an entity's name with its kind, that of its parent, and facts.
// Full is the entity with its text, nil if it has none.
func (s style) name(g *graph.Graph, e, full graph.Entity, parent string) prompt.Name {
	name := prompt.Named(e)
	name.ID, name.Kind = s.shortID(e.Self().ID), string(e.Self().Kind)
	if parent != "" {
		name.Kind += " of " + parent
	}
	if full != nil {
		e = full
	}
	name.Facts = s.facts(g, e)
	return name
}

// A relation comes before others where the question asks for it, then where the
// lens weights it.
const (
	relationAsked = iota
	relationOfLens
	relationOther
)

// relationRank returns where a relation comes.
func (s style) relationRank(relation graph.Relation) int {
	switch {
	case s.relations[relation]:
		return relationAsked
	case !relation.IsContainment() && slices.Contains(s.lens.Relations, relation):
		return relationOfLens
	default:
		return relationOther
	}
}

// How many characters the name of a parent has at most; a short one in a small
// budget and after the parent was named. By eye.
const (
	parentLabel      = 60
	shortParentLabel = 30
)

// parentName returns the name of a parent as the kind of its children has it.
func (s style) parentName(parent graph.Entity, named bool) string {
	if named || s.maxTokens < smallBudget {
		return shortName(parent.Self().Label)
	}
	return graph.Line(parent.Self().Label, parentLabel)
}

// shortName returns the part of a label before a colon, as in "KEP-1287:
// In-place update", or its beginning.
func shortName(label string) string {
	name, _, _ := strings.Cut(label, ": ")
	short, cut := strings.CutSuffix(graph.Line(name, shortParentLabel), "…")
	if end := strings.LastIndexByte(short, ' '); cut && end > 0 {
		return short[:end] + "…"
	}
	return graph.Line(name, shortParentLabel)
}
