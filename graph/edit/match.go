package edit

import (
	"context"
	"fmt"
	"time"

	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/rows"
)

// match returns a CONFLICT error unless the stored row is the version that the
// client knows, and has the state and the owner that it must have. The error has the row, and the columns that the change would
// set to another value.
func (p *planner) match(c *prepared, s *state) error {
	if s.stored == nil || c.Match == (Match{}) {
		return nil
	}
	self := s.stored.Entity.Self()
	var text string
	switch known := &c.Match; {
	case known.UpdatedAt != nil && !known.UpdatedAt.Truncate(time.Microsecond).Equal(self.UpdatedAt):
		text = fmt.Sprintf("expected the %s as of %s; got one that changed at %s", self.Kind, known.UpdatedAt.UTC().Format(time.RFC3339Nano),
			self.UpdatedAt.Format(time.RFC3339Nano))
	case known.Revision != nil && s.stored.Revision > *known.Revision:
		text = fmt.Sprintf("expected the %s as of revision %d; got one that changed in revision %d", self.Kind, *known.Revision,
			s.stored.Revision)
	case known.Revision != nil && *known.Revision > s.stored.Latest: // of a state that was lost
		text = fmt.Sprintf("expected the %s as of revision %d; the last one of its project is %d", self.Kind, *known.Revision, s.stored.Latest)
	case known.State != nil && *known.State != self.State():
		text = fmt.Sprintf("expected the state %s; got %s", graph.Truncate(*known.State, 60), self.State())
	case known.Owner != nil && !isOwner(s.stored.Entity, *known.Owner):
		text = fmt.Sprintf("expected %s; got %s", ownerText(*known.Owner), ownerText(graph.NamedOwner(s.stored.Entity)))
	default:
		return nil
	}
	return &graph.Error{
		Code: graph.CodeConflict, Text: text + ": read it again and repeat the change if it still applies",
		Conflict: &graph.Conflict{Current: current(s.stored), Fields: differing(c, s)},
	}
}

// isOwner reports whether a name, or an id in any form, is the owner in the props of a
// full entity.
func isOwner(e graph.Entity, name string) bool {
	owner := graph.NamedOwner(e)
	return owner == name || owner != "" && name != "" && graph.ID(owner) == graph.ID(name)
}

func ownerText(name string) string {
	if name == "" {
		return "no owner"
	}
	return "the owner " + graph.Truncate(name, 60)
}

// current returns a stored row by column, with its revision.
func current(row *history.StoredRow) map[string]any {
	values := map[string]any{"revision": row.Revision}
	spec := row.Entity.Self().Spec()
	for _, field := range spec.Columns(graph.Full) {
		values[field.Name] = field.Value(row.Entity)
	}
	return values
}

// differing returns the columns that the change would set to another value. Old
// is the stored value, New that of the change.
func differing(c *prepared, s *state) []graph.FieldChange {
	if c.Do != history.OpUpdated {
		return nil
	}
	entity := clone(s.stored.Entity)
	if rows.Set(entity, c.fields) != nil {
		return nil
	}
	return graph.Diff(s.stored.Entity, entity)
}

// noteRecord adds a record to those that are checked after all changes.
func (p *planner) noteRecord(c *prepared) {
	if c.Kind == graph.KindRecord {
		p.records = append(p.records, c)
	}
}

// checkRecords checks the values of records against their types, and their
// references.
func (p *planner) checkRecords(ctx context.Context, stored history.Stored) error {
	var refs []string
	for _, c := range p.records {
		for _, id := range p.types.Refs(p.states[c.id].entity.(*graph.Record)) {
			if p.states[id] == nil {
				refs = append(refs, id)
			}
		}
	}
	if err := p.readRows(ctx, stored, refs, nil); err != nil {
		return err
	}
	for _, c := range p.records {
		record := p.states[c.id].entity.(*graph.Record)
		problems := p.types.CheckRecord(record, p.refer)
		if problems != nil {
			return c.located(joined(problems))
		}
	}
	return nil
}
