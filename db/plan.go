package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"dossier/graph"
)

// standing is an entity as it stands before a write.
type standing struct {
	kind                 graph.Kind
	projectID            string
	hash                 []byte
	deleted              bool
	createdAt, updatedAt time.Time
	createdBy            *string
}

// load reads what stands of the entities of the batch.
func (w *write) load(ctx context.Context) error {
	ids := append(refIDs(w.batch.Deleted), refIDs(w.batch.Restored)...)
	for _, entity := range w.batch.Entities {
		ids = append(ids, entity.Self().ID)
	}
	if len(ids) == 0 {
		return nil
	}
	q := w.store.statement()
	q.add("SELECT id, kind, project_id, hash, deleted, created_at, updated_at, created_by FROM onto_entities WHERE ", q.in("id", ids))
	return w.read(ctx, q.query(func(row Row) error {
		var id string
		s := &standing{}
		err := row.Scan(&id, &s.kind, &s.projectID, &s.hash, &s.deleted, target(&s.createdAt), target(&s.updatedAt), &s.createdBy)
		w.found[id] = s
		return err
	}))
}

// planEntities plans the rows of the entities that are new or changed. Of
// several with one id the last counts.
func (w *write) planEntities(ctx context.Context) error {
	last := make(map[string]int, len(w.batch.Entities))
	for i, entity := range w.batch.Entities {
		last[entity.Self().ID] = i
	}
	shapes := map[graph.Kind]*shape{}
	for i, entity := range w.batch.Entities {
		common := entity.Self()
		if last[common.ID] != i {
			continue
		}
		if shapes[common.Kind] == nil {
			shapes[common.Kind] = shapeOf(common.Kind, graph.Full)
		}
		if err := w.planEntity(ctx, shapes[common.Kind], entity); err != nil {
			return err
		}
	}
	return nil
}

func (w *write) planEntity(ctx context.Context, shape *shape, entity graph.Entity) error {
	common := entity.Self()
	before := w.found[common.ID]
	if before != nil && (before.kind != common.Kind || before.projectID != projectOf(entity)) {
		return w.taken(ctx, common, before)
	}
	hash, err := contentHash(shape, entity)
	if err != nil {
		return err
	}
	after := w.stamp(entity, before)
	after.hash = hash
	switch {
	case before == nil:
		w.written.Created[common.Kind]++
	case before.same(after):
		w.written.Unchanged[common.Kind]++
		if !w.batch.Reanalyse {
			return nil
		}
	default:
		w.written.Updated[common.Kind]++
		if common.UpdatedAt.IsZero() {
			after.updatedAt = w.now
		}
	}
	w.found[common.ID] = after
	project := w.projects[after.projectID]
	project.changed = true
	w.planned(tableOf(shape.spec), shape.row(entity, after, project.rev))
	var terms any
	if w.batch.Analyse != nil {
		terms = w.batch.Analyse(entity)
	}
	w.planned(entities, []any{common.ID, string(common.Kind), after.projectID, project.rev, after.deleted, hash,
		after.createdAt, after.updatedAt, value(after.createdBy), terms})
	return nil
}

// taken is the error about an id that another entity has.
func (w *write) taken(ctx context.Context, common *graph.Common, before *standing) error {
	readable := false
	err := w.read(ctx, w.store.revisions(ctx, []string{before.projectID}, func(graph.Revision) { readable = true }))
	switch {
	case err != nil:
		return err
	case !readable:
		return graph.NotFound(string(common.Kind), common.ID)
	}
	return &graph.Error{Code: graph.CodeConflict, Argument: "id",
		Text: fmt.Sprintf("%s is the id of a %s of project %s; choose another id", common.ID, before.kind, before.projectID)}
}

