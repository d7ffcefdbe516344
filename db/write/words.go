package write

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	texts "dossier/graph/text"
)

// A tally is a change of the counts of a word.
type tally struct {
	entities, titles int64
	last             int // the number of the last entity that was counted
}

// tallies are changes of the counts of projects.
type tallies struct {
	*transaction
	byProject map[string]*vocabulary
	size      int // the number of changes and of words seen
	added     int // the number of entities
}

// A vocabulary has the changes of the counts of a project.
type vocabulary struct {
	stems map[string]*tally
	words map[string]*tally // by folded word, nil for a stop word
}

func newTallies(t *transaction) *tallies {
	return &tallies{transaction: t, byProject: map[string]*vocabulary{}}
}

// add counts an entity with the analysed text terms n times. Text that cannot
// be read has no words.
func (t *tallies) add(projectID string, kind graph.Kind, terms []byte, n int64) {
	of := t.byProject[projectID]
	if of == nil {
		of = &vocabulary{map[string]*tally{}, map[string]*tally{}}
		t.byProject[projectID] = of
	}
	t.added++
	t.tally(of, schema.EveryEntity).entities += n
	t.tally(of, schema.KindMark+string(kind)).entities += n
	found, titled, _ := texts.Vocabulary(terms)
	for i, word := range found {
		held, known := of.words[word]
		if !known {
			held = t.learn(of, strings.Clone(word)) // word shares the memory of a whole text
		}
		if held == nil || held.last == t.added {
			continue
		}
		held.last = t.added
		held.entities += n
		if i < titled {
			held.titles += n
		}
	}
}

// learn adds a folded word to a vocabulary, and returns its tally, nil for a stop
// word.
func (t *tallies) learn(of *vocabulary, word string) (held *tally) {
	if stem := texts.English(word); stem != "" {
		held = t.tally(of, stem)
	}
	of.words[word] = held
	t.size++
	return held
}

// tally returns the tally of a stem.
func (t *tallies) tally(of *vocabulary, stem string) *tally {
	held := of.stems[stem]
	if held == nil {
		held = &tally{}
		of.stems[stem] = held
		t.size++
	}
	return held
}

// A wordRow is a row of the table of words, as a change.
type wordRow struct {
	Word     string `json:"word"`
	Project  string `json:"project_id"`
	Entities int64  `json:"entities"`
	Titles   int64  `json:"titles"`
}

// rows returns the changes of a project, ordered by word.
func (t *tallies) rows(projectID string) (rows []wordRow) {
	of := t.byProject[projectID]
	if of == nil {
		return nil
	}
	for stem, change := range of.stems {
		if change.entities != 0 || change.titles != 0 {
			rows = append(rows, wordRow{stem, projectID, change.entities, change.titles})
		}
	}
	slices.SortFunc(rows, func(a, b wordRow) int { return cmp.Compare(a.Word, b.Word) })
	return rows
}

// put writes the changes of counts, except for projects that are not
// counted yet. It writes nothing if no count changes.
func (t *tallies) put(ctx context.Context) error {
	changed := map[string][]wordRow{}
	for id := range t.byProject {
		if rows := t.rows(id); rows != nil {
			changed[id] = rows
		}
	}
	ids := slices.Sorted(maps.Keys(changed))
	counted, err := t.counted(ctx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !counted[id] && t.projects[id].exists { // countProject counts it later
			continue
		}
		if err := t.addWords(ctx, changed[id]); err != nil {
			return err
		}
	}
	return nil
}

// counted returns which of the projects are counted.
func (t *tallies) counted(ctx context.Context, ids []string) (map[string]bool, error) {
	counted := map[string]bool{}
	if len(ids) == 0 {
		return counted, nil
	}
	q := t.conn.Statement()
	q.Add("SELECT project_id FROM onto_words WHERE word = ", q.Param(schema.EveryEntity), " AND ", q.In("project_id", ids))
	return counted, t.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		err := row.Scan(&id)
		counted[id] = true
		return err
	}))
}

