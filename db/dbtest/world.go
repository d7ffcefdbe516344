package dbtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"dossier/graph"
	"dossier/graph/check"
	"dossier/graph/filter"
	"dossier/graph/memory"
)

// A world is the content of a store in memory.
type world struct {
	live map[string]graph.Entity
	filter.Matcher
}

// newWorld writes a random project with entities of all kinds, including owners
// and deleted entities, with ties and nulls in every column, and edges of every
// relation.
func (f *fixture) newWorld(seed uint64) *world {
	random := rand.New(rand.NewPCG(seed, seed))
	project := newProject("p")
	project.ProjectID, project.CreatedAt, project.UpdatedAt = project.ID, start, start
	all := []graph.Entity{project}
	for i := range 150 {
		spec := graph.Kinds[1+random.IntN(len(graph.Kinds)-1)]
		all = append(all, randomEntity(random, spec, project.ID, i))
	}
	w := &world{live: map[string]graph.Entity{}}
	batch := &graph.Batch{}
	for _, e := range all {
		if e.Self().DeletedAt == nil {
			w.live[e.Self().ID] = e
		}
		check.Derive(e)
		batch.Entities = append(batch.Entities, e)
	}
	for range 500 {
		rel := graph.Relations[random.IntN(len(graph.Relations))].Name
		src, dst := all[random.IntN(len(all))], all[random.IntN(len(all))]
		if rel.Spec().Allows(src.Self().Kind, dst.Self().Kind) == nil && src != dst {
			batch.Edges = append(batch.Edges, newEdge(src, rel, dst))
		}
	}
	f.write(batch)
	for _, e := range w.live {
		e.Self().Spec().Finish(e, graph.Full)
	}
	changes := graph.Changes{Revision: graph.Revision{ProjectID: project.ID}}
	for _, edge := range batch.Edges {
		edge.ID = graph.EdgeID(edge.Src.ID, edge.Rel, edge.Dst.ID)
		changes.Edges = append(changes.Edges, edge)
	}
	for _, e := range w.live {
		changes.Entities = append(changes.Entities, e)
	}
	w.Graph = memory.NewGraph(changes)
	w.Owners = func(e graph.Entity) []graph.Owner { return filter.OwnersIn(w.Graph, e) }
	w.Values = filter.Values
	return w
}

func randomEntity(random *rand.Rand, spec *graph.Spec, projectID string, i int) graph.Entity {
	e := spec.New()
	for _, field := range spec.Columns(graph.Full) {
		if random.IntN(3) == 0 && field.Name != "record_type" {
			continue
		}
		switch pointer := field.Pointer(e).(type) {
		case *string:
			*pointer = fmt.Sprint([]string{"Apple ", "äpple ", "pear ", "x"}[random.IntN(4)], random.IntN(12))
		case **time.Time:
			*pointer = ptr(start.Add(time.Duration(random.IntN(60)-30) * 24 * time.Hour))
		case **int:
			*pointer = ptr(1 + random.IntN(5))
		case **float64:
			*pointer = ptr(float64(random.IntN(5)) / 4)
		case *[]string:
			*pointer = drawLabels(random)
		}
	}
	common := e.Self()
	common.ID, common.ProjectID, common.DeletedAt = graph.ID(fmt.Sprint(spec.Kind, i)), projectID, nil
	common.ExternalID = ptr(fmt.Sprint("external ", i))
	common.TypeKey = []*string{nil, ptr("type.a"), ptr("type.a.b"), ptr("type.b")}[random.IntN(4)]
	common.CreatedAt = start.Add(time.Duration(random.IntN(20)) * 12 * time.Hour)
	common.UpdatedAt = start.Add(time.Duration(random.IntN(9)) * time.Hour)
	if len(spec.States) > 0 {
		common.StateKey = ptr(spec.States[random.IntN(len(spec.States))])
	}
	if risk, ok := e.(*graph.Risk); ok && risk.Impact == nil && random.IntN(2) == 0 {
		risk.Impact = ptr([]string{"low", "medium", "high", "critical"}[random.IntN(4)])
	}
	if record, ok := e.(*graph.Record); ok {
		record.RecordType = []string{graph.PersonType, graph.PersonType, "team"}[random.IntN(3)]
		record.Fields = randomFields(random, record.Fields)
	}
	common.Props = randomFields(random, randomOwner(random))
	if random.IntN(12) == 0 {
		common.DeletedAt = ptr(start)
	}
	return e
}

// labels are those of the entities of a world.
var labels = []string{"bug", "Bug", "needs design", `a "b" [c]`, "é, ö"}

// drawLabels returns none to all of the labels.
func drawLabels(random *rand.Rand) (drawn []string) {
	for _, i := range random.Perm(len(labels))[:random.IntN(len(labels)+1)] {
		drawn = append(drawn, labels[i])
	}
	return drawn
}

// randomOwner returns props with no owner, a record that may exist, or a name.
func randomOwner(random *rand.Rand) graph.JSON {
	switch random.IntN(6) {
	case 0:
		return object(fmt.Sprintf(`{"owner": "record%d"}`, random.IntN(150)))
	case 1:
		return object(`{"assignees": ["Zoë Ωmega", "Bob"], "lead": "Eve"}`)
	default:
		return nil
	}
}

// fieldNames are names of fields, with characters that mean something in paths, and
// fieldValues are values of fields as JSON.
var (
	fieldNames  = []string{"estimate", "team", "$.a[0]", `a "b" \\ c`, "é", "0"}
	fieldValues = []string{
		`null`, `""`, `" \t"`, `[]`, `{"a": 1}`, `true`, `false`, `"true"`, `0`, `3`, `3.25`, `0.1`, `"0.7"`, `1.13`, `-12`, `"1e3"`, `"3"`,
		`" 3.25 "`, `"03"`, `"+3"`, `"1e400"`, `"1e300"`,
		`"Ännä's %"`, `"ops"`, `"OPS team"`, `"2026-11-30"`, `"2027-01-01T00:00:00Z"`, `["Ops", 3, null, {"a": 2}, ["x"], true]`, `["a", ""]`,
		`[{}]`,
	}
)

// randomFields returns an object with some fields beside those that it has.
func randomFields(random *rand.Rand, of graph.JSON) graph.JSON {
	fields := of.Object()
	if fields == nil {
		fields = map[string]any{}
	}
	for _, name := range fieldNames {
		if random.IntN(3) == 0 {
			fields[name] = json.RawMessage(fieldValues[random.IntN(len(fieldValues))])
		}
	}
	if len(fields) == 0 {
		return of
	}
	return object(graph.EncodeJSON(fields))
}

// all returns the live entities of a kind.
func (w *world) all(kind graph.Kind) []graph.Entity {
	var list []graph.Entity
	for _, e := range w.live {
		if e.Self().Kind == kind {
			list = append(list, e)
		}
	}
	return list
}
