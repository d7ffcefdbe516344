package parts

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/relevance/index"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// Owned returns the entities of a project whose props name a person as the owner,
// by the name, a handle or the like, sorted by id. It returns nil for an entity
// that is no record.
func Owned(x *index.Index, g *memory.Graph, person graph.Entity) (list []graph.Entity) {
	record, ok := person.(*graph.Record)
	if !ok {
		return nil
	}
	seen := map[string]bool{record.ID: true}
	for words := range namesOf(x, record) {
		for _, posting := range x.Postings.Of(x.Words.Lookup(words[len(words)-1])) {
			entry := x.Entry(posting.Ordinal)
			if e := g.Entity(entry.ID); e != nil && !seen[entry.ID] && isOwnedBy(x, entry, words) {
				seen[entry.ID] = true
				list = append(list, e)
			}
		}
	}
	slices.SortFunc(list, func(a, b graph.Entity) int { return cmp.Compare(a.Self().ID, b.Self().ID) })
	return list
}

// PeopleOwn returns what the props say that each person of a project owns, as
// [Owned] does, by the id of the person.
func PeopleOwn(x *index.Index, g *memory.Graph) map[string][]graph.Entity {
	owned := map[string][]graph.Entity{}
	for _, e := range g.OfKind(graph.KindRecord) {
		if !graph.IsPerson(e) {
			continue
		}
		if list := Owned(x, g, e); list != nil {
			owned[e.Self().ID] = list
		}
	}
	return owned
}

// namesOf yields the folded words of each name by which props may call a record.
func namesOf(x *index.Index, record *graph.Record) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, name := range append(record.Names(), record.ID) {
			if words := text.Folded(name); len(words) > 0 && !yield(words) {
				return
			}
		}
		ordinal, known := x.Find(record.ID)
		if !known {
			return
		}
		for numbers := range x.Entry(ordinal).NamesInProps() {
			words := make([]string, len(numbers))
			for i, number := range numbers {
				words[i] = x.Words.Text(number)
			}
			if !yield(words) {
				return
			}
		}
	}
}

// isOwnedBy reports whether the props of an entry name an owner by some folded
// words.
func isOwnedBy(x *index.Index, entry *index.Entry, words []string) bool {
	for tokens := range ownersIn(entry) {
		for at := range max(0, len(tokens)-len(words)+1) {
			if slices.EqualFunc(tokens[at:at+len(words)], words, func(t text.Token, word string) bool { return x.Words.Text(t.Word()) == word }) {
				return true
			}
		}
	}
	return false
}

// ownersIn yields the words of each owner in the props of an entry. They are valid
// until the next.
func ownersIn(entry *index.Entry) iter.Seq[[]text.Token] {
	return func(yield func([]text.Token) bool) {
		var tokens []text.Token
		for i, sentence := range entry.Sentences {
			name, isProp := strings.CutPrefix(entry.Fields[sentence.Field], searchtext.PropField)
			if !isProp || !graph.IsOwnerKey(name) {
				continue
			}
			if tokens = entry.Sequence(int32(i), tokens); !yield(tokens) {
				return
			}
		}
	}
}
