package mergetest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/ndjson"
)

// RandomMerges imports, changes here, changes the source, and imports again, in
// random sequences: 1,000, or 100 in the short mode. No change may be lost without
// being named.
func RandomMerges(t *testing.T, store fixture.Store) {
	number, times := 0, 10
	if testing.Short() {
		times = 1
	}
	for range times { // rapid makes 100
		rapid.Check(t, func(r *rapid.T) {
			number++
			m := &randomMerge{T: r, store: store, project: fmt.Sprint("merged ", number), source: map[string]string{}, had: map[string]string{}}
			r.Repeat(map[string]func(*rapid.T){
				"": func(*rapid.T) {}, "source": m.changeSource, "here": m.changeHere, "delete": m.deleteHere, "import": m.importSource,
				"edge in the source": func(*rapid.T) { m.edge.source = !m.edge.source }, "edge here": m.changeEdgeHere,
			})
		})
	}
}

// A randomMerge is a task that is changed on both sides, with an edge to another. The
// source has members of its line by name, as JSON.
type randomMerge struct {
	*rapid.T
	store       fixture.Store
	project     string
	source, had map[string]string // now, and at the last import that wrote
	stored      bool
	edge        struct {
		source       bool // in the source
		live, stored bool // here, and ever
	}
}

// mergedFields are fields, with values as JSON.
var mergedFields = map[string][]string{
	"title": {`"a"`, `"b"`, `"c"`}, "description": {`null`, `"a"`, `"b"`}, "priority": {`null`, `1`, `2`}, "state_key": {
		`"todo"`, `"done"`, `"blocked"`,
	},
	"labels": {`null`, `["a"]`, `["a","b"]`, `["b","c"]`, `["c","a"]`}, "one": {`null`, `1`, `"x"`}, "two": {`null`, `{"k":[1]}`, `2`},
}

func (m *randomMerge) field() string {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(mergedFields))).Draw(m.T, "field")
}

// changeSource changes a field in the source, or removes it.
func (m *randomMerge) changeSource(*rapid.T) {
	field := m.field()
	if field != "title" && rapid.IntRange(0, 4).Draw(m.T, "removed") == 0 {
		delete(m.source, field)
		return
	}
	m.source[field] = rapid.SampledFrom(mergedFields[field]).Draw(m.T, "value")
}

func (m *randomMerge) id() string { return mergedTaskID(m.project) }

func mergedTaskID(project string) string { return graph.ID(project + "/task") }

// task returns the stored task, nil if it is deleted, and its fields as JSON.
func (m *randomMerge) task() (*graph.Task, map[string]string) {
	found, err := m.store.Entities(fixture.As("ann"), []graph.Ref{{ID: m.id()}}, graph.Full)
	if err != nil {
		m.Fatal(err)
	}
	task, live := found[m.id()].(*graph.Task)
	if !live {
		return nil, nil
	}
	props := task.Props.Object()
	return task, map[string]string{
		"title": graph.EncodeJSON(task.Title), "description": graph.EncodeJSON(task.Description), "priority": graph.EncodeJSON(task.Priority),
		"state_key": graph.EncodeJSON(task.StateKey), "labels": graph.EncodeJSON(task.Labels), "one": graph.EncodeJSON(props["one"]),
		"two": graph.EncodeJSON(props["two"]),
	}
}

// changeHere changes a field here.
func (m *randomMerge) changeHere(*rapid.T) {
	task, fields := m.task()
	if task == nil {
		return
	}
	field := m.field()
	fields[field] = rapid.SampledFrom(mergedFields[field]).Draw(m.T, "value here")
	changed := *task
	changed.Props = nil
	m.decode(fields, &changed)
	if _, err := m.store.Write(fixture.As("ann"), &graph.Batch{Entities: []graph.Entity{&changed}}); err != nil {
		m.Fatal(err)
	}
}

