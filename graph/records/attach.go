package records

import (
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
)

// The limits of what is attached to a prompt.
const (
	// MaxPins is how many documents may be pinned.
	MaxPins = 5
	// MaxDepth is how many refs away from a mention entities are attached.
	MaxDepth = 2
	// maxLinked is how many documents that fields refer to are attached.
	maxLinked = 3
	// maxEntities is how many entities are attached, by eye.
	maxEntities = 100
)

// Attached is what a message attaches to a prompt: the documents that were
// pinned, the mentioned entities with what their fields refer to, and the
// documents that those fields refer to. [Attached.Parts] makes text of it.
type Attached struct {
	Warnings []Warning

	pins     []note
	entities []*attachedEntity // breadth-first: by depth, and within one as they were met
	linked   []note
}

// A Warning is about something that was asked for and left out, or cut.
type Warning struct {
	Code string
	Text string
}

// The codes of warnings.
const (
	WarnSkipped   = "SKIPPED"   // a pin or mention is unknown, deleted or archived
	WarnValue     = "BAD_VALUE" // a stored value does not fit its type
	WarnCut       = "CUT"       // the budget or a limit did not hold all
	WarnAmbiguous = "AMBIGUOUS" // several entities are called what a mention names
)

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

// Find returns the project that has the entity of an id, nil if there is none.
type Find func(id string) *Project

// Attach returns what is pinned and mentioned, by ids or the ids that an import
// gave. Repeated ones count once; what is unknown, deleted or archived is left
// out with a warning. More pins than [MaxPins] are a BAD_USER_INPUT error about
// input.pinIds that names the first one too many.
func Attach(find Find, pins, mentions []string) (*Attached, error) {
	a := &Attached{}
	pins, mentions = unique(pins), unique(mentions)
	if len(pins) > MaxPins {
		return nil, graph.BadInput("input.pinIds", "%d documents are too many, from %s on; expected at most %d", len(pins), graph.Truncate(pins[MaxPins], 60), MaxPins)
	}
	for _, id := range pins {
		entity := a.live(find, "pin", id)
		if entity == nil {
			continue
		}
		document, ok := entity.(*graph.Document)
		if !ok {
			a.warn(WarnSkipped, "pin %s (%s) is a %s; only documents can be pinned", label(entity), entity.Self().ID, entity.Self().Kind)
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

// unique returns the names of different ids.
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

// live returns the entity of a name, nil with a warning if it cannot be
// attached.
func (a *Attached) live(find Find, what, name string) graph.Entity {
	project := find(graph.ID(name))
	if project == nil {
		a.warn(WarnSkipped, "%s %s is unknown or deleted and was left out", what, graph.Truncate(name, 60))
		return nil
	}
	entity := project.Graph.Entity(graph.ID(name))
	if isArchived(entity) {
		a.warn(WarnSkipped, "%s %s (%s) is archived and was left out", what, label(entity), entity.Self().ID)
		return nil
	}
	return entity
}

func (a *Attached) warn(code, format string, args ...any) {
	a.Warnings = append(a.Warnings, Warning{code, fmt.Sprintf(format, args...)})
}

// Documents returns the documents whose whole text [Attached.Parts] needs.
func (a *Attached) Documents() []graph.Ref {
	var refs []graph.Ref
	for _, note := range slices.Concat(a.pins, a.linked) {
		refs = append(refs, note.document.Ref())
	}
	return refs
}

// A walking gathers the entities that fields lead to.
type walking struct {
	*Attached
	find    Find
	met     map[string]*attachedEntity
	dropped int // how many found no room
}

// run reads the fields of one entity after the other and follows them.
func (w *walking) run() {
	for at := 0; at < len(w.entities); at++ {
		w.read(w.entities[at])
	}
	if w.dropped > 0 {
		w.warn(WarnCut, "%d more entities that fields refer to were left out; %d are included", w.dropped, maxEntities)
	}
}

// meet notes an entity, or one more reason for one that was met before.
func (w *walking) meet(entity graph.Entity, depth int, reason string) {
	id := entity.Self().ID
	if known := w.met[id]; known != nil {
		known.refer(reason)
		return
	}
	if depth > MaxDepth {
		return
	}
	if len(w.entities) == maxEntities {
		w.dropped++
		return
	}
	w.met[id] = &attachedEntity{entity: entity, depth: depth, name: w.find(id).Types.nameOf(entity), reasons: []string{reason}}
	w.entities = append(w.entities, w.met[id])
}

// refer adds a reason.
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
			w.warn(WarnValue, "%s: %s", label(record), value.Warning)
		}
		for _, entity := range value.Entities {
			e.further = e.further || e.depth == MaxDepth && w.met[entity.Self().ID] == nil
			w.meet(entity, e.depth+1, "@"+label(record)+"."+value.Name)
		}
		if value.Document != nil {
			w.link(value.Document, e.depth)
		}
	}
}

// link notes a document that a field refers to.
func (w *walking) link(document *graph.Document, depth int) {
	same := func(n note) bool { return n.document.ID == document.ID }
	known := slices.ContainsFunc(w.pins, same) || slices.ContainsFunc(w.linked, same)
	if !known && !isArchived(document) && len(w.linked) < maxLinked {
		w.linked = append(w.linked, note{document, depth})
	}
}

// hidden are the columns that say nothing in a prompt or are there otherwise.
var hidden = []string{"id", "kind", "label", "project_id", "external_id", "type_key", "created_at", "updated_at", "content"}

// columnsOf returns what is attached of an entity that is not a record: its
// state and the light columns of its kind.
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
