package memory

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"dossier/graph"
)

// sortedIDs returns the ids of entities, sorted.
func sortedIDs(entities []graph.Entity) []string {
	ids := make([]string, len(entities))
	for i, e := range entities {
		ids[i] = e.Self().ID
	}
	slices.Sort(ids)
	return ids
}

// IDs finds the entities of a graph by what people call them: the beginning of an id, or
// an external id.
type IDs struct {
	of       *content
	prefixes *once[map[string]bool] // of the ids of trackers
}

// IDs returns the names of the entities.
func (g *Graph) IDs() IDs { return IDs{&g.content, g.prefixes} }

// beginning returns the ids of entities that begin with short, sorted.
func (n IDs) beginning(short string) (found []string) {
	ids := n.of.base.ids.get()
	for at := sort.SearchStrings(ids, short); at < len(ids) && strings.HasPrefix(ids[at], short); at++ {
		if *n.of.entities.at(n.of.base.ordinals[ids[at]]) != nil {
			found = append(found, ids[at])
		}
	}
	numbered := len(found)
	for at, _ := n.of.findAdded(short); at < len(n.of.addedEntities); at++ {
		id := n.of.At(n.of.addedEntities[at]).Self().ID
		if !strings.HasPrefix(id, short) {
			break
		}
		found = append(found, id)
	}
	if numbered > 0 && numbered < len(found) {
		slices.Sort(found)
	}
	return found
}

// External returns the entities with an external id: at most one of each kind.
func (n IDs) External(name string) (found []graph.Entity) {
	for _, ord := range n.perhapsExternal(name) {
		if e := n.of.At(ord); e != nil && e.Self().ExternalID != nil && *e.Self().ExternalID == name {
			found = append(found, e)
		}
	}
	return found
}

// perhapsExternal returns the ordinals of the entities that may have an external id.
func (n IDs) perhapsExternal(name string) (ords []int32) {
	switch {
	case n.of.base == nil:
		return nil
	case n.of.renamed:
		for ord := range n.of.Entities() {
			ords = append(ords, ord)
		}
		return ords
	}
	named := n.of.base.externals.get()
	if ord, is := named.first[name]; is {
		ords = append(append(ords, ord), named.twins[name]...)
	}
	return append(ords, n.of.addedEntities...)
}

// externals are the ordinals of entities by external id: of the first one, and of others
// with the same, which have other kinds.
type externals struct {
	first map[string]int32
	twins map[string][]int32
}

// findExternals returns the external ids of the entities that the base has.
func findExternals(g *Graph) externals {
	found := externals{map[string]int32{}, map[string][]int32{}}
	for ord, e := range g.Entities() {
		external := e.Self().ExternalID
		if external == nil {
			continue
		}
		if _, isTwin := found.first[*external]; isTwin {
			found.twins[*external] = append(found.twins[*external], ord)
			continue
		}
		found.first[*external] = ord
	}
	return found
}

// Begun returns the entities whose ids begin with a text, which has at least
// [graph.ShortestID] characters.
func (n IDs) Begun(short string) (found []graph.Entity) {
	if len(short) < graph.ShortestID || strings.Trim(short, "0123456789abcdefABCDEF-") != "" {
		return nil // it is no id, as KEP-1287 is not
	}
	for _, id := range n.beginning(strings.ToLower(short)) {
		found = append(found, n.of.Entity(id))
	}
	return found
}

// Qualified returns the entities with the external id that follows the name of the
// project and a slash.
func (n IDs) Qualified(name string) []graph.Entity {
	project := n.of.Project()
	if project == nil {
		return nil
	}
	for _, prefix := range project.Names() {
		if rest, is := strings.CutPrefix(name, prefix+"/"); is && rest != "" {
			if found := n.External(rest); found != nil {
				return found
			}
		}
	}
	return nil
}

// IsTracked reports whether an entity has an external id that is displayed, as those of
// trackers have.
func (n IDs) IsTracked(id string) bool {
	_, is := n.trackerID(id)
	return is
}

// trackerID returns the external id of an entity, and reports whether it is displayed.
func (n IDs) trackerID(id string) (string, bool) {
	e := n.of.Entity(id)
	if e == nil || e.Self().Kind == graph.KindProject {
		return "", false
	}
	return graph.Or(e.Self().ExternalID, ""), n.isShown(e)
}

// taskNumber is the form of the ids of tables of tasks.
var taskNumber = regexp.MustCompile(`^[1-9][0-9]{0,6}$`)

// isShown reports whether the external id of an entity is displayed: also the number of a
// task, and one without a digit, such as bd-kwro, if others with the same beginning have
// some.
func (n IDs) isShown(e graph.Entity) bool {
	external := graph.Or(e.Self().ExternalID, "")
	if graph.IsShownID(external) || e.Self().Kind == graph.KindTask && taskNumber.MatchString(external) {
		return true
	}
	prefix, _ := prefixOf(external)
	return prefix != "" && graph.HasShownForm(external) && n.prefixes.get()[prefix]
}

// longestHash is the length up to which what follows the prefix of an id may be a hash.
const longestHash = 8

// prefixOf returns what is before the first hyphen of an id if what follows may be a hash
// or a number, and whether that has a digit.
func prefixOf(external string) (prefix string, hasDigit bool) {
	prefix, rest, _ := strings.Cut(external, "-")
	rest, _, _ = strings.Cut(rest, ".")
	if rest == "" || len(rest) > longestHash || strings.ContainsAny(rest, "-/_ ") {
		return "", false
	}
	return prefix, strings.ContainsAny(rest, "0123456789")
}

// leastPrefixed is the number of ids with a prefix and a digit from which those without
// a digit are taken for ids of the same tracker. By eye.
const leastPrefixed = 3

// findPrefixes returns the prefixes of the ids of trackers in the graph.
func findPrefixes(g *Graph) map[string]bool {
	counts, found := map[string]int{}, map[string]bool{}
	for _, e := range g.Entities() {
		if prefix, hasDigit := prefixOf(graph.Or(e.Self().ExternalID, "")); hasDigit {
			counts[prefix]++
			found[prefix] = counts[prefix] >= leastPrefixed
		}
	}
	return found
}

// ShownID returns an id of an entity of one of several graphs as displayed: the first of
// its id in a tracker and the beginnings of its id that means no other entity of the
// graphs. What means an entity is decided as in the resolver of names: an external id
// comes before the beginning of an id.
//
// isTaken reports whether a text means another entity, in no graph; nil if the graphs
// have all.
func ShownID(graphs []*Graph, id string, isTaken func(id, text string) bool) string {
	isFree := func(text string) bool { return isOnly(graphs, id, text) && (isTaken == nil || !isTaken(id, text)) }
	for _, g := range graphs {
		if external, is := g.IDs().trackerID(id); is && isFree(external) {
			return external
		}
	}
	for _, length := range graph.ShortLengths {
		if isFree(id[:length]) {
			return id[:length]
		}
	}
	return id
}

// isOnly reports whether a name means no entity of the graphs but the one with an id.
func isOnly(graphs []*Graph, id, name string) bool {
	isOther := func(e graph.Entity) bool { return e.Self().ID != id }
	for _, g := range graphs {
		if slices.ContainsFunc(g.IDs().External(name), isOther) {
			return false
		}
		if slices.ContainsFunc(g.IDs().Begun(name), isOther) {
			return false
		}
	}
	return true
}
