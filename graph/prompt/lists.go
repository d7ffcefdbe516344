package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/inert"
	"dossier/graph/states"
	"dossier/graph/view"
)

// lists returns the lists of the projects: highlights, people and changes.
// Lists of kinds in Options.First come first.
func (o *overview) lists(*view.Section) (chapters []*Chapter) {
	taken := map[graph.Entity]bool{}
	for _, highlight := range o.agenda.Highlights {
		for _, e := range highlight.Items {
			taken[e] = true
		}
	}
	sections, next := view.Overview("lists").Sections, o.agenda.Highlights
	for i := range sections {
		s, place := &sections[i], len(o.options.First)
		if len(s.Kinds) > 0 {
			place = o.options.kindPlace(s.Kinds[0])
		}
		var chapter *Chapter
		switch s.Of {
		case "people":
			chapter = o.people(s)
		case "changed":
			chapter = o.changed(s)
		default:
			chapter, next = o.highlight(next[0], taken), next[1:]
		}
		if chapter.place = place; len(s.Kinds) == 0 || o.options.shows(s.Kinds[0]) {
			chapters = append(chapters, chapter)
		}
	}
	slices.SortStableFunc(chapters, func(a, b *Chapter) int { return cmp.Compare(a.place, b.place) })
	return chapters
}

// highlight returns the section of a list. Entities beyond the list's limit
// rank last, and are not repeated if they are in taken, to which highlight adds
// them.
func (d describer) highlight(list *attention.Highlight, taken map[graph.Entity]bool) *Chapter {
	d.dated = list.Dated
	s := newList(list.Name)
	s.list = &listing{total: list.Total, has: func(e graph.Entity) bool { return d.agenda.Lists(list, e) }}
	weight := d.weight(list.Kind, list.Weight, list.Urgent)
	add := func(offset float64, e graph.Entity) {
		s.addLater(offset+float64(len(s.pieces)+1)/weight, e, func() Block { return d.listItem(e) })
	}
	for _, e := range list.Items {
		add(0, e)
	}
	for _, e := range list.First[:min(len(list.First), d.options.mostLines())] {
		if !taken[e] {
			taken[e] = true
			add(beyondLimit, e)
		}
	}
	return s
}

// listItem returns the line of an entity, with its blockers and its source.
func (d describer) listItem(e graph.Entity) Item {
	item := d.item(e)
	var details []string
	if e.Self().State() == "blocked" {
		details = append(details, d.blockers(e))
	}
	if source := d.source(e); source != "" {
		details = append(details, source)
	}
	item.Detail = strings.Join(details, "\n")
	return item
}

// nameLabel bounds a name in a list of names, in characters; by eye.
const nameLabel = 80

// blockers returns a line that names the blockers of an entity.
func (d describer) blockers(e graph.Entity) string {
	blockers := d.graphOf(e).Blockers(e.Self().ID)
	if len(blockers) == 0 {
		return "no link says what blocks it"
	}
	return "blocked by " + d.names(blockers, blockersLimit)
}

// names returns the names of at most most entities, and counts the others.
func (d describer) names(entities []graph.Entity, most int) string {
	var names []string
	for _, e := range entities[:min(most, len(entities))] {
		name := d.name(e)
		name.Label = graph.Line(graph.Heading(e), nameLabel)
		if state := states.Shown(e.Self()); state != "" && !d.options.HideFacts {
			name.Facts = []string{inert.Line(state)}
		}
		names = append(names, name.String())
	}
	return Names(names, len(entities))
}

