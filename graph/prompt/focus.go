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
)

// How much of an entity and its surroundings a focus includes. ownShare is
// specified; the others are by eye.
const (
	ownShare     = .5
	nearShare    = .25
	nearFrom     = 700 // tokens; names matter more in shorter texts
	nearestTexts = 24  // maximum number of linked entities whose texts are included
	usualDepth   = 2   // default distance, in edges
	headerRank   = 2.5
	firstStep    = .25 // difference between the ranks of entities of a kind in Options.First
	fieldRank    = .1  // fields are included before linked entities
)

// NearestTexts returns the refs of the entities whose texts a focus may include:
// the entity and the most relevant entities linked to it.
func NearestTexts(g *memory.Graph, id string, options Options) ([]graph.Ref, error) {
	f, err := focusOn(g, id, options)
	if err != nil {
		return nil, err
	}
	refs := []graph.Ref{f.entity.Self().Ref()}
	for _, e := range f.linked[:min(nearestTexts, len(f.linked))] {
		refs = append(refs, e.Entity.Self().Ref())
	}
	return refs, nil
}

// A focus is an entity with its linked entities, the most relevant first.
type focus struct {
	describer
	graph  *memory.Graph
	entity graph.Entity
	linked []*memory.LinkedEntity
	came   map[graph.Kind]int // number of entities ranked so far, by kind in Options.First
}

// Focus returns the document about one entity: its fields and texts, its linked
// entities, the project, and the graph around it. The error is NOT_FOUND for an
// unknown entity.
func Focus(g *memory.Graph, id string, options Options) (*Document, error) {
	if id == g.Revision.ProjectID {
		return Workspace(g, options)
	}
	f, err := focusOn(g, id, options)
	if err != nil {
		return nil, err
	}
	sections := []*Chapter{f.title(), f.ownFields(), textSection("text", spaced, f.entity, ownPassages(f.options.full(f.entity)), laneText, 0)}
	sections = append(sections, f.relations()...)
	sections = append(sections, f.texts()...)
	sections = append(sections, f.further())
	if g.Project() != nil {
		header := f.projectHeader(g, 2)
		for _, s := range header {
			for i := range s.pieces {
				s.pieces[i].rank = headerRank
			}
		}
		sections = append(sections, header...)
	}
	around, err := f.graphSection(g, id)
	if err != nil {
		return nil, err
	}
	shares := laneShares(f.options)
	shares[laneText], shares[laneNear] = share{most: ownShare}, share{most: nearShare, from: nearFrom}
	return compose(append(sections, around), nil, shares, f.options)
}

func focusOn(g *memory.Graph, id string, options Options) (*focus, error) {
	links, err := g.LinkedEntities(id, memory.LinkQuery{Kinds: options.Kinds})
	if err != nil {
		return nil, err
	}
	options.Start(g, id)
	f := &focus{describer{graphs: []*memory.Graph{g}, options: options}, g, links.Source, nil, map[graph.Kind]int{}}
	if options.Within != nil && *options.Within == 0 {
		return f, nil
	}
	for _, group := range links.All() {
		f.linked = append(f.linked, group.Items...)
	}
	f.addOwned()
	f.order()
	return f, nil
}

// addOwned adds what the focused person owns to the linked entities, unless an
// edge joins it.
func (f *focus) addOwned() {
	isLinked := make(map[string]bool, len(f.linked))
	for _, linked := range f.linked {
		isLinked[linked.Entity.Self().ID] = true
	}
	for _, e := range f.options.Owned {
		if c := e.Self(); !isLinked[c.ID] && c.Kind != graph.KindProject && !c.IsScratch() && f.options.shows(c.Kind) {
			f.linked = append(f.linked, &memory.LinkedEntity{Entity: e, LinkedEdge: memory.LinkedEdge{Label: "owner of", Direction: graph.Outgoing}})
		}
	}
}

// label returns the name of the list that a linked entity is in.
func (f *focus) label(linked *memory.LinkedEntity) string {
	if f.place(linked) == someone {
		return "people"
	}
	return linked.Label
}

// title returns the heading of the entity, with its facts.
func (f *focus) title() *Chapter {
	kind := string(f.entity.Self().Kind)
	name := f.name(f.entity)
	name.Label = graph.Capital(kind) + ": " + name.Label
	s := &Chapter{name: kind, lane: laneHead}
	s.add(0, f.entity, Heading{Level: 1, Name: name, Tight: true})
	f.dated = true
	if facts := f.facts(f.entity); len(facts) > 0 {
		s.add(1, nil, Apart{Text{strings.Join(facts, ", ")}})
	}
	return s
}

