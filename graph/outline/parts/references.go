package parts

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
)

// scannedRecords is the maximum number of records whose fields are read for a topic or
// a list, by eye: it limits the cost. A record takes 15 µs.
const scannedRecords = 5_000

// Referred returns what the fields of a record refer to, and the records of its
// project whose fields refer to an entity.
func Referred(g *memory.Graph, e graph.Entity) (list []Member) {
	self := e.Self()
	add := func(other graph.Entity) {
		if id := other.Self().ID; id != self.ID {
			list = append(list, Member{Graph: g, Entity: other})
		}
	}
	for _, id := range refsIn(e) {
		if other := g.Entity(id); other != nil {
			add(other)
		}
	}
	if g.CountOf(graph.KindRecord) > scannedRecords {
		return list
	}
	for _, other := range g.OfKind(graph.KindRecord) {
		if mayRefer(other.(*graph.Record), self) && slices.Contains(refsIn(other), self.ID) {
			add(other)
		}
	}
	return list
}

// mayRefer reports whether the fields of a record contain the id of an entity, as a
// reference to it does.
func mayRefer(record *graph.Record, to *graph.Common) bool {
	return bytes.Contains(record.Fields, []byte(to.ID)) ||
		to.ExternalID != nil && bytes.Contains(record.Fields, []byte(*to.ExternalID))
}

// longestRef is the length in bytes up to which a value may be references.
const longestRef = 10 * graph.MaxExternalID

// refsIn returns what may be ids in the fields of a record: of each text or list
// of texts its items, and those between commas, in the order of the fields' names.
func refsIn(e graph.Entity) (ids []string) {
	record, ok := e.(*graph.Record)
	if !ok {
		return nil
	}
	object := record.Fields.Object()
	for _, name := range slices.Sorted(maps.Keys(object)) {
		ids = append(ids, refsOf(object[name])...)
	}
	return ids
}

// refsOf returns what may be ids in the value of a field.
func refsOf(value any) (ids []string) {
	items, isList := value.([]any)
	if !isList {
		items = []any{value}
	}
	for _, item := range items {
		text, _ := item.(string)
		if text == "" || len(text) > longestRef {
			continue
		}
		for part := range strings.SplitSeq(text, ",") {
			ids = append(ids, graph.ID(strings.TrimSpace(part)))
		}
	}
	return ids
}