// fewWords is the maximum number of counts that one statement with JSON changes,
// by eye: as a mutation of 500 entities has. On SQLite, many rows take less than
// half of the time without JSON.
const fewWords = 5000

func (t *tallies) addWords(ctx context.Context, rows []wordRow) error {
	var err error
	if len(rows) > fewWords {
		err = t.tx.Put(ctx, schema.Words, wordValues(rows))
	} else {
		q := t.conn.Statement()
		q.Add(schema.Words.Upsert("SELECT word, project_id, entities, titles FROM " + q.Rows(rows,
			schema.Words.Columns...) + " changed WHERE TRUE"))
		err = q.Exec(ctx, t.tx)
	}
	if err != nil {
		return fmt.Errorf("count words: %w", err)
	}
	return nil
}

func wordValues(rows []wordRow) [][]any {
	values := make([][]any, len(rows))
	for i, row := range rows {
		values[i] = []any{row.Word, row.Project, row.Entities, row.Titles}
	}
	return values
}

// forget subtracts the stored words of entities from the counts.
func (t *tallies) forget(ctx context.Context, ids []string) error { return t.recount(ctx, ids, -1) }

// recount counts the stored words of entities n times.
func (t *tallies) recount(ctx context.Context, ids []string, n int64) error {
	for some := range slices.Chunk(ids, statement.MaxListed) {
		q := t.conn.Statement()
		q.Add("SELECT project_id, kind, terms FROM onto_entities WHERE ", q.ByID("project_id", "id", some))
		err := t.tx.Read(ctx, q.Query(func(row engine.Row) error { return t.countRow(row, n) }))
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *tallies) countRow(row engine.Row, n int64) error {
	var projectID string
	var kind graph.Kind
	var terms []byte
	if err := row.Scan(&projectID, &kind, &terms); err != nil {
		return fmt.Errorf("read terms: %w", err)
	}
	t.add(projectID, kind, terms, n)
	return nil
}

// countProjects counts the words of the projects that are not counted because
// an older version wrote them.
func (s *Completer) countProjects(ctx context.Context) error {
	q := s.conn.Statement()
	q.Add("SELECT project_id FROM onto_revisions revision WHERE NOT EXISTS (SELECT 1 FROM onto_words word WHERE word.word = ",
		q.Param(schema.EveryEntity),
		" AND word.project_id = revision.project_id) ORDER BY project_id")
	var ids []string
	err := s.conn.Reader(s.conn.Backend).Read(statement.AsService(ctx), q.Query(func(row engine.Row) error {
		var id string
		err := row.Scan(&id)
		ids = append(ids, id)
		return err
	}))
	for _, id := range ids {
		if err == nil {
			err = s.countProject(statement.AsService(ctx), id)
		}
	}
	return err
}

// countProject counts the words of a project, unless another process did. It
// waits for writers of the project.
func (s *Completer) countProject(ctx context.Context, id string) error {
	err := s.conn.InTransaction(ctx, func(tx engine.Tx) error {
		w := s.writer.newWrite(tx, &graph.Batch{}, statement.Subject{})
		w.touch(id)
		if err := w.lock(ctx); err != nil {
			return err
		}
		if counted, err := w.words.counted(ctx, []string{id}); err != nil || counted[id] {
			return err
		}
		q := s.conn.Statement()
		q.Add("SELECT project_id, kind, terms FROM onto_entities WHERE NOT deleted AND project_id = ", q.Param(id))
		if err := tx.Read(ctx, q.Query(func(row engine.Row) error { return w.words.countRow(row, 1) })); err != nil {
			return err
		}
		rows := w.words.rows(id)
		if rows == nil { // it has no live entity
			rows = []wordRow{{Word: schema.EveryEntity, Project: id}}
		}
		return w.words.addWords(ctx, rows)
	})
	if err != nil {
		return fmt.Errorf("count the words of project %s: %w", id, err)
	}
	return nil
}
