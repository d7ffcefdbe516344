// Package style writes how a context document names entities and which facts it
// gives about them, by its budget, the lens and the question.
package style

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/lens"
	"dossier/graph/memory"
	"dossier/graph/outline/wording"
	"dossier/graph/projects"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
	"dossier/graph/searchtext"
	"dossier/graph/states"
	"dossier/graph/text"
)

// Budgets that determine how much a document includes. Under SmallBudget it has
// only names, kinds and the best sentences. From RoomyBudget on it also has
// states, dates and a footer about the ranking.
const (
	SmallBudget = 500
	RoomyBudget = 1000
)

// A Style determines how a body writes about its entities.
type Style struct {
	MaxTokens int // of the body
	Lens      *lens.Lens
	Fields    bool                    // facts are included
	Dates     bool                    // dates are included, in a small budget too
	First     bool                    // only the first facts are included, see [Style.Facts]
	Relations map[graph.Relation]bool // those that the question asks for
	Asked     map[string]bool         // stems of the question's words
	People    bool                    // the question asks for people
	Names     *projects.Names
	Now       time.Time // dates before it are past
}

// TitleLabel is the maximum length of a question in the title, in characters. A
// budget has at least titleShare tokens for each character. By eye.
const (
	TitleLabel = 80
	titleShare = 12
)

// Title returns a question as the title of a body, in one line.
func (s Style) Title(question string) string {
	return graph.Line(printable(strings.ReplaceAll(question, "\n", ", ")), min(TitleLabel, s.MaxTokens/titleShare))
}

// printable returns a text without control characters and invalid UTF-8. White
// space becomes spaces.
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

// NoMatch returns the blocks of a document for which nothing was found: a
// sentence and the entities with similar titles, the most similar first.
func (s Style) NoMatch(title string, suggestions []graph.Entity) []prompt.Block {
	text := fmt.Sprintf("No matching nodes found for %q.", title)
	if len(suggestions) > 0 {
		text += " The nearest titles:"
	}
	note := []prompt.Block{prompt.Text{Text: text}}
	for _, e := range suggestions {
		name := prompt.Named(e)
		name.ID, name.Kind = s.ShortID(e.Self().ID), string(e.Self().Kind)
		name.Facts = prompt.RecordType(e)
		note = append(note, prompt.Item{Name: name})
	}
	return note
}

// ShortID returns the shortest unique beginning of an id, which the API accepts
// instead of the id. It returns "" in a small budget, because the nodes of the
// document have the ids.
func (s Style) ShortID(id string) string {
	if s.MaxTokens < SmallBudget {
		return ""
	}
	return s.Names.ShortID(id)
}

// Facts returns the facts about an entity that the lens shows. The first facts are the
// state and what the question or the lens asks for (see [Style.asksFact]). Without a
// roomy budget there are no others, because they took the room of entities: with them,
// 1.6 % less was found in 500 tokens of the parts of named subjects. States that say
// little are missing then: the default state of a kind, and those of documents.
func (s Style) Facts(g *memory.Graph, e graph.Entity) []string {
	if !s.Fields {
		return nil
	}
	of := e.Self().Spec().States
	kind := e.Self().Kind
	isFirst := len(of) > 0 && states.Shown(e.Self()) == of[0] && kind != graph.KindDecision // a pending one would look made
	usual := s.MaxTokens < RoomyBudget && (isFirst || kind == graph.KindDocument)
	facts := prompt.Facts(g, e, slices.DeleteFunc(slices.Clone(s.Lens.Fields), func(name string) bool {
		if name == "state" {
			return usual
		}
		return s.First && !s.asksFact(name, e)
	}), s.Now)
	return append(append(s.channel(e), facts...), s.asks(facts, e, func(text.Field) bool { return false })...)
}

// asksFact reports whether the question or the lens asks for a fact other than the
// state. What is short or most of what a kind has to say is always wanted: the impact of
// a risk, the date of a milestone or signal, and the role of a person.
func (s Style) asksFact(name string, e graph.Entity) bool {
	kind := e.Self().Kind
	switch name {
	case "impact":
		return true
	case "dates":
		if s.Dates || kind == graph.KindMilestone || kind == graph.KindSignal {
			return true
		}
	case "owner":
		if key, _ := graph.OwnersInProps(e); s.People || kind == graph.KindRecord || wording.AsksFor(key, s.Asked) {
			return true
		}
	}
	return s.Lens.Name != lens.Default
}

// channel returns where a signal came from, unless it is called that. Only a roomy
// budget has room for it.
func (s Style) channel(e graph.Entity) []string {
	signal, is := e.(*graph.Signal)
	if !is || s.MaxTokens < RoomyBudget || graph.Heading(e) == signal.Channel {
		return nil
	}
	return []string{inert.Line(graph.Line(signal.Channel, valueLabel))}
}

