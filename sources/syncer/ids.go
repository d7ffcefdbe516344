package syncer

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/folder"
)

// id returns the id of an entity in the store.
func (one *record) id() string { return cmp.Or(one.ID, graph.ID(one.Name)) }

// isNode reports whether a record is an entity or the project.
func (one *record) isNode() bool {
	return one.Kind != graph.KindEdge && one.Kind != graph.KindRecordType
}

// identify gives each new entity its id: that of the stored entity with its name,
// or that of the name, unless another entity has it, as after a rename.
func (r *run) identify(ctx context.Context, d *diff) error {
	unknown, owners := r.unidentified(d)
	if len(unknown) == 0 {
		return nil
	}
	if r.project != "" {
		names := map[string]graph.Kind{}
		for _, one := range unknown {
			names[one.Name] = one.Kind
		}
		stored, err := r.findAll(ctx, r.project, names)
		if err != nil {
			return fmt.Errorf("find the entities of %s: %w", r.source.Name, err)
		}
		unknown = slices.DeleteFunc(unknown, func(one *record) bool {
			id := stored[one.Name]
			one.setID(id)
			return id != ""
		})
	}
	return r.chooseIDs(ctx, unknown, owners)
}

// unidentified returns the new entities whose ids are not known, and which record has
// each of the other ids.
func (r *run) unidentified(d *diff) (unknown []*record, owners map[string]string) {
	had := map[string]bool{}
	owners = map[string]string{}
	for key, id := range r.state.Removed {
		owners[id] = key
	}
	for i := range r.state.Records {
		if one := &r.state.Records[i]; one.isNode() {
			had[one.key()], owners[one.id()] = true, one.key()
		}
	}
	for i := range d.fresh {
		one := &d.fresh[i]
		removed := r.state.Removed[one.key()]
		switch {
		case !one.isNode():
		case had[one.key()] || d.moved[one.Name]:
			owners[one.id()] = one.key()
		case removed != "":
			one.setID(removed)
			d.moved[one.Name] = true
		case one.Kind == graph.KindProject:
			one.setID(r.project)
		default:
			unknown = append(unknown, one)
		}
	}
	return unknown, owners
}

// setID sets the id of an entity that does not follow from its name.
func (one *record) setID(id string) {
	if one.ID = id; id == graph.ID(one.Name) {
		one.ID = ""
	}
}

// chooseIDs gives new entities the first id that no other one has: that of the name,
// that of the name in the project, that of this one in the project, and so on.
func (r *run) chooseIDs(ctx context.Context, unknown []*record, owners map[string]string) error {
	project := cmp.Or(r.project, graph.ID(r.Config.ID))
	for len(unknown) > 0 {
		var refs []graph.Ref
		var ids []string
		for _, one := range unknown {
			refs, ids = append(refs, graph.Ref{ID: one.id()}), append(ids, one.id())
		}
		live, err := r.Store.Entities(ctx, refs, graph.Light)
		if err != nil {
			return fmt.Errorf("find free ids for %s: %w", r.source.Name, err)
		}
		projects, err := r.Store.ProjectsOf(ctx, ids)
		if err != nil {
			return fmt.Errorf("find free ids for %s: %w", r.source.Name, err)
		}
		deleted, err := r.Store.DeletedByID(ctx, ids)
		if err != nil {
			return fmt.Errorf("find free ids for %s: %w", r.source.Name, err)
		}
		kinds := map[string]graph.Kind{} // of what was deleted
		for _, one := range deleted {
			kinds[one.ID] = one.Kind
		}
		unknown = slices.DeleteFunc(unknown, func(one *record) bool {
			owner, isOwned := owners[one.id()]
			isFree := live[one.id()] == nil && cmp.Or(projects[one.id()], project) == project && cmp.Or(kinds[one.id()], one.Kind) == one.Kind
			if isFree && (!isOwned || owner == one.key()) {
				owners[one.id()] = one.key()
				return true
			}
			one.setID(graph.ScopedID(project, one.id()))
			return false
		})
	}
	return nil
}

// idsByName returns the ids of entities by their names.
func idsByName(lists ...[]record) map[string]string {
	ids := map[string]string{}
	for _, list := range lists {
		for i := range list {
			if one := &list[i]; one.isNode() {
				ids[one.Name] = one.id()
			}
		}
	}
	return ids
}

// relink adds the edges whose line is the same, but whose ends are other entities now,
// to what is new: an issue that became an epic is another entity.
func (r *run) relink(read *sources.Records, d *diff) error {
	before := idsByName(r.state.Records)
	other := map[string]bool{}
	for i := range d.fresh {
		if one := &d.fresh[i]; one.isNode() && before[one.Name] != "" && before[one.Name] != one.id() {
			other[one.Name] = true
		}
	}
	if len(other) == 0 {
		return nil
	}
	again := map[folder.Hash]bool{}
	d.kept = slices.DeleteFunc(d.kept, func(one record) bool {
		if one.Kind != graph.KindEdge {
			return false
		}
		_, src, dst := one.ends()
		if !other[src] && !other[dst] {
			return false
		}
		again[one.Hash] = true
		d.gone = append(d.gone, one)
		return true
	})
	return d.refresh(read, again)
}

// refresh adds the lines with some hashes to those that are new or changed.
func (d *diff) refresh(read *sources.Records, again map[folder.Hash]bool) error {
	lines, records := d.lines, d.fresh
	d.lines, d.fresh = nil, nil
	for number, line := range linesOf(read.Reader()) {
		if len(lines) > 0 && lines[0] == number {
			d.lines, d.fresh = append(d.lines, number), append(d.fresh, records[0])
			lines, records = lines[1:], records[1:]
			continue
		}
		hash := folder.HashOf(line)
		if !again[hash] {
			continue
		}
		one, err := recordOf(line)
		if err != nil {
			return err
		}
		one.Hash, one.File = hash, read.Position(number).File
		d.lines, d.fresh = append(d.lines, number), append(d.fresh, one)
	}
	return nil
}

// vanished returns the ids of entities and edges that the source does not have any
// more.
func (r *run) vanished(d *diff) []string {
	if len(d.gone) == 0 {
		return nil
	}
	has := map[string]bool{}
	now := idsByName(d.kept, d.fresh)
	for i := range d.fresh {
		has[idOf(&d.fresh[i], now)] = true
	}
	before := idsByName(r.state.Records)
	var ids []string
	for i := range d.gone {
		if id := idOf(&d.gone[i], before); id != "" && !has[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// idOf returns the id of an entity or an edge, given those of entities by name; "" for
// a record type.
func idOf(one *record, ids map[string]string) string {
	switch one.Kind {
	case graph.KindEdge:
		rel, src, dst := one.ends()
		return graph.EdgeID(ids[src], rel, ids[dst])
	case graph.KindRecordType:
		return ""
	}
	return one.id()
}

// ids returns the ids that lines need: those of entities that do not follow from their
// names, or that had another one.
func (d *diff) ids() map[string]string {
	ids := map[string]string{}
	for _, list := range [][]record{d.kept, d.fresh} {
		for i := range list {
			if one := &list[i]; one.isNode() && (one.ID != "" || d.moved[one.Name]) {
				ids[one.Name] = one.id()
			}
		}
	}
	return ids
}
