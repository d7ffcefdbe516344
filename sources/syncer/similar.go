package syncer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/folder"
)

// candidates are the files that vanished and the new ones, which may be the same.
type candidates struct {
	old     map[string]*file
	fresh   map[string]folder.File
	renamed map[string]string // of which this is known, the old names by the new ones
}

// The bounds of looking for files that were renamed and changed at once: how many
// vanished and how many are new, by eye; and the part of the lines that is the same,
// which is that of git.
const (
	maxCompared = 100
	leastSame   = .5
)

// A text has the lines of an entity's texts, with how often it has them.
type text struct {
	file  string
	kind  graph.Kind
	lines map[string]int
	size  int // the bytes of all lines
}

// pairSimilar adds the files that were renamed and changed at once: those whose first
// entities have most of their lines in common.
func (m *moving) pairSimilar(ctx context.Context, read *sources.Records, d *diff, among *candidates) error {
	old, fresh := firsts(d.gone, among.old), firsts(d.fresh, among.fresh)
	if len(old) == 0 || len(fresh) == 0 || len(old) > maxCompared || len(fresh) > maxCompared {
		return nil
	}
	before, err := m.storedTexts(ctx, old)
	if err != nil {
		return err
	}
	type likeness struct {
		was, is *text
		score   float64
	}
	var likely []likeness
	now := d.texts(read, fresh)
	for i := range before {
		for j := range now {
			if score := before[i].likeness(&now[j]); score >= leastSame {
				likely = append(likely, likeness{&before[i], &now[j], score})
			}
		}
	}
	slices.SortFunc(likely, func(a, b likeness) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.was.file, b.was.file), strings.Compare(a.is.file, b.is.file))
	})
	taken := map[string]bool{}
	for _, one := range likely {
		if _, is := among.renamed[one.is.file]; !is && !taken[one.was.file] {
			among.renamed[one.is.file], taken[one.was.file] = one.was.file, true
		}
	}
	return nil
}

// firsts returns the first entity of each of the files, by its file.
func firsts[F any](records []record, files map[string]F) map[string]*record {
	found := map[string]*record{}
	for i := range records {
		one := &records[i]
		if _, is := files[one.File]; is && one.isEntity() && found[one.File] == nil {
			found[one.File] = one
		}
	}
	return found
}

// storedTexts returns the texts of entities in the store.
func (m *moving) storedTexts(ctx context.Context, records map[string]*record) ([]text, error) {
	var refs []graph.Ref
	for _, one := range records {
		refs = append(refs, graph.Ref{Kind: one.Kind, ID: one.id()})
	}
	stored, err := m.Store.Entities(ctx, refs, graph.Full)
	if err != nil {
		return nil, fmt.Errorf("read what vanished from %s: %w", m.source.Name, err)
	}
	var texts []text
	for file, one := range records {
		e := stored[one.id()]
		if e == nil {
			continue
		}
		made := text{file: file, kind: one.Kind, lines: map[string]int{}}
		spec := e.Self().Spec()
		for i := range spec.Fields {
			if value, is := spec.Fields[i].Value(e).(string); is {
				made.add(spec.Fields[i].Name, value)
			}
		}
		texts = append(texts, made)
	}
	return texts, nil
}

// texts returns the texts of new entities.
func (d *diff) texts(read *sources.Records, records map[string]*record) []text {
	var texts []text
	next := 0
	for number, line := range linesOf(read.Reader()) {
		if next == len(d.lines) {
			break
		}
		if number != d.lines[next] {
			continue
		}
		one := &d.fresh[next]
		next++
		fields := map[string]any{}
		if records[one.File] != one || json.Unmarshal(line, &fields) != nil {
			continue
		}
		made := text{file: one.File, kind: one.Kind, lines: map[string]int{}}
		for name, value := range fields {
			if value, is := value.(string); is {
				made.add(name, value)
			}
		}
		texts = append(texts, made)
	}
	return texts
}

// add adds the lines of a field, if it has words of its user.
func (t *text) add(name, value string) {
	if name == "kind" || name == "id" || strings.HasSuffix(name, "_id") || strings.HasSuffix(name, "_at") || strings.HasSuffix(name, "_key") {
		return
	}
	for line := range strings.Lines(value) {
		if line = strings.TrimSpace(line); line != "" {
			t.lines[line]++
			t.size += len(line)
		}
	}
}

// likeness returns which part of the lines of two texts is in both, 0 for entities of
// different kinds.
func (t *text) likeness(other *text) float64 {
	if t.kind != other.kind || t.size+other.size == 0 {
		return 0
	}
	same := 0
	for line, n := range t.lines {
		same += min(n, other.lines[line]) * len(line)
	}
	return 2 * float64(same) / float64(t.size+other.size)
}
