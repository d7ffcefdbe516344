package prompt

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/memory"
	"dossier/graph/view"
)

// How much of its surroundings a focus includes, by eye.
const (
	nearestTexts = 24 // maximum number of linked entities whose texts are included
	usualDepth   = 2  // default distance, in edges
	headerRank   = 2.5
	firstStep    = .25 // difference between the ranks of entities of a kind in Options.First
	fieldRank    = .1  // fields are included before linked entities
)

// findLinked sets the entity with an id, and the entities that are linked to it.
func (o *overview) findLinked(id string) error {
	links, err := o.graph.LinkedEntities(id, memory.LinkQuery{Kinds: o.options.Kinds})
	if err != nil {
		return err
	}
	o.entity = links.Source
	if o.options.Within != nil && *o.options.Within == 0 {
		return nil
	}
	for _, group := range links.All() {
		o.linked = append(o.linked, group.Items...)
	}
	o.addOwned()
	o.order()
	return nil
}

// addOwned adds what the focused person owns to the linked entities, unless an
// edge joins it.
func (o *overview) addOwned() {
	isLinked := make(map[string]bool, len(o.linked))
	for _, linked := range o.linked {
		isLinked[linked.Entity.Self().ID] = true
	}
	for _, e := range o.options.Owned {
		if c := e.Self(); !isLinked[c.ID] && c.Kind != graph.KindProject && !c.IsScratch() && o.options.shows(c.Kind) {
			o.linked = append(o.linked, &memory.LinkedEntity{Entity: e, LinkedEdge: memory.LinkedEdge{Label: "owner of", Direction: graph.Outgoing}})
		}
	}
}

// label returns the name of the list that a linked entity is in.
func (o *overview) label(linked *memory.LinkedEntity) string {
	if o.place(linked) == someone {
		return "people"
	}
	return linked.Label
}

// title returns the heading of the entity, with its facts.
func (o *overview) title() *Chapter {
	kind := string(o.entity.Self().Kind)
	name := o.name(o.entity)
	name.Label = graph.Capital(kind) + ": " + name.Label
	s := &Chapter{name: kind}
	s.add(0, o.entity, Heading{Level: 1, Name: name, Tight: true})
	o.dated = true
	if facts := o.facts(o.entity); len(facts) > 0 {
		s.add(1, nil, Apart{Text{strings.Join(facts, ", ")}})
	}
	return s
}

// ownFields returns the fields of the entity, except texts and facts of the
// title.
func (o *overview) ownFields(*view.Section) []*Chapter {
	s := &Chapter{name: "fields", heading: spaced}
	if o.options.HideFacts {
		return nil
	}
	said := o.facts(o.entity)
	entity := o.options.full(o.entity)
	spec := entity.Self().Spec()
	for i := range spec.Fields {
		field := &spec.Fields[i]
		value := field.Value(entity)
		if slices.Contains(hiddenFields, field.Name) || field.Searched || value == nil || field.Name == spec.Label {
			continue
		}
		if values, ok := value.(graph.JSON); ok {
			for _, fact := range o.values(values) {
				s.add(fieldRank, nil, fact)
			}
			continue
		}
		text := inert.Line(graph.Plain(value))
		if text != "" && text != "false" && !slices.ContainsFunc(said, func(fact string) bool { return strings.HasSuffix(fact, text) }) {
			s.add(fieldRank, nil, Fact{strings.ReplaceAll(field.Name, "_", " "), text})
		}
	}
	if record, ok := entity.(*graph.Record); ok {
		for _, fact := range o.values(record.Fields) {
			if !slices.Contains(said, fact.Value) {
				s.add(fieldRank, nil, fact)
			}
		}
	}
	return []*Chapter{s}
}

// hiddenFields are elsewhere in the text, or of no use to a reader.
var hiddenFields = []string{
	"id", "kind", "label", "project_id", "deleted_at", "created_by", "created_at", "updated_at", "fields", "record_type",
}

// values returns the members of a JSON object as facts, sorted by name. Ids of
// entities are replaced by names with labels.
func (o *overview) values(object graph.JSON) []Fact {
	var members map[string]any
	_ = json.Unmarshal(object, &members) // other values have no members
	var facts []Fact
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if text := o.value(members[name]); text != "" {
			facts = append(facts, Fact{inert.Line(name), text})
		}
	}
	return facts
}

func (o *overview) value(value any) string {
	switch value := value.(type) {
	case string:
		for _, id := range []string{value, graph.ID(value)} {
			if e := o.graph.Entity(id); e != nil {
				return o.name(e).String()
			}
		}
		return inert.Line(value)
	case []any:
		var texts []string
		for _, one := range value {
			texts = append(texts, o.value(one))
		}
		return strings.Join(texts, ", ")
	}
	return inert.Line(graph.EncodeJSON(value))
}

