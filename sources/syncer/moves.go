package syncer

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"

	"dossier/graph"
	"dossier/sources/folder"
)

// A move is an entity that has another name, because its file has one.
type move struct {
	from, to record
	id       string // of the entity in the store
}

// movable returns how many of the entities that vanished have another name now.
func (r *run) movable(d *diff) (n int) {
	for _, one := range r.moves(d) {
		if one.from.isEntity() {
			n++
		}
	}
	return n
}

// moves returns the entities of files that were renamed. They are paired by their
// order in the file and their kind.
func (r *run) moves(d *diff) []move {
	renamed := r.renamed()
	if len(renamed) == 0 {
		return nil
	}
	fresh := map[string][]record{} // by old file and kind
	for _, one := range d.fresh {
		if from, is := renamed[one.File]; is && one.Kind != graph.KindEdge {
			key := from + "\x00" + string(one.Kind)
			fresh[key] = append(fresh[key], one)
		}
	}
	var moves []move
	for _, one := range d.gone {
		key := one.File + "\x00" + string(one.Kind)
		if others := fresh[key]; len(others) > 0 && one.Kind != graph.KindEdge {
			moves = append(moves, move{from: one, to: others[0]})
			fresh[key] = others[1:]
		}
	}
	return moves
}

// renamed returns the old names of files that were renamed: those with the same
// content, and else the only ones with the same last part of the path.
func (r *run) renamed() map[string]string {
	if r.view == nil {
		return nil
	}
	old, fresh := map[string]*file{}, map[string]folder.File{}
	for i := range r.state.Files {
		if r.state.Files[i].Read {
			old[r.state.Files[i].Path] = &r.state.Files[i]
		}
	}
	for _, is := range r.view.Files() {
		if old[is.Path] == nil && is.Read {
			fresh[is.Path] = is
		}
		delete(old, is.Path)
	}
	renamed := map[string]string{}
	byContent := func(hash folder.Hash, _ string) string { return string(hash[:]) }
	byName := func(_ folder.Hash, name string) string { return path.Base(name) }
	for _, same := range []func(folder.Hash, string) string{byContent, byName} {
		pair(old, fresh, same, renamed)
	}
	return renamed
}

// pair adds the pairs of files for which same returns one text, if each is the
// only one with it, and removes them from old and fresh.
func pair(old map[string]*file, fresh map[string]folder.File, same func(folder.Hash, string) string, renamed map[string]string) {
	was, is := map[string][]string{}, map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		text := same(old[name].Hash, name)
		was[text] = append(was[text], name)
	}
	for name, one := range fresh {
		text := same(one.Hash, name)
		is[text] = append(is[text], name)
	}
	unknown := same(folder.Hash{}, "")
	for text, names := range is {
		if text != unknown && len(names) == 1 && len(was[text]) == 1 {
			renamed[names[0]] = was[text][0]
			delete(old, was[text][0])
			delete(fresh, names[0])
		}
	}
}

// prepare makes the entities of the store ready for the import: those of renamed
// files get their new names, and those that vanished and are there again are
// restored.
func (r *run) prepare(ctx context.Context, d *diff) error {
	if r.project == "" {
		return nil
	}
	if len(r.state.Records) == 0 {
		if err := r.findIDs(ctx, d); err != nil {
			return err
		}
	}
	var batch graph.Batch
	for _, one := range d.fresh {
		if id := r.state.Removed[one.key()]; id != "" {
			batch.Restored = append(batch.Restored, graph.Ref{Kind: one.Kind, ID: id})
		}
	}
	moves, err := r.findMoves(ctx, d)
	if err != nil {
		return err
	}
	if batch.Entities, err = r.movedEntities(ctx, moves); err != nil {
		return err
	}
	if len(batch.Restored)+len(batch.Entities) == 0 {
		return nil
	}
	batch.Analyse = r.Analyse
	_, err = r.Store.Write(ctx, &batch)
	if err != nil && len(batch.Entities) > 0 && graph.CodeOf(err) == graph.CodeBadUserInput { // a deleted entity has the new name
		batch.Entities, moves = nil, nil
		_, err = r.Store.Write(ctx, &batch)
	}
	if err != nil {
		return fmt.Errorf("rename and restore entities of %s: %w", r.source.Name, err)
	}
	r.report.Renamed, r.report.Revived = len(batch.Entities), len(batch.Restored)
	for _, one := range d.fresh {
		delete(r.state.Removed, one.key())
	}
	d.moved = map[string]move{}
	for _, one := range moves {
		d.moved[one.from.Name] = one
		delete(r.state.IDs, one.from.Name)
		r.setID(one.to.Name, one.id)
	}
	return nil
}

// setID keeps the id of an entity, unless it follows from the name.
func (r *run) setID(name, id string) {
	if id != graph.ID(name) {
		r.state.IDs[name] = id
	}
}

// findIDs sets the ids of entities that the store has already and that were
// renamed before the state was lost.
func (r *run) findIDs(ctx context.Context, d *diff) error {
	ids, err := r.findAll(ctx, r.project, r.namesOf(d.fresh))
	if err != nil {
		return fmt.Errorf("find the entities of %s: %w", r.source.Name, err)
	}
	for name, id := range ids {
		r.setID(name, id)
	}
	return nil
}

