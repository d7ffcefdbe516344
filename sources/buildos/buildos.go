// Package buildos reads rows of the tables onto_*, which BuildOS and Dossier have,
// as JSON or in a Postgres database.
package buildos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"dossier/graph"
	"dossier/graph/rows"
	"dossier/sources"
)

// Format reads JSON files of rows, and databases.
var Format = sources.Format{
	Name:   "buildos",
	Title:  "rows of the tables onto_* of BuildOS, as JSON or in a Postgres database",
	Detect: detect,
	Match:  match,
	Read:   read,
	Prefix: prefix,
	Fetch:  fetch,
	Label:  name,
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	return sources.FoundFiles(filesIn(fsys), "the same entities and edges, of all projects in it as one")
}

func filesIn(fsys fs.FS) []string {
	return sources.FilesMatching(fsys, match, ".json", ".jsonl", ".ndjson")
}

// match reports whether a file is called as a table is, or has tables as members.
func match(file string, head []byte) bool {
	switch path.Ext(file) {
	case ".json", ".jsonl", ".ndjson":
		return tableOf(path.Base(file)) != "" || bytes.Contains(head, []byte(`"onto_`)) && bytes.Contains(head, []byte(`"id"`))
	}
	return false
}

// edgesTable is the table of edges, beside those of the kinds.
const edgesTable = "onto_edges"

// tableOf returns the table in the name of a file or a member, "" for none.
func tableOf(name string) string {
	name = strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
	at := strings.Index(name, "onto_")
	if at < 0 {
		return ""
	}
	table := strings.TrimSuffix(name[at:], "_rows")
	if table == edgesTable || kindOf(table) != "" {
		return table
	}
	return ""
}

func kindOf(table string) graph.Kind {
	for _, spec := range graph.Kinds {
		if spec.Table == table {
			return spec.Kind
		}
	}
	return ""
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = filesIn(fsys)
	}
	if len(files) == 0 {
		return graph.BadInput("path",
			"no rows of tables onto_*; expected a file such as onto_tasks.json, or an object with a list for each table")
	}
	r := &reading{out: out, projects: map[string]bool{}}
	if err := sources.EachDocument(ctx, fsys, files, out, r.document); err != nil {
		return err
	}
	r.addEdges()
	return nil
}

type reading struct {
	out      *sources.Records
	projects map[string]bool // the ids of projects, which become the one that is read into
	edges    []edge          // which may come before the projects at their ends
}

type edge struct {
	pos sources.Position
	row sources.Object
}

func (r *reading) document(pos sources.Position, value any) {
	found := 0
	sources.EachObject(pos, value, func(pos sources.Position, name string, row sources.Object) bool {
		table := tableOf(row.Text("table_name", "table"))
		if table != "" && row.Object("row") != nil {
			row = row.Object("row")
		}
		for _, of := range []string{name, path.Base(pos.File)} {
			if table == "" {
				table = tableOf(of)
			}
		}
		if table == "" || row["id"] == nil && row["src_id"] == nil && hasList(row) {
			return false
		}
		found++
		r.add(pos, table, row)
		return true
	})
	if found == 0 {
		r.out.Note(sources.Rejected, pos, "no rows; expected objects in lists that are called as the tables are, such as onto_tasks")
	}
}

// hasList reports whether an object has a list, which may be one of rows.
func hasList(object sources.Object) bool {
	for _, value := range object {
		if _, is := value.([]any); is {
			return true
		}
	}
	return false
}

// dropped are columns that a store computes, or that refer to its users.
var dropped = []string{
	"id", "project_id", "created_by", "updated_by", "search_vector", "deleted_at", "revision", "embedding", "kind", "label",
	"payload_summary",
}

func (r *reading) add(pos sources.Position, table string, row sources.Object) {
	id := row.Text("id")
	switch kind := kindOf(table); {
	case row["deleted_at"] != nil, row["deleted"] == true:
		r.out.Note(sources.Skipped, pos, "rows that were deleted")
	case table == edgesTable:
		r.edges = append(r.edges, edge{pos, row})
	case id == "":
		r.out.Note(sources.Rejected, pos, "the row of "+table+" has no id; expected one")
	case kind == graph.KindProject:
		r.projects[id] = true
	default:
		r.addRow(pos, kind, id, row)
	}
}

func (r *reading) addRow(pos sources.Position, kind graph.Kind, id string, row sources.Object) {
	spec := graph.SpecOf(kind)
	fields, props := map[string]any{}, map[string]any{}
	for name, value := range row.Object("props") {
		props[name] = value
	}
	for name, value := range row.Rest(append(dropped, "props")...) {
		if field := spec.Field(name); field != nil && field.Column && field.Input {
			fields[name] = value
		} else if value != nil {
			props[name] = value
		}
	}
	if title := sources.TextOf(fields[spec.Label]); strings.TrimSpace(title) == "" {
		r.out.Note(sources.Warned, pos, fmt.Sprintf("the row has no %s; its id is used", spec.Label))
		fields[spec.Label] = id
	} else {
		fields[spec.Label] = title
	}
	if state := sources.TextOf(fields["state_key"]); state != "" && sources.StateOf(kind, state) != state {
		fields["state_key"], props["status"] = sources.StateOf(kind, state), state
	}
	for r.check(pos, kind, fields, props) { // some rules are only checked when others hold
	}
	if len(props) > 0 {
		fields["props"] = props
	}
	r.out.Entity(pos, kind, id, fields)
}

// check moves values that an import would reject to props, and reports whether
// there are any.
func (r *reading) check(pos sources.Position, kind graph.Kind, fields, props map[string]any) (moved bool) {
	line := map[string]any{"kind": kind, "id": "row", "project_id": "project"}
	for name, value := range fields {
		line[name] = value
	}
	text, err := json.Marshal(line)
	if err != nil {
		r.out.Note(sources.Rejected, pos, err.Error())
		return false
	}
	_, problems := rows.Parse(text, false)
	for _, problem := range problems {
		known, is := errors.AsType[*graph.Error](problem)
		if !is {
			continue
		}
		if value := fields[known.Argument]; value != nil && known.Argument != graph.SpecOf(kind).Label {
			r.out.Note(sources.Warned, pos, fmt.Sprintf("%s: %s; kept in props", known.Argument, known.Text))
			delete(fields, known.Argument)
			props[known.Argument], moved = value, true
		}
	}
	return moved
}

func (r *reading) addEdges() {
	for _, e := range r.edges {
		r.addEdge(e.pos, e.row)
	}
}

func (r *reading) addEdge(pos sources.Position, row sources.Object) {
	src, dst, rel := row.Text("src_id", "from_id"), row.Text("dst_id", "to_id"), row.Text("rel", "relation")
	switch {
	case src == "" || dst == "" || rel == "":
		r.out.Note(sources.Rejected, pos, "the edge lacks src_id, dst_id or rel; expected all three")
	case r.projects[src] || r.projects[dst]:
		return // the project has an edge to each entity
	default:
		r.out.Edge(pos, rel, src, dst, row.Object("props"))
	}
}
