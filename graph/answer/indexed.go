package answer

import (
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/memory"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// indexed returns the values of a property or of a field of a record of an entity, in the
// folded words of its index.
func indexed(r *corpus.Reader, e graph.Entity, name string) (values []string) {
	if types := typeValues(e.Self()); name == ask.TypeColumn && len(types) > 0 {
		return types
	}
	d, found := r.Find(e.Self().ID)
	if !found {
		return nil
	}
	x, entry := r.Indexes[d.Project], r.Entry(d)
	for i := range entry.Sentences {
		if own, ok := searchtext.Property(entry.Fields[entry.Sentences[i].Field]); ok && own == name {
			values = append(values, wordsOf(x, entry.Sequence(int32(i), nil)))
		}
	}
	for _, number := range entry.Numbers {
		if entry.Fields[number.Field] == searchtext.NumberField+name {
			values = append(values, strconv.FormatFloat(number.Value, 'f', -1, 64))
		}
	}
	return values
}

// ownersInProps returns the owners in the props of an entity by the most specific of them, in
// the folded words of the index.
func ownersInProps(r *corpus.Reader, e graph.Entity) (owners []string) {
	d, found := r.Find(e.Self().ID)
	if !found {
		return nil
	}
	x, entry := r.Indexes[d.Project], r.Entry(d)
	best, rank := -1, -1
	for i := range entry.Sentences {
		if field := entry.Sentences[i].Field; i == 0 || field != entry.Sentences[i-1].Field {
			rank = ownerRank(entry.Fields[field])
		}
		if rank < 0 || best >= 0 && rank > best {
			continue
		}
		if rank != best {
			best, owners = rank, nil
		}
		owners = append(owners, wordsOf(x, entry.Sequence(int32(i), nil)))
	}
	return owners
}

// ownerRank returns the rank of a field of an index among those that have the owner, -1 for
// others.
func ownerRank(field string) int {
	name, ok := searchtext.Property(field)
	if !ok {
		return -1
	}
	return graph.OwnerRank(name)
}

func wordsOf(x *index.Index, tokens []text.Token) string {
	list := make([]string, len(tokens))
	for i, t := range tokens {
		list[i] = x.Words.Text(t.Word())
	}
	return strings.Join(list, " ")
}

// typeValues returns the parts of the type of an entity.
func typeValues(c *graph.Common) []string {
	if c.TypeKey == nil {
		return nil
	}
	parts := strings.Split(*c.TypeKey, ".")
	values := parts[1:]
	for i := range values {
		values[i] = strings.ReplaceAll(values[i], "_", " ")
	}
	return values
}

// typesWith returns the types of entities of graphs that have one of some parts.
func typesWith(graphs []*memory.Graph, parts []string) []string {
	types := []string{}
	for _, g := range graphs {
		types = append(types, g.Types().Where(func(c *graph.Common) bool {
			return slices.ContainsFunc(typeValues(c), func(part string) bool { return slices.Contains(parts, part) })
		})...)
	}
	slices.Sort(types)
	return slices.Compact(types)
}