// stamp is the entity as it stands after the write, save for its hash: what the
// batch does not say of times and creator stays as it was.
func (w *write) stamp(entity graph.Entity, before *standing) *standing {
	common := entity.Self()
	after := &standing{
		kind: common.Kind, projectID: projectOf(entity), deleted: common.DeletedAt != nil,
		createdAt: common.CreatedAt.UTC().Truncate(time.Microsecond), updatedAt: common.UpdatedAt.UTC().Truncate(time.Microsecond),
		createdBy: common.CreatedBy,
	}
	otherwise := standing{createdAt: w.now, updatedAt: w.now, createdBy: &w.actor}
	switch {
	case before != nil:
		otherwise = *before
	case !common.CreatedAt.IsZero():
		otherwise.updatedAt = after.createdAt
	}
	if common.CreatedAt.IsZero() {
		after.createdAt = otherwise.createdAt
	}
	if common.UpdatedAt.IsZero() {
		after.updatedAt = otherwise.updatedAt
	}
	if after.createdBy == nil {
		after.createdBy = otherwise.createdBy
	}
	return after
}

// same reports whether the two are equal in all that counts as a change.
func (s *standing) same(other *standing) bool {
	return bytes.Equal(s.hash, other.hash) && s.deleted == other.deleted &&
		s.createdAt.Equal(other.createdAt) && s.updatedAt.Equal(other.updatedAt)
}

// row are the values of an entity in the order of its table.
func (s *shape) row(entity graph.Entity, after *standing, rev int64) []any {
	row := make([]any, 1, len(s.fields)+1)
	row[0] = rev
	for _, field := range s.fields {
		switch field.Name {
		case "created_at":
			row = append(row, after.createdAt)
		case "updated_at":
			row = append(row, after.updatedAt)
		case "created_by":
			row = append(row, value(after.createdBy))
		default:
			row = append(row, content(&field, entity))
		}
	}
	return row
}

// content is the value of a field as every database gives it back: 0 has no
// sign.
func content(field *graph.Field, entity graph.Entity) any {
	value := field.Value(entity)
	if number, ok := value.(float64); ok && number == 0 {
		return 0.0
	}
	return value
}

func value(text *string) any {
	if text == nil {
		return nil
	}
	return *text
}

// contentHash tells an entity's content from other content: everything but its
// times of writing, its creator and whether it is deleted. The error is about
// text that no database keeps.
func contentHash(shape *shape, entity graph.Entity) ([]byte, error) {
	hash := sha256.New()
	for _, field := range shape.fields {
		switch field.Name {
		case "created_at", "updated_at", "created_by", "deleted_at":
			continue
		}
		var text string
		switch value := content(&field, entity).(type) {
		case nil:
			continue
		case string:
			text = value
		case graph.JSON:
			text = string(value)
		case time.Time:
			text = value.UTC().Format(TimeFormat)
		default:
			text = fmt.Sprint(value)
		}
		if strings.ContainsRune(text, 0) || !utf8.ValidString(text) {
			return nil, graph.BadInput(field.Name, "the text of %s has a NUL character or is not UTF-8", entity.Self().Ref().ID)
		}
		_, _ = io.WriteString(hash, field.Name+"\x00"+text+"\x00") // a hash takes everything
	}
	return hash.Sum(nil)[:16], nil
}

// planRecordTypes plans the record types that are new or changed.
func (w *write) planRecordTypes(ctx context.Context) error {
	if len(w.batch.RecordTypes) == 0 {
		return nil
	}
	standing, err := w.store.recordTypes(ctx, watched{w.tx, w.store.watch})
	if err != nil {
		return err
	}
	before := map[string]string{}
	for _, recordType := range standing {
		before[recordType.ID] = fmt.Sprint(recordTypeRow(recordType)...)
	}
	for _, recordType := range w.batch.RecordTypes {
		row := recordTypeRow(recordType)
		text, stands := before[recordType.ID]
		switch {
		case !stands:
			w.written.Created[graph.KindRecordType]++
		case text == fmt.Sprint(row...):
			w.written.Unchanged[graph.KindRecordType]++
			continue
		default:
			w.written.Updated[graph.KindRecordType]++
		}
		before[recordType.ID] = fmt.Sprint(row...)
		w.planned(recordTypes, row)
	}
	return nil
}

// recordTypeRow are the values of a record type in the order of its table.
func recordTypeRow(r graph.RecordType) []any {
	fields, _ := json.Marshal(append([]graph.RecordField{}, r.Fields...)) // texts and canonical JSON; [] for none
	canonical, _ := graph.ParseJSON(fields)
	return []any{r.ID, r.Name, r.Icon, string(canonical)}
}