// ownFields returns the fields of the entity, except texts and facts of the
// title.
func (f *focus) ownFields() *Chapter {
	s := &Chapter{name: "fields", heading: spaced, lane: laneLists}
	if f.options.HideFacts {
		return s
	}
	said := f.facts(f.entity)
	entity := f.options.full(f.entity)
	spec := entity.Self().Spec()
	for i := range spec.Fields {
		field := &spec.Fields[i]
		value := field.Value(entity)
		if slices.Contains(hiddenFields, field.Name) || field.Searched || value == nil || field.Name == spec.Label {
			continue
		}
		if values, ok := value.(graph.JSON); ok {
			for _, fact := range f.values(values) {
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
		for _, fact := range f.values(record.Fields) {
			if !slices.Contains(said, fact.Value) {
				s.add(fieldRank, nil, fact)
			}
		}
	}
	return s
}

// hiddenFields are elsewhere in the text, or of no use to a reader.
var hiddenFields = []string{
	"id", "kind", "label", "project_id", "deleted_at", "created_by", "created_at", "updated_at", "fields", "record_type",
}

// values returns the members of a JSON object as facts, sorted by name. Ids of
// entities are replaced by names with labels.
func (f *focus) values(object graph.JSON) []Fact {
	var members map[string]any
	_ = json.Unmarshal(object, &members) // other values have no members
	var facts []Fact
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if text := f.value(members[name]); text != "" {
			facts = append(facts, Fact{inert.Line(name), text})
		}
	}
	return facts
}

func (f *focus) value(value any) string {
	switch value := value.(type) {
	case string:
		for _, id := range []string{value, graph.ID(value)} {
			if e := f.graph.Entity(id); e != nil {
				return f.name(e).String()
			}
		}
		return inert.Line(value)
	case []any:
		var texts []string
		for _, one := range value {
			texts = append(texts, f.value(one))
		}
		return strings.Join(texts, ", ")
	}
	return inert.Line(graph.EncodeJSON(value))
}

// relations returns the linked entities, as one section for each label of a
// relation.
func (f *focus) relations() []*Chapter {
	byLabel := map[string]*Chapter{}
	places := map[string]int{}
	var labels []string
	for at, linked := range f.linked {
		label := f.label(linked)
		s := byLabel[label]
		if s == nil {
			s = &Chapter{name: label, heading: counted(graph.Capital(label)), lane: laneLists, list: &listing{}}
			byLabel[label], places[label] = s, f.place(linked)
			labels = append(labels, label)
		}
		s.list.add(linked.Entity)
		s.add(f.rank(float64(at+1), linked.Entity), linked.Entity, f.linkedItem(at, linked))
	}
	slices.SortStableFunc(labels, func(a, b string) int { return places[a] - places[b] })
	sections := make([]*Chapter, len(labels))
	for i, label := range labels {
		sections[i] = byLabel[label]
	}
	return sections
}

// wholeText is the maximum length of a text in its entity's line, in
// characters; by eye. A longer text gets a separate section.
const wholeText = 320

// linkedItem returns the item of f.linked[at].
func (f *focus) linkedItem(at int, linked *memory.LinkedEntity) Item {
	f.dated = false
	item := f.listItem(linked.Entity)
	item.Kind = string(linked.Entity.Self().Kind)
	if whole := ownText(f.options.full(linked.Entity)); utf8.RuneCountInString(whole) <= wholeText {
		item.Text = whole
	} else if at < nearestTexts {
		item.Text = "" // it is in a section of f.texts
	}
	if linked.IsContextDocument {
		item.Facts = append(item.Facts, IsContextDocument)
	}
	for _, other := range linked.Others {
		item.Facts = append(item.Facts, "also "+other.Label)
	}
	return item
}

// texts returns the texts of the nearest linked entities that are too long for
// their lines, as one section each.
func (f *focus) texts() []*Chapter {
	var sections []*Chapter
	for at, linked := range f.linked[:min(nearestTexts, len(f.linked))] {
		full := f.options.full(linked.Entity)
		passages := ownPassages(full)
		if utf8.RuneCountInString(quoted(passages)) <= wholeText+len(full.Self().Label) || len(passages) == 0 {
			continue
		}
		name := f.name(linked.Entity)
		sectionName := "text of " + name.String()
		name.Kind = string(linked.Entity.Self().Kind)
		name.Label = "From " + name.Label
		heading := func(counts) Block { return Apart{Heading{Level: 2, Name: name}} }
		sections = append(sections, textSection(sectionName, heading, linked.Entity, passages, laneNear, float64(at*beyondLimit)))
	}
	return sections
}

// further returns the entities further than one edge, the most relevant first.
func (f *focus) further() *Chapter {
	s := &Chapter{name: "further away", heading: counted("Further away"), lane: laneLists, list: &listing{}}
	depth := usualDepth
	if f.options.Within != nil {
		depth = *f.options.Within
	}
	paths := f.options.nearest(f.entity)
	for _, e := range f.graph.Entities() {
		distance := paths.Distance(e.Self().ID)
		if distance > 1 && distance <= depth && !f.options.owns(e) && e.Self().Kind != graph.KindProject && f.options.shows(e.Self().Kind) {
			s.list.add(e)
		}
	}
	places := placesOf(f.options.Ranked)
	slices.SortStableFunc(s.list.entities, func(a, b graph.Entity) int {
		return cmp.Or(
			cmp.Compare(f.options.kindPlace(a.Self().Kind), f.options.kindPlace(b.Self().Kind)),
			cmp.Compare(places(a), places(b)), f.options.distance(a)-f.options.distance(b),
			graph.Score(b, f.options.Now)-graph.Score(a, f.options.Now))
	})
	f.dated = false
	for at, e := range s.list.entities {
		s.addLater(f.rank(beyondLimit+float64(at), e), e, func() Block {
			item := f.listItem(e)
			item.Kind = string(e.Self().Kind)
			if before, label := paths.Before(e.Self().ID); before != nil {
				item.Facts = append([]string{label + " " + inert.Line(graph.Line(before.Self().Label, ProjectLabel))}, item.Facts...)
			}
			return item
		})
	}
	return s
}

// rank returns the rank of an entity: place, unless its kind is in
// Options.First. The first entities of these kinds come before the second ones,
// and so on, whether they are linked to the focused entity or further away.
func (f *focus) rank(place float64, e graph.Entity) float64 {
	kind := e.Self().Kind
	if !slices.Contains(f.options.First, kind) {
		return place
	}
	f.came[kind]++
	return float64(f.came[kind]) * firstStep
}