// findMoves returns the moves of entities that the store has under their old names
// only.
func (r *run) findMoves(ctx context.Context, d *diff) ([]move, error) {
	moves := slices.DeleteFunc(r.moves(d), func(one move) bool { return r.state.Removed[one.to.key()] != "" })
	names := map[string]graph.Kind{}
	for _, one := range moves {
		names[one.from.Name], names[one.to.Name] = one.from.Kind, one.to.Kind
	}
	ids, err := r.findAll(ctx, r.project, names)
	if err != nil {
		return nil, fmt.Errorf("find renamed entities of %s: %w", r.source.Name, err)
	}
	var found []move
	for _, one := range moves {
		if one.id = ids[one.from.Name]; one.id != "" && ids[one.to.Name] == "" {
			found = append(found, one)
		}
	}
	return found, nil
}

// movedEntities returns the entities of moves with their new names.
func (r *run) movedEntities(ctx context.Context, moves []move) ([]graph.Entity, error) {
	var refs []graph.Ref
	for _, one := range moves {
		refs = append(refs, graph.Ref{Kind: one.from.Kind, ID: one.id})
	}
	if refs == nil {
		return nil, nil
	}
	stored, err := r.Store.Entities(ctx, refs, graph.Full)
	if err != nil {
		return nil, fmt.Errorf("read renamed entities of %s: %w", r.source.Name, err)
	}
	var list []graph.Entity
	for _, one := range moves {
		if e := stored[one.id]; e != nil {
			name := one.to.Name
			e.Self().ExternalID = &name
			list = append(list, e)
		}
	}
	return list, nil
}

// remove deletes what vanished, unless another source has it.
func (r *run) remove(ctx context.Context, d *diff) error {
	if len(d.gone) == 0 || r.project == "" {
		return nil
	}
	isElsewhere := r.others(r.source, r.project)
	gone := slices.DeleteFunc(slices.Clone(d.gone), func(one record) bool { return isElsewhere(one) || d.isMoved(one) })
	ids, err := r.findAll(ctx, r.project, r.namesOf(gone))
	if err != nil {
		return fmt.Errorf("find what vanished from %s: %w", r.source.Name, err)
	}
	for name, one := range d.moved {
		ids[name] = one.id
	}
	batch := removed(gone, ids)
	if len(batch.Deleted)+len(batch.Unlinked) == 0 {
		return nil
	}
	if _, err := r.Store.Write(ctx, batch); err != nil {
		return fmt.Errorf("delete what vanished from %s: %w", r.source.Name, err)
	}
	for i := range gone {
		if id := ids[gone[i].Name]; id != "" && gone[i].Kind != graph.KindEdge {
			r.state.Removed[gone[i].key()] = id
		}
	}
	r.report.Deleted = len(batch.Deleted)
	return nil
}

// removed returns the batch that deletes entities and edges. ids are those of the
// entities by name.
func removed(gone []record, ids map[string]string) *graph.Batch {
	batch := &graph.Batch{}
	for i := range gone {
		one := &gone[i]
		if one.Kind != graph.KindEdge {
			if id := ids[one.Name]; id != "" {
				batch.Deleted = append(batch.Deleted, graph.Ref{Kind: one.Kind, ID: id})
			}
			continue
		}
		rel, src, dst := one.ends()
		if ids[src] != "" && ids[dst] != "" {
			batch.Unlinked = append(batch.Unlinked, graph.EdgeID(ids[src], rel, ids[dst]))
		}
	}
	return batch
}

// isMoved reports whether a record that vanished has another name now: an entity
// that was renamed, or an edge of one.
func (d *diff) isMoved(one record) bool {
	if one.Kind != graph.KindEdge {
		_, moved := d.moved[one.Name]
		return moved
	}
	if len(d.moved) == 0 {
		return false
	}
	rel, src, dst := one.ends()
	if to, moved := d.moved[src]; moved {
		src = to.to.Name
	}
	if to, moved := d.moved[dst]; moved {
		dst = to.to.Name
	}
	return d.edges()[edgeName(rel, src, dst)]
}

// edges returns the names of the edges that the source has now.
func (d *diff) edges() map[string]bool {
	if d.links == nil {
		d.links = map[string]bool{}
		for _, list := range [][]record{d.kept, d.fresh} {
			for i := range list {
				if list[i].Kind == graph.KindEdge {
					d.links[list[i].Name] = true
				}
			}
		}
	}
	return d.links
}

// namesOf returns the names of entities that records are or join, with their
// kinds.
func (r *run) namesOf(records []record) map[string]graph.Kind {
	kinds := map[string]graph.Kind{r.Config.ID: graph.KindProject}
	for _, one := range r.state.Records {
		if one.Kind != graph.KindEdge {
			kinds[one.Name] = one.Kind
		}
	}
	names := map[string]graph.Kind{}
	for i := range records {
		if records[i].Kind != graph.KindEdge {
			names[records[i].Name] = records[i].Kind
			continue
		}
		_, src, dst := records[i].ends()
		for _, end := range []string{src, dst} {
			if kind, known := kinds[end]; known {
				names[end] = kind
			}
		}
	}
	return names
}
