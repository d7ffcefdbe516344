// Package attachments collects what a message attaches to a prompt, which are pinned and
// mentioned entities and what their fields refer to, and renders it within a budget.
package attachments

import (
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/records"
)

// The limits of what is attached to a prompt.
const (
	// maxPins is the maximum number of pinned documents.
	maxPins = 5
	// maxDepth is the maximum number of refs from a mention to an entity.
	maxDepth = 2
	// maxLinked is the maximum number of documents attached because of fields.
	maxLinked = 3
	// maxEntities is the maximum number of attached entities, by eye.
	maxEntities = 100
)

// Attached are the attachments of a message: pinned documents, mentioned
// entities, and the entities and documents that their fields refer to.
// [Attached.Parts] renders it.
type Attached struct {
	Warnings []records.Warning

	pins     []note
	entities []*attachedEntity // by depth, then in the order in which they were met
	linked   []note
}

// attachedEntity is an entity with the values of its fields.
type attachedEntity struct {
	entity  graph.Entity
	name    string // of its record type or kind
	depth   int    // 0 for mentioned entities
	reasons []string
	values  []graph.RecordFieldValue
	further bool // its fields refer to entities that are not attached
}

// note is a document whose text is attached.
type note struct {
	document *graph.Document
	depth    int // of the entity whose field refers to it
}

// Find returns the project of the entity with an id, nil if there is none.
type Find func(id string) *records.Project

// Attach returns the pinned and mentioned entities, which may be given by UUIDs
// or by the ids of an import. It ignores repetitions, and leaves out unknown,
// deleted and archived entities with a warning. If there are more than
// maxPins pins, the error is BAD_USER_INPUT about input.pinIds with the first
// excess pin.
func Attach(find Find, pins, mentions []string) (*Attached, error) {
	a := &Attached{}
	pins, mentions = unique(pins), unique(mentions)
	if len(pins) > maxPins {
		return nil, graph.BadInput("input.pinIds", "%d documents are too many, from %s on; expected at most %d", len(pins),
			graph.Truncate(pins[maxPins], 60), maxPins)
	}
	for _, id := range pins {
		entity := a.live(find, "pin", id)
		if entity == nil {
			continue
		}
		document, ok := entity.(*graph.Document)
		if !ok {
			a.warn(records.WarnSkipped, "pin %s (%s) is a %s; only documents can be pinned",
				records.Label(entity), entity.Self().ID, entity.Self().Kind)
			continue
		}
		a.pins = append(a.pins, note{document: document})
	}
	walk := walking{Attached: a, find: find, met: map[string]*attachedEntity{}}
	for _, id := range mentions {
		if entity := a.live(find, "mention", id); entity != nil {
			walk.meet(entity, 0, "directly mentioned")
		}
	}
	walk.run()
	return a, nil
}

// unique returns names without those that have the id of an earlier one.
func unique(names []string) []string {
	var list []string
	for _, name := range names {
		same := func(known string) bool { return graph.ID(known) == graph.ID(name) }
		if !slices.ContainsFunc(list, same) {
			list = append(list, name)
		}
	}
	return list
}

// live returns the entity with the id or import id name. If it cannot be
// attached, live adds a warning and returns nil.
func (a *Attached) live(find Find, what, name string) graph.Entity {
	project := find(graph.ID(name))
	if project == nil {
		a.warn(records.WarnSkipped, "%s %s is unknown or deleted and was left out", what, graph.Truncate(name, 60))
		return nil
	}
	entity := project.Graph.Entity(graph.ID(name))
	if records.IsArchived(entity) {
		a.warn(records.WarnSkipped, "%s %s (%s) is archived and was left out", what, records.Label(entity), entity.Self().ID)
		return nil
	}
	return entity
}

func (a *Attached) warn(code, format string, args ...any) {
	a.Warnings = append(a.Warnings, records.Warning{Code: code, Text: fmt.Sprintf(format, args...)})
}

// Documents returns the documents whose full texts [Attached.Parts] needs.
func (a *Attached) Documents() []graph.Ref {
	var refs []graph.Ref
	for _, note := range slices.Concat(a.pins, a.linked) {
		refs = append(refs, note.document.Ref())
	}
	return refs
}

// A walking collects the entities that fields refer to.
type walking struct {
	*Attached
	find    Find
	met     map[string]*attachedEntity
	dropped int // number of refs beyond maxEntities
}

// run follows the fields of the entities, breadth first.
func (w *walking) run() {
	for at := 0; at < len(w.entities); at++ {
		w.read(w.entities[at])
	}
	if w.dropped > 0 {
		w.warn(records.WarnCut, "%d more entities that fields refer to were left out; %d are included", w.dropped, maxEntities)
	}
}

// meet adds an entity, or a reason if the entity was met before.
func (w *walking) meet(entity graph.Entity, depth int, reason string) {
	id := entity.Self().ID
	if known := w.met[id]; known != nil {
		known.refer(reason)
		return
	}
	if depth > maxDepth {
		return
	}
	if len(w.entities) == maxEntities {
		w.dropped++
		return
	}
	w.met[id] = &attachedEntity{entity: entity, depth: depth, name: w.find(id).Types.NameOf(entity), reasons: []string{reason}}
	w.entities = append(w.entities, w.met[id])
}

// refer adds a reason that the entity does not have yet.
func (e *attachedEntity) refer(reason string) {
	if !slices.Contains(e.reasons, reason) {
		e.reasons = append(e.reasons, reason)
	}
}

// read reads the fields of an entity and meets what they refer to.
func (w *walking) read(e *attachedEntity) {
	record, ok := e.entity.(*graph.Record)
	if !ok {
		e.values = columnsOf(e.entity)
		if document, ok := e.entity.(*graph.Document); ok {
			w.link(document, e.depth)
		}
		return
	}
	e.values = w.find(record.ID).Fields(record)
	for _, value := range e.values {
		if value.Warning != "" {
			w.warn(records.WarnValue, "%s: %s", records.Label(record), value.Warning)
		}
		for _, entity := range value.Entities {
			e.further = e.further || e.depth == maxDepth && w.met[entity.Self().ID] == nil
			w.meet(entity, e.depth+1, "@"+records.Label(record)+"."+value.Name)
		}
		if value.Document != nil {
			w.link(value.Document, e.depth)
		}
	}
}

// link adds a document that a field refers to.
func (w *walking) link(document *graph.Document, depth int) {
	same := func(n note) bool { return n.document.ID == document.ID }
	known := slices.ContainsFunc(w.pins, same) || slices.ContainsFunc(w.linked, same)
	if !known && !records.IsArchived(document) && len(w.linked) < maxLinked {
		w.linked = append(w.linked, note{document, depth})
	}
}

// hidden are the columns that are elsewhere in a prompt, or of no use in it.
var hidden = []string{"id", "kind", "label", "project_id", "external_id", "type_key", "created_at", "updated_at", "content"}

// columnsOf returns the attached values of an entity that is not a record: its
// state and other light columns.
func columnsOf(e graph.Entity) []graph.RecordFieldValue {
	spec := e.Self().Spec()
	var values []graph.RecordFieldValue
	for i := range spec.Fields {
		field := &spec.Fields[i]
		if !field.Light || field.Name == spec.Label || slices.Contains(hidden, field.Name) {
			continue
		}
		if value := field.Value(e); value != nil {
			values = append(values, graph.RecordFieldValue{Name: strings.TrimSuffix(field.Name, "_key"), Text: graph.Plain(value)})
		}
	}
	return values
}