func (m *randomMerge) decode(fields map[string]string, into *graph.Task) {
	props := map[string]any{}
	for name, text := range fields {
		value, err := graph.ParseJSON([]byte(text))
		if err != nil {
			m.Fatal(err)
		}
		if field := into.Spec().Field(name); field == nil && value != nil {
			props[name] = value
		} else if field != nil {
			decodeField(field, into, value)
		}
	}
	if len(props) > 0 {
		into.Props, _ = graph.NewJSON(props)
	}
}

func decodeField(field *graph.Field, into *graph.Task, value graph.JSON) {
	switch at := field.Pointer(into).(type) {
	case *string:
		*at = value.Value().(string)
	case **string:
		if *at = nil; value != nil {
			*at = new(value.Value().(string))
		}
	case *[]string:
		*at = labelsIn(string(value))
	case **int:
		if *at = nil; value != nil {
			*at = new(int(value.Value().(float64)))
		}
	}
}

// labelsIn returns the labels in JSON.
func labelsIn(text string) (labels []string) {
	_ = json.Unmarshal([]byte(text), &labels) // of this test
	return labels
}

// mergedLabels returns labels without those that the source removed, and with those
// that it added.
func mergedLabels(before, had, source string) string {
	old, now := labelsIn(had), labelsIn(source)
	merged := slices.DeleteFunc(labelsIn(before),
		func(label string) bool { return slices.Contains(old, label) && !slices.Contains(now, label) })
	for _, label := range now {
		if !slices.Contains(old, label) && !slices.Contains(merged, label) {
			merged = append(merged, label)
		}
	}
	if len(merged) == 0 {
		return "null"
	}
	return graph.EncodeJSON(merged)
}

func (m *randomMerge) deleteHere(*rapid.T) {
	if task, _ := m.task(); task == nil || rapid.IntRange(0, 2).Draw(m.T, "keep") > 0 {
		return
	}
	if _, err := m.store.Write(fixture.As("ann"), &graph.Batch{Deleted: []graph.Ref{{ID: m.id()}}}); err != nil {
		m.Fatal(err)
	}
}

// importSource imports the source, checks what came of each field, and imports it
// again, which must change nothing.
func (m *randomMerge) importSource(*rapid.T) {
	if m.source["title"] == "" {
		m.source["title"] = `"a"`
	}
	mode := rapid.SampledFrom([]graph.OnConflict{"", graph.OursWins, graph.StopAtAny}).Draw(m.T, "mode")
	_, before := m.task()
	report := m.imported(mode)
	_, after := m.task()
	named := map[string]bool{}
	for _, conflict := range report.Conflicts {
		named[strings.TrimPrefix(conflict.Field, "props.")] = true
	}
	if report.Written != nil {
		m.mergeEdge()
	}
	m.checkEdge(after != nil)
	if report.Written == nil {
		if !maps.Equal(before, after) || len(named) == 0 || mode != graph.StopAtAny {
			m.Fatalf("stopped: %v became %v, conflicts %v", before, after, named)
		}
		return
	}
	m.checkFields(before, after, named, mode, &report.Counts)
	for field, value := range m.source {
		m.had[field] = value
	}
	if m.stored = true; m.had["state_key"] == "" {
		m.had["state_key"] = `"todo"` // the default
	}
	again := m.imported(mode)
	if _, twice := m.task(); !maps.Equal(after, twice) ||
		again.Counts.Updated+again.Counts.Created+again.Counts.Revived+again.Counts.Conflicts > 0 {
		m.Fatalf("again: %v became %v: %+v", after, twice, again.Counts)
	}
}