// SubjectFacts returns all facts about a subject that the lens shows, for a
// small budget too, because questions such as "when is it due" are about
// subjects. If the question asks who, they include the values in its props that are
// people of the project.
func (s Style) SubjectFacts(g *memory.Graph, e graph.Entity) []string {
	if !s.Fields {
		return nil
	}
	facts := append(s.channel(e), prompt.Facts(g, e, s.Lens.Fields, s.Now)...)
	facts = append(facts, blockedBy(g, e)...)
	if record, ok := e.(*graph.Record); ok {
		facts = append(facts, s.values(facts, searchtext.Values(record.Fields))...)
	}
	facts = append(append(facts, s.status(g, e, facts)...), s.created(g, e)...)
	owner, _ := graph.OwnersInProps(e)
	isPerson := func(value text.Field) bool {
		return s.People && value.Name != owner && g.Person(value.Text) != nil
	}
	return append(facts, s.asks(facts, e, func(value text.Field) bool { return isPerson(value) || s.asksShort(value) })...)
}

// shownBlockers is the maximum number of names of what blocks a subject, and
// blockerLabel that of the characters of each. By eye.
const (
	shownBlockers = 2
	blockerLabel  = 50
)

// blockedBy returns the fact that says what an open subject waits for, before its text.
func blockedBy(g *memory.Graph, e graph.Entity) []string {
	if !e.Self().IsActive() {
		return nil
	}
	blockers := g.Blockers(e.Self().ID)
	if len(blockers) == 0 {
		return nil
	}
	var names []string
	for _, other := range blockers[:min(len(blockers), shownBlockers)] {
		names = append(names, inert.Line(graph.Line(other.Self().Label, blockerLabel)))
	}
	fact := "blocked by " + strings.Join(names, "; ")
	if more := len(blockers) - len(names); more > 0 {
		fact += fmt.Sprintf(" and %d more", more)
	}
	return []string{fact}
}

// asksShort reports whether the question has the name of a short value in props.
func (s Style) asksShort(value text.Field) bool {
	return len(value.Text) <= shortValue && wording.AsksFor(value.Name, s.Asked)
}

// created returns the day on which an entity was created, if a short question asks for
// the time of that, as in "when was it proposed". If it is only that of an import, it returns the day on
// which the entity starts, if that is known.
func (s Style) created(g *memory.Graph, e graph.Entity) []string {
	if !s.Dates && !s.Asked["date"] || !wording.AsksCreation(s.Asked) || len(s.Asked) > rank.MessageWords {
		return nil
	}
	if !graph.KnowsCreation(g.Project(), e) {
		return start(e)
	}
	return []string{"created " + e.Self().CreatedAt.Format(time.DateOnly)}
}

// start returns the start of an entity by its column, nil for none.
func start(e graph.Entity) []string {
	if column := e.Self().Spec().Field("start_at"); column != nil {
		if at, has := column.Value(e).(time.Time); has {
			return []string{"start " + graph.Date(&at)}
		}
	}
	return nil
}

// RecordValues returns all values of a record as facts.
func (s Style) RecordValues(r *graph.Record) []string {
	if !s.Fields {
		return nil
	}
	return s.values(nil, searchtext.Values(r.Fields))
}

// status returns the status of a plan or document, if that is in its props, or a
// participle at the end of its type, and no fact has it: a rejected proposal may
// be an active plan. Without a roomy budget it returns only such a participle of
// what is not done, because others cost .2 % of the questions in 500 tokens.
func (s Style) status(g *memory.Graph, e graph.Entity, facts []string) []string {
	if kind := e.Self().Kind; kind != graph.KindPlan && kind != graph.KindDocument {
		return nil
	}
	name, value := "type", g.Types().Stage(e)
	if !text.IsParticiple(value) {
		value = ""
	}
	for _, field := range searchtext.Members(e.Self().Props) {
		if slices.Contains(text.StatusKeys, field.Name) {
			name, value = field.Name, graph.Line(field.Text, valueLabel)
		}
	}
	isKnown := slices.ContainsFunc(facts, func(fact string) bool { return strings.EqualFold(fact, value) })
	isDone := e.Self().IsOver()
	if value == "" || isKnown || s.MaxTokens < RoomyBudget && (isDone || !text.IsParticiple(value)) {
		return nil
	}
	return []string{inert.Line(name + " " + value)}
}

// The maximum number of an entity's own values, and of the characters of each. By
// eye.
const (
	mostValues = 8
	valueLabel = 80
	shortValue = 40 // of a subject in a small budget
)

