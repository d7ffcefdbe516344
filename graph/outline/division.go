package outline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
)

// mostDivisions is the maximum number of groups that a list is divided into, by
// eye. Further members are in one group.
const mostDivisions = 20

// A division divides a list by what its members have.
type division struct {
	reader *corpus.Reader
	by     string              // as dividedBy returns it
	people map[string][]string // who owns an entity, by its id; nil if it is not by owners
	isLong bool                // the list has too many members to read their fields
}

// newDivision returns the division by a word.
func newDivision(r *corpus.Reader, graphs []*graph.Graph, by string) *division {
	d := &division{reader: r, by: by}
	if !slices.Contains(ownerWords, by) {
		return d
	}
	d.people = map[string][]string{}
	own := func(person, entity graph.Entity) {
		id, name := entity.Self().ID, person.Self().Label
		if !slices.Contains(d.people[id], name) {
			d.people[id] = append(d.people[id], name)
		}
	}
	for i, g := range graphs {
		owned := PeopleOwn(r.Indexes[i], g)
		for ord, person := range g.OfKind(graph.KindRecord) {
			if !graph.IsPerson(person) {
				continue
			}
			for _, link := range g.Links(ord) {
				own(person, g.At(link.Other))
			}
			for _, e := range owned[person.Self().ID] {
				own(person, e)
			}
		}
	}
	return d
}

// divide returns the members of a group in groups by each of their values: those of
// the most members first, then by value, but months and levels by value, and those
// without a value last. It returns nil if no member has a value.
func (d *division) divide(g Group) (groups []Group) {
	d.isLong = len(g.Members) > scannedRecords
	at := map[string]int{}
	var others []Member
	for _, m := range g.Members {
		values := d.valuesOf(m)
		if len(values) == 0 {
			others = append(others, m)
		}
		for _, value := range values {
			if _, known := at[value]; !known {
				at[value] = len(groups)
				groups = append(groups, Group{Kind: g.Kind, Value: value})
			}
			groups[at[value]].Members = append(groups[at[value]].Members, m)
		}
	}
	slices.SortFunc(groups, func(a, b Group) int {
		if slices.Contains(orderedWords, d.by) {
			return cmp.Compare(a.Value, b.Value)
		}
		return cmp.Or(cmp.Compare(len(b.Members), len(a.Members)), cmp.Compare(a.Value, b.Value))
	})
	if len(groups) > mostDivisions {
		rest := Group{Kind: g.Kind, Value: "others"}
		for _, one := range groups[mostDivisions:] {
			rest.Members = append(rest.Members, one.Members...)
		}
		groups = append(groups[:mostDivisions:mostDivisions], rest)
	}
	if len(groups) > 0 && len(others) > 0 {
		groups = append(groups, Group{Kind: g.Kind, Value: "no " + d.by, Members: others})
	}
	return groups
}

// valuesOf returns the values by which a member is in groups, each once.
func (d *division) valuesOf(m Member) []string {
	e := m.Entity
	switch kind := ownKind(d.by); {
	case d.people != nil:
		if people := d.people[e.Self().ID]; people != nil {
			return people
		}
		return nonBlank(d.ownerNamed(e.Self().ID))
	case slices.Contains(stateWords, d.by) && e.Self().Kind != graph.KindRecord:
		return nonBlank(e.Self().State())
	case d.by == monthWord:
		if due := graph.Due(e); due != nil {
			return []string{due.Format("2006-01")}
		}
		return nil
	case kind == graph.KindProject:
		return projectName(m.Graph)
	case kind != "":
		return linkedNames(m, kind)
	}
	if field := e.Self().Spec().Field(d.by); field != nil && field.Light && field.Value(e) != nil {
		return nonBlank(fmt.Sprint(d.by, " ", field.Value(e)))
	}
	if record, ok := e.(*graph.Record); ok && !d.isLong {
		if names := labelsOf(referencesIn(m.Graph, record, d.by)); names != nil {
			return names
		}
		value, _ := record.Fields.Object()[d.by].(string)
		return nonBlank(graph.Line(value, reasonLabel))
	}
	return nil
}

func nonBlank(value string) []string {
	if graph.IsBlank(value) {
		return nil
	}
	return []string{value}
}

// projectName returns the name of the project of a graph, nil if it has none.
func projectName(g *graph.Graph) []string {
	if project := g.Project(); project != nil {
		return nonBlank(project.Label)
	}
	return nil
}

// labelsOf returns the labels of entities, each once.
func labelsOf(entities []graph.Entity) (labels []string) {
	for _, e := range entities {
		if label := e.Self().Label; !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	return labels
}

// linkedNames returns the labels of the entities of a kind to which edges join a
// member.
func linkedNames(m Member, kind graph.Kind) (names []string) {
	ord, known := m.Graph.Ordinal(m.Entity.Self().ID)
	if !known {
		return nil
	}
	for _, link := range m.Graph.Links(ord) {
		if other := m.Graph.At(link.Other).Self(); other.Kind == kind && !slices.Contains(names, other.Label) {
			names = append(names, other.Label)
		}
	}
	return names
}

// ownerNamed returns the words of the owner in the props of an entity, who is no
// record; "" for none.
func (d *division) ownerNamed(id string) string {
	doc, found := d.reader.Find(id)
	if !found {
		return ""
	}
	x, entry := d.reader.Indexes[doc.Project], d.reader.Entry(doc)
	for tokens := range ownersIn(entry) {
		var words []string
		for _, token := range tokens {
			word := []rune(x.WordText(token.Word()))
			if token.Has(text.Capital) && len(word) > 0 {
				word[0] = unicode.ToTitle(word[0])
			}
			words = append(words, string(word))
		}
		return strings.Join(words, " ")
	}
	return ""
}
