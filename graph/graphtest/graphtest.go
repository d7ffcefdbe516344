// Package graphtest makes graphs for tests: from NDJSON, from the sample if it
// is present, and random or synthetic ones.
package graphtest

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/check"
	"dossier/graph/memory"
)

// Sample returns the projects of the sample by external id. It skips the test if
// the sample is absent, and with -short, because of 15,000 entities: under the
// race detector their tests take a minute. root is the path to the root of the
// repository.
func Sample(t testing.TB, root string) map[string]*memory.Graph {
	t.Helper()
	if testing.Short() {
		t.Skip("the sample takes long")
	}
	file, err := os.Open(filepath.Join(root, "..", "shared", "data", "kep.ndjson.gz"))
	if err != nil {
		t.Skip("the sample is absent")
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	graphs, err := Read(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return graphs
}

// Read returns the graphs of NDJSON in the format of imports, by the external
// ids of the projects. It supports only what tests need: ids and dates are as
// stored, texts are cut, and invalid lines are errors.
func Read(r io.Reader) (map[string]*memory.Graph, error) {
	graphs, _, err := ReadFull(r)
	return graphs, err
}

// ReadFull is like [Read], and also returns the full entities by id.
func ReadFull(r io.Reader) (map[string]*memory.Graph, map[string]graph.Entity, error) {
	l := loader{
		changes: map[string]*graph.Changes{}, names: map[string]string{}, projects: map[string]string{}, full: map[string]graph.Entity{},
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for number := 1; lines.Scan(); number++ {
		if err := l.line(lines.Bytes()); err != nil {
			return nil, nil, fmt.Errorf("read line %d: %w", number, err)
		}
	}
	for _, edge := range l.edges {
		project := l.projects[edge.Src.ID]
		if project == "" {
			project = l.projects[edge.Dst.ID]
		}
		if changes := l.changes[project]; changes != nil {
			edge.ProjectID = project
			changes.Edges = append(changes.Edges, edge)
		}
	}
	graphs := map[string]*memory.Graph{}
	for id, changes := range l.changes {
		graphs[l.names[id]] = memory.NewGraph(*changes)
	}
	return graphs, l.full, lines.Err()
}

type loader struct {
	changes  map[string]*graph.Changes // by project
	names    map[string]string         // external ids of projects
	projects map[string]string         // by entity
	full     map[string]graph.Entity
	edges    []graph.Edge
}

func (l *loader) line(line []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return err
	}
	text := func(name string) (value string) {
		_ = json.Unmarshal(fields[name], &value) // "" if absent or not a text
		return value
	}
	if text("kind") == "edge" {
		src, dst, rel := graph.ID(text("src_id")), graph.ID(text("dst_id")), graph.Relation(text("rel"))
		l.edges = append(l.edges, graph.Edge{ID: graph.EdgeID(src, rel, dst), Rel: rel, Src: graph.Ref{ID: src}, Dst: graph.Ref{ID: dst}})
		return nil
	}
	spec := graph.SpecOf(graph.Kind(text("kind")))
	if spec == nil {
		return nil // a record type
	}
	full, err := entity(spec, fields, graph.Full)
	if err != nil {
		return err
	}
	light, err := entity(spec, fields, graph.Light)
	if err != nil {
		return err
	}
	light.Self().Props = nil
	l.full[full.Self().ID] = full
	l.add(light.Self().ProjectID, light, text("id"))
	return nil
}

// entity returns the entity of a line.
func entity(spec *graph.Spec, fields map[string]json.RawMessage, view graph.View) (graph.Entity, error) {
	entity := spec.New()
	for i := range spec.Fields {
		if err := set(&spec.Fields[i], entity, fields[spec.Fields[i].Name]); err != nil {
			return nil, fmt.Errorf("%s: %w", spec.Fields[i].Name, err)
		}
	}
	common, name, project := entity.Self(), "", ""
	_ = json.Unmarshal(fields["id"], &name)            // absent: empty
	_ = json.Unmarshal(fields["project_id"], &project) // absent: empty
	common.Kind = spec.Kind
	common.ID, common.ExternalID, common.ProjectID = graph.ID(name), &name, graph.ID(project)
	if spec.Kind == graph.KindProject {
		common.ProjectID = common.ID
	}
	check.Default(entity)
	check.Derive(entity)
	spec.Finish(entity, view)
	if common.UpdatedAt.IsZero() {
		common.UpdatedAt = common.CreatedAt
	}
	return entity, nil
}

func (l *loader) add(project string, entity graph.Entity, name string) {
	changes := l.changes[project]
	if changes == nil {
		changes = &graph.Changes{Revision: graph.Revision{ProjectID: project, Number: 1}}
		l.changes[project] = changes
	}
	changes.Entities = append(changes.Entities, entity)
	l.projects[entity.Self().ID] = project
	if entity.Self().Kind == graph.KindProject {
		l.names[project] = name
	}
}

// set sets a field from JSON. A date without a time is midnight in UTC.
func set(field *graph.Field, entity graph.Entity, raw json.RawMessage) error {
	if raw == nil {
		return nil
	}
	into := field.Pointer(entity)
	switch into.(type) {
	case *time.Time, **time.Time:
		if len(raw) == len(`"2006-01-02"`) {
			raw = append(append([]byte{}, raw[:len(raw)-1]...), `T00:00:00Z"`...)
		}
	}
	return json.Unmarshal(raw, into)
}