// asks returns the numbers and levels of an entity whose names the question has, and
// such values in its props, those with a name of one word only if the budget is roomy:
// in 500 tokens they cost .7 % of what is asked of the parts of plans. It also returns
// the values in props that are wanted otherwise. A text has a section or a detail
// instead.
func (s Style) asks(facts []string, e graph.Entity, wanted func(text.Field) bool) []string {
	if len(s.Asked) == 0 {
		return nil
	}
	asked := s.measures(facts, e)
	notes := searchtext.Notes(e)
	owner, _ := graph.OwnersInProps(e)
	members := slices.DeleteFunc(searchtext.Values(e.Self().Props), func(m text.Field) bool {
		if m.Name == owner && hasFact(facts, owner) { // by the name of the person
			return true
		}
		isAsked := wording.AsksFor(m.Name, s.Asked) && (s.MaxTokens >= RoomyBudget || strings.Contains(m.Name, "_"))
		return slices.Contains(notes, m) || !isAsked && !wanted(m) && !s.asksBy(e, m)
	})
	return append(asked, s.values(facts, members)...)
}

// asksBy reports whether the question has a value in props that is a number of an
// entity, such as that of its ticket, which the heading lacks.
func (s Style) asksBy(e graph.Entity, value text.Field) bool {
	if !slices.Contains(text.NameKeys, value.Name) || !strings.ContainsFunc(value.Text, unicode.IsDigit) ||
		len(value.Text) > valueLabel || strings.Contains(graph.Heading(e), value.Text) {
		return false
	}
	words := text.Folded(value.Text)
	return s.Asked[strings.Join(words, "")] || !slices.ContainsFunc(words, func(word string) bool { return !s.Asked[text.English(word)] })
}

// hasFact reports whether there is a fact of a property, by its name in the singular.
func hasFact(facts []string, name string) bool {
	name = strings.TrimSuffix(name, "s") + " "
	return slices.ContainsFunc(facts, func(fact string) bool { return strings.HasPrefix(fact, name) })
}

// measures returns the numbers and levels of an entity whose names the question has,
// unless a fact has them.
func (s Style) measures(facts []string, e graph.Entity) (list []string) {
	for _, column := range wording.Measures(e.Self().Spec(), func(stem string) bool { return s.Asked[stem] }) {
		value := column.Value(e)
		if fact := fmt.Sprint(column.Name, " ", value); value != nil && !slices.Contains(facts, fact) {
			list = append(list, fact)
		}
	}
	return list
}

// values returns members of an object as facts, unless a fact has the same text.
func (s Style) values(facts []string, members []text.Field) (values []string) {
	known := strings.Join(facts, "\n")
	for _, field := range members {
		value := graph.Line(field.Text, valueLabel)
		if len(field.Text) > valueLabel && strings.Contains(field.Text, "\n") {
			continue // a text, which has sections
		}
		if value != "" && !strings.Contains(known, value) && len(values) < mostValues {
			values = append(values, inert.Line(field.Name+" "+value))
		}
	}
	return values
}

// Name returns an entity's name with its kind, its parent and its facts. full
// is the entity with its text, nil if it has none.
func (s Style) Name(g *memory.Graph, e, full graph.Entity, parent string) prompt.Name {
	if full != nil {
		e = full
	}
	name := prompt.Named(e)
	name.ID, name.Kind = s.ShortID(e.Self().ID), string(e.Self().Kind)
	if parent != "" {
		name.Kind += " of " + parent
	}
	name.Facts = append(prompt.RecordType(e), s.Facts(g, e)...)
	return name
}

// The order of relations: first those that the question asks for, then those
// that the lens weights.
const (
	relationAsked = iota
	relationOfLens
	relationOther
)

// RelationRank returns the position of a relation in this order.
func (s Style) RelationRank(relation graph.Relation) int {
	switch {
	case s.Relations[relation]:
		return relationAsked
	case !relation.IsContainment() && slices.Contains(s.Lens.Relations, relation):
		return relationOfLens
	default:
		return relationOther
	}
}

// The maximum length of the name of a parent, in characters. The short one
// applies in a small budget and after the document has named the parent. By
// eye.
const (
	parentLabel      = 60
	shortParentLabel = 30
)

// ParentName returns the name of a parent as shown after the kind of its child.
// named reports whether the document has named the parent before.
func (s Style) ParentName(parent graph.Entity, named bool) string {
	if named || s.MaxTokens < SmallBudget {
		return shortName(parent.Self().Label)
	}
	return graph.Line(parent.Self().Label, parentLabel)
}

// shortName returns the part of a label before a colon, as in "KEP-1287:
// In-place update", cut to shortParentLabel.
func shortName(label string) string {
	name := prompt.BeforeColon(label)
	short, cut := strings.CutSuffix(graph.Line(name, shortParentLabel), "…")
	if end := strings.LastIndexByte(short, ' '); cut && end > 0 {
		return short[:end] + "…"
	}
	return graph.Line(name, shortParentLabel)
}