// links returns the linked entities, as one section for each label of a
// relation.
func (o *overview) links(*view.Section) (sections []*Chapter) {
	byLabel := map[string]*Chapter{}
	for at, linked := range o.linked {
		label := o.label(linked)
		s := byLabel[label]
		if s == nil {
			s = newList(graph.Capital(label))
			s.name, s.place, byLabel[label] = label, o.place(linked), s
			sections = append(sections, s)
		}
		s.list.add(linked.Entity)
		s.add(o.rank(float64(at+1), linked.Entity), linked.Entity, o.linkedItem(at, linked))
	}
	slices.SortStableFunc(sections, func(a, b *Chapter) int { return a.place - b.place })
	return sections
}

// wholeText is the maximum length of a text in its entity's line, in
// characters; by eye. A longer text gets a separate section.
const wholeText = 320

// linkedItem returns the item of o.linked[at].
func (o *overview) linkedItem(at int, linked *memory.LinkedEntity) Item {
	o.dated = false
	item := o.listItem(linked.Entity)
	item.Kind = string(linked.Entity.Self().Kind)
	if whole := ownText(o.options.full(linked.Entity)); utf8.RuneCountInString(whole) <= wholeText {
		item.Text = whole
	} else if at < nearestTexts {
		item.Text = "" // it is in a section of o.texts
	}
	if linked.IsContextDocument {
		item.Facts = append(item.Facts, IsContextDocument)
	}
	for _, other := range linked.Others {
		item.Facts = append(item.Facts, "also "+other.Label)
	}
	return item
}

// quoted returns the entities whose texts are beside that of the project or entity: the
// document to read first, or the nearest linked entities.
func (o *overview) quoted() (list []graph.Entity) {
	if o.entity.Self().Kind == graph.KindProject {
		if document := ReadFirst(o.graph); document != nil && o.options.shows(graph.KindDocument) {
			list = append(list, document)
		}
		return list
	}
	for _, linked := range o.linked[:min(nearestTexts, len(o.linked))] {
		list = append(list, linked.Entity)
	}
	return list
}

// quotes returns the texts of these entities that are too long for their lines, as one
// section each.
func (o *overview) quotes(*view.Section) (sections []*Chapter) {
	for at, e := range o.quoted() {
		full := o.options.full(e)
		passages, name := ownPassages(full), o.name(e)
		sectionName := "text of " + name.String()
		switch {
		case o.entity.Self().Kind == graph.KindProject:
			sectionName = "context document"
		case utf8.RuneCountInString(quoted(passages)) <= wholeText+len(full.Self().Label):
			continue
		default:
			name.Kind = string(e.Self().Kind)
		}
		name.Label = "From " + name.Label
		heading := func(counts) Block { return Apart{Heading{Level: 2, Name: name}} }
		sections = append(sections, textSection(sectionName, heading, e, passages, float64(at*beyondLimit)))
	}
	return sections
}

// further returns the entities further than one edge, the most relevant first.
func (o *overview) further(of *view.Section) []*Chapter {
	s := newList(of.Heading)
	depth := usualDepth
	if o.options.Within != nil {
		depth = *o.options.Within
	}
	paths := o.options.nearest(o.entity)
	for _, e := range o.graph.Entities() {
		distance := paths.Distance(e.Self().ID)
		if distance > 1 && distance <= depth && !o.options.owns(e) && e.Self().Kind != graph.KindProject && o.options.shows(e.Self().Kind) {
			s.list.add(e)
		}
	}
	places := placesOf(o.options.Ranked)
	slices.SortStableFunc(s.list.entities, func(a, b graph.Entity) int {
		return cmp.Or(
			cmp.Compare(o.options.kindPlace(a.Self().Kind), o.options.kindPlace(b.Self().Kind)),
			cmp.Compare(places(a), places(b)), o.options.distance(a)-o.options.distance(b),
			graph.Score(b, o.options.Now)-graph.Score(a, o.options.Now))
	})
	o.dated = false
	for at, e := range s.list.entities {
		s.addLater(o.rank(beyondLimit+float64(at), e), e, func() Block {
			item := o.listItem(e)
			item.Kind = string(e.Self().Kind)
			if before, label := paths.Before(e.Self().ID); before != nil {
				item.Facts = append([]string{label + " " + inert.Line(graph.Line(before.Self().Label, ProjectLabel))}, item.Facts...)
			}
			return item
		})
	}
	return []*Chapter{s}
}

// rank returns the rank of an entity: place, unless its kind is in
// Options.First. The first entities of these kinds come before the second ones,
// and so on, whether they are linked to the focused entity or further away.
func (o *overview) rank(place float64, e graph.Entity) float64 {
	kind := e.Self().Kind
	if !slices.Contains(o.options.First, kind) {
		return place
	}
	o.came[kind]++
	return float64(o.came[kind]) * firstStep
}
