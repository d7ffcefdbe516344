package contextdoc

import (
	"fmt"
	"slices"

	"dossier/graph"
	"dossier/graph/contextdoc/known"
	"dossier/graph/memory"
	"dossier/graph/pack"
	"dossier/graph/prompt"
)

// maxKnown is the maximum number of digests and ids in Known: enough for a long
// conversation. By eye.
const maxKnown = 200

// knownShare is the divisor of the budget up to which a document that leaves
// out known content is filled with what comes next. By eye.
const knownShare = 4

// known parses the digests and ids that a client has. It warns of texts that
// are neither, and of ids that no project of the scope has; the document may
// repeat their content.
func (sc *scope) known(given []string) *known.Set {
	if len(given) == 0 {
		return nil
	}
	k := known.NewSet()
	unread := 0
	for _, text := range given {
		named := sc.named(text)
		switch {
		case len(named) == 1:
			k.AddID(named[0].Self().ID)
		case len(named) > 1:
			sc.warnings = append(sc.warnings, Warning{WarnUnknown, fmt.Sprintf(
				"known: %d entities may be meant by %q, such as %s; nothing is left out for it", len(named), graph.Truncate(text, shownName),
				named[0].Self().ID)})
		case graph.IsUUID(text), graph.IsShortID(text):
			sc.warnings = append(sc.warnings, Warning{WarnUnknown, "known: no entity with id " + text + "; nothing is left out for it"})
		case !k.AddDigest(text):
			unread++
		}
	}
	if unread > 0 {
		sc.warnings = append(sc.warnings, Warning{WarnUnknown, fmt.Sprintf(
			"known: %d of %d are no digests of this version and no ids; what they contain may be repeated", unread, len(given))})
	}
	return k
}

// shownName is the length to which a warning cuts a name. By eye.
const shownName = 60

// named returns the entities of the scope that a name means: those with this external
// id, or else whose id begins with it.
func (sc *scope) named(name string) []graph.Entity {
	for _, find := range []func(*memory.Graph) []graph.Entity{
		func(g *memory.Graph) []graph.Entity { return g.IDs().External(name) },
		func(g *memory.Graph) []graph.Entity { return g.IDs().Begun(name) },
		func(g *memory.Graph) []graph.Entity { return g.IDs().Qualified(name) },
	} {
		var found []graph.Entity
		for _, p := range sc.projects {
			found = append(found, find(p.Graph)...)
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// amounts are the forms as digests have them.
var amounts = map[Form]known.Amount{FormName: known.Name, FormShort: known.Short, FormFull: known.Full}

// formOf returns the form of an amount.
func formOf(amount known.Amount) Form {
	for form, of := range amounts {
		if of == amount {
			return form
		}
	}
	return ""
}

// includedIn returns the entities of nodes as digests have them.
func includedIn(nodes []Node) []known.Included {
	list := make([]known.Included, len(nodes))
	for i, node := range nodes {
		list[i] = known.Included{Entity: node.Entity, Amount: amounts[node.Form], Size: node.Tokens * bytesPerToken}
		for _, p := range node.Passages {
			list[i].Quotes = append(list[i].Quotes, known.Quote{Field: p.Field, Start: p.Start, End: p.End})
		}
	}
	return list
}

// compare sets the digests of a document and, if the request has the digest of
// an earlier one, the changes since then.
func compare(r *request, d *Document) {
	included := includedIn(d.Nodes)
	digest := known.Of(d.Text, included)
	d.Digest, d.KnownDigest = digest.String(), digest.Known()
	if r.since == nil {
		return
	}
	d.Changes = r.since.Changes(included)
	if cut := r.since.Cut(); cut > 0 {
		d.Warnings = append(d.Warnings, Warning{warnChanges, fmt.Sprintf(
			"the earlier document has %d entities beyond the %d that its digest holds; what is new is not known", cut, known.Most)})
	}
}

// Handle returns the handle of the document, "" for one without entities.
func (d *Document) Handle() string { return known.Handle(d.lines, includedIn(d.Nodes)) }

// withoutKnown returns the packed entities that are not handled and not known in
// their packed form, and the ids of those that are known.
func (x *entries) withoutKnown(packed []pack.Packed, handled map[string]bool) (left []pack.Packed, ids []string) {
	for _, p := range packed {
		switch node := x.nodes[p.Candidate]; {
		case handled[node.ID]:
		case x.style.has.Has(x.graph(p.Candidate).Entity(node.ID), amounts[forms[p.Level]]):
			ids = append(ids, node.ID)
		default:
			left = append(left, p)
		}
	}
	return left, ids
}

// handled returns the ids of the entities that a draft includes or leaves out
// because they are known.
func (d *draft) handled() map[string]bool {
	ids := make(map[string]bool, len(d.nodes)+len(d.known))
	for _, node := range d.nodes {
		ids[node.Entity.Self().ID] = true
	}
	for _, id := range d.known {
		ids[id] = true
	}
	return ids
}

// leave records entities of which a document leaves out known parts.
func (d *draft) leave(ids ...string) {
	for _, id := range ids {
		if !slices.Contains(d.known, id) {
			d.known = append(d.known, id)
		}
	}
}

// knownNote returns the line that counts the known entities that a document
// leaves out, and the others of which it leaves out parts; "" for none.
func (d *draft) knownNote() string {
	included := map[string]bool{}
	for _, node := range d.nodes {
		included[node.Entity.Self().ID] = true
	}
	parts := 0
	for _, id := range d.known {
		if included[id] {
			parts++
		}
	}
	return prompt.KnownNote(len(d.known)-parts, parts)
}