// Names returns the names of some of all entities, and how many more there are.
func Names(names []string, all int) string {
	text := strings.Join(names, "; ")
	if more := all - len(names); more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// source returns the score of an entity and its path from the start, "" unless
// Options.Sources is set.
func (d describer) source(e graph.Entity) string {
	if !d.options.Sources {
		return ""
	}
	source := fmt.Sprintf("score %d", graph.Score(e, d.options.Now))
	paths := d.options.nearest(e)
	if paths == nil || paths.Distance(e.Self().ID) < 0 {
		return "*" + source + " · no path from the start*"
	}
	source += fmt.Sprintf(" · distance %d", paths.Distance(e.Self().ID))
	if before, label := paths.Before(e.Self().ID); before != nil {
		source += fmt.Sprintf(" · %s %s", label, inert.Line(graph.Line(before.Self().Label, nameLabel)))
	}
	return "*" + source + "*"
}

// The maximum number of owned entities and of blockers that a line names, by
// eye.
const (
	ownedLimit    = 3
	blockersLimit = 4
)

// people returns the list of people on the projects, each with the open
// entities that they own.
func (d describer) people(of *view.Section) *Chapter {
	s := newList(of.Heading)
	weight := d.weight(graph.KindRecord, of.Share, false)
	for _, person := range attention.People(d.graphs, d.options.PeopleOwn, d.options.Now) {
		if !d.options.within(person.Record) {
			continue
		}
		item := Item{Name: d.name(person.Record), Detail: d.source(person.Record)}
		if person.Role != "" && !d.options.HideFacts {
			item.Facts = []string{inert.Line(person.Role)}
		}
		if len(person.Owned) > 0 {
			item.Text = fmt.Sprintf("%d open: %s", len(person.Owned), d.names(person.Owned, ownedLimit))
		}
		s.add(rankIn(s.list.add(person.Record), attention.PeopleLimit, weight), person.Record, item)
	}
	return s
}

// weight returns the weight of a list. Across projects, lists that ask for
// action weigh more than others.
func (d describer) weight(kind graph.Kind, weight float64, urgent bool) float64 {
	if d.naming && !urgent {
		weight /= acrossWeight
	}
	return d.options.weight(kind, weight)
}

// rankIn returns the rank of the n-th line of a list, counted from 1.
func rankIn(n, limit int, weight float64) float64 {
	rank := float64(n) / weight
	if n > limit {
		rank += beyondLimit
	}
	return rank
}

// within reports whether an entity is within o.Within edges of the start.
func (o *Options) within(e graph.Entity) bool {
	if o.Within == nil {
		return true
	}
	paths := o.nearest(e)
	return paths != nil && paths.Distance(e.Self().ID) >= 0 && paths.Distance(e.Self().ID) <= *o.Within
}

// changed returns the list of what was created, done or decided last week.
func (d describer) changed(of *view.Section) *Chapter {
	s := &Chapter{name: "changed", lane: laneLists}
	weight := d.weight("", of.Share, false)
	events, kinds := d.agenda.Changed(d.options.mostLines(), d.options.shows)
	for i, event := range events {
		name := d.name(event.Entity, string(event.Entity.Self().Kind))
		name.Label = graph.Date(&event.At) + " " + event.Happened + ": " + graph.Line(labelWithText(event.Entity), nameLabel)
		s.add(rankIn(i+1, attention.ChangedLimit, weight), event.Entity, Item{Name: name})
	}
	total := 0
	for _, kind := range kinds {
		total += kind.Count
	}
	s.heading = func(n counts) Block {
		return counted(of.Heading)(counts{shown: n.shown, total: total})
	}
	s.rest = func(shown int) Block {
		more := More{Count: total - shown}
		for _, kind := range kinds {
			for _, event := range events[:shown] {
				if event.Entity.Self().Kind == kind.Kind {
					kind.Count--
				}
			}
			if kind.Count > 0 {
				more.Kinds = append(more.Kinds, kind)
			}
		}
		return more
	}
	return s
}

// labelWithText returns a name that shows what an entity is about, for a signal after its
// channel.
func labelWithText(e graph.Entity) string {
	label := e.Self().Label
	if about := HeadingWithText(e); about != label {
		label += ": " + about
	}
	return label
}

// HeadingWithText returns the heading of an entity, for a signal with its text.
func HeadingWithText(e graph.Entity) string {
	heading := graph.Heading(e)
	if e.Self().Kind != graph.KindSignal {
		return heading
	}
	text := graph.Description(e)
	switch {
	case strings.Contains(text, heading):
		return text
	case text == "":
		return heading
	}
	return heading + ": " + text
}

// rest returns the list of entities that are in no other list, such as
// those that are done.
func (o *overview) rest(of *view.Section) []*Chapter {
	s := newList(of.Heading)
	s.list = &listing{has: func(e graph.Entity) bool { return o.options.shows(e.Self().Kind) && o.agenda.IsUnlisted(e) }}
	lines := map[graph.Kind]int{}
	for number := range o.graphs {
		for _, spec := range graph.Kinds {
			if o.options.shows(spec.Kind) {
				lines[spec.Kind] = o.addUnlisted(s, number, spec.Kind, lines[spec.Kind])
			}
		}
	}
	return []*Chapter{s}
}

// addUnlisted adds the entities of a kind in a graph that are in no other list.
// s has lines for n of the kind, and it returns this number with those added.
func (d describer) addUnlisted(s *Chapter, number int, kind graph.Kind, n int) int {
	count, entities := d.agenda.Unlisted(number, kind)
	at := s.list.total
	s.list.total += count
	for e := range entities {
		if n++; n > d.options.mostLines() {
			break
		}
		at++
		s.addLater(beyondLists+float64(at)/d.options.weight(kind, 1), e, func() Block {
			item := d.listItem(e)
			item.Kind = string(kind)
			return item
		})
	}
	return n
}