func (m *randomMerge) imported(mode graph.OnConflict) *ndjson.Report {
	line := fmt.Sprintf(`{"kind":"project","id":%q,"name":"P"}`+"\n"+`{"kind":"task","id":%q,"project_id":%[1]q`, m.project, m.project+"/task")
	for _, name := range slices.Sorted(maps.Keys(m.source)) {
		line += fmt.Sprintf(",%q:%s", name, m.source[name])
	}
	line += "}\n" + fmt.Sprintf(`{"kind":"task","id":%q,"project_id":%q,"title":"Other"}`, m.project+"/other", m.project) + "\n"
	if m.edge.source {
		line += fmt.Sprintf(`{"kind":"edge","rel":"blocks","src_id":%q,"dst_id":%q}`, m.project+"/task", m.project+"/other") + "\n"
	}
	report, err := ndjson.Import(fixture.As("ann"), m.store, strings.NewReader(line), ndjson.Options{OnConflict: mode})
	if err != nil || report.Rejected > 0 {
		m.Fatalf("%v, rejected %v", err, report.Rejects)
	}
	return report
}

// mergeEdge does to the edge what an import does: one of the source is made, unless it
// was unlinked here.
func (m *randomMerge) mergeEdge() {
	if m.edge.source && !m.edge.stored {
		m.edge.live, m.edge.stored = true, true
	}
}

// checkEdge compares the edge, which is not listed without its ends.
func (m *randomMerge) checkEdge(hasEnds bool) {
	changes, err := m.store.Changes(fixture.As("ann"), []graph.Revision{{ProjectID: graph.ID(m.project)}})
	if err != nil {
		m.Fatal(err)
	}
	live := len(changes) > 0 && slices.ContainsFunc(changes[0].Edges, func(e graph.Edge) bool { return !e.Deleted })
	if hasEnds && live != m.edge.live {
		m.Fatalf("the edge is live: %t, want %t; %+v", live, m.edge.live, m.edge)
	}
}

// changeEdgeHere links the tasks here, or unlinks them.
func (m *randomMerge) changeEdgeHere(*rapid.T) {
	if task, _ := m.task(); task == nil || !m.stored {
		return
	}
	src, dst := m.id(), graph.ID(m.project+"/other")
	batch := &graph.Batch{Edges: []graph.Edge{{
		ProjectID: graph.ID(m.project), Rel: graph.RelBlocks,
		Src: graph.Ref{Kind: graph.KindTask, ID: src}, Dst: graph.Ref{Kind: graph.KindTask, ID: dst},
	}}}
	if m.edge.live {
		batch = &graph.Batch{Unlinked: []string{graph.EdgeID(src, graph.RelBlocks, dst)}}
	}
	if _, err := m.store.Write(fixture.As("ann"), batch); err != nil {
		m.Fatal(err)
	}
	m.edge.live, m.edge.stored = !m.edge.live, true
}

// checkFields compares the task before and after an import. Each is nil if the
// task is deleted.
func (m *randomMerge) checkFields(before, after map[string]string, named map[string]bool, mode graph.OnConflict, counts *ndjson.Counts) {
	changed := map[string]bool{}
	for field, value := range m.source {
		changed[field] = m.had[field] != value
	}
	isChanged := slices.Contains(slices.Collect(maps.Values(changed)), true)
	switch {
	case !m.stored:
		return
	case before == nil && !isChanged:
		if after != nil {
			m.Fatalf("it was deleted here, and is back: %v", after)
		}
		return
	case before == nil:
		if after == nil || counts.Revived != 1 {
			m.Fatalf("it was deleted here, and changed in the source, and is not back: %+v", counts)
		}
		return
	}
	for field := range mergedFields {
		had := cmp.Or(m.had[field], "null")
		want := before[field]
		switch {
		case field == "labels" && changed[field]:
			want = mergedLabels(before[field], had, m.source[field])
		case !changed[field] || m.source[field] == before[field]:
		case before[field] == had, named[field] && mode != graph.OursWins:
			want = m.source[field]
		case !named[field]:
			m.Fatalf("%s: %s here, %s in the source after %s: no conflict is named", field, before[field], m.source[field], had)
		}
		if after[field] != want {
			m.Fatalf("%s is %s, want %s: before %s, source %s, which had %s", field, after[field], want, before[field], m.source[field], had)
		}
	}
}
