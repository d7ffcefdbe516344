package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// Every query is asked until it took this much of a processor, or so often.
const (
	pricedFor   = 300 * time.Millisecond
	pricedTimes = 200
)

// priceCosts compares the price of queries with the processor time that they
// take. The largest and the smallest time of a unit are to be within a factor
// of 4 of each other.
func priceCosts(ctx context.Context, s settings) error {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	subject, err := openSQLite(ctx, folder)
	if err != nil {
		return err
	}
	defer subject.close()
	if err := subject.loadFile(ctx, s.data); err != nil {
		return err
	}
	client := newClient(subject.store, nil)
	costs := newTable("query", "price", "ms", "kB", "µs for each unit")
	var units []float64
	for _, query := range pricedQueries(s) {
		row, err := client.priced(ctx, query)
		if err != nil {
			return fmt.Errorf("%s: %w", query.name, err)
		}
		units = append(units, row.unit())
		costs.add(query.name, row.price, row.took, row.bytes>>10, fmt.Sprintf("%.2f", row.unit()))
	}
	costs.print()
	fmt.Printf("%d queries, %.2f to %.2f µs for each unit: a factor of %.1f\n\n",
		len(units), slices.Min(units), slices.Max(units), slices.Max(units)/slices.Min(units))
	return nil
}

// A bought answer is what a query costs, as priced and as measured.
type bought struct {
	price, bytes int
	took         time.Duration // of processors
}

func (b bought) unit() float64 {
	return float64(b.took.Nanoseconds()) / 1000 / float64(max(b.price, 1))
}

// priced asks a query, once before it is measured.
func (c *client) priced(ctx context.Context, r request) (bought, error) {
	body, err := json.Marshal(map[string]any{"query": r.query, "variables": r.variables})
	if err != nil {
		return bought{}, err
	}
	ask := func() *bytes.Buffer {
		question := httptest.NewRequestWithContext(ctx, http.MethodPost, "/graphql", bytes.NewReader(body))
		question.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		c.handler.ServeHTTP(answer, question)
		return answer.Body
	}
	answer := ask()
	var said struct {
		Errors     json.RawMessage
		Extensions struct{ Price int }
	}
	if err := json.Unmarshal(answer.Bytes(), &said); err != nil || said.Errors != nil {
		return bought{}, fmt.Errorf("answer: %w %.300s", err, answer)
	}
	b := bought{price: said.Extensions.Price, bytes: answer.Len(), took: math.MaxInt64}
	const rounds = 3 // of which the cheapest counts: other processes only add
	for range rounds {
		n, before := 0, processorTime()
		for ; n < pricedTimes && processorTime()-before < pricedFor/rounds; n++ {
			ask()
		}
		b.took = min(b.took, (processorTime()-before)/time.Duration(n))
	}
	return b, nil
}

// pricedQueries are the queries whose prices are checked.
func pricedQueries(s settings) []request {
	mentions := strings.Repeat("The [[queue]] of the pod and @kubelet wait. ", 20)
	with := map[string]any{"p": graph.ID(s.project), "topic": s.topic, "long": mentions}
	all := make([]request, len(priced))
	for i, one := range priced {
		var variables string
		for _, variable := range []string{"$p: ID!", "$topic: String!", "$long: String!"} {
			if name, _, _ := strings.Cut(variable, ":"); strings.Contains(one.body, name) {
				variables += variable + " "
			}
		}
		if variables != "" {
			variables = "query (" + variables + ") "
		}
		all[i] = request{name: one.name, query: variables + "{ " + one.body + " }", variables: with}
	}
	return all
}

const node, light = `entityId kind name stateKey depth`, `id label stateKey updatedAt`

// priced are screens, what agents ask, and the attacks on the first version.
var priced = []struct{ name, body string }{
	{"viewer", `viewer { actorId name }`},
	{"project", `project(id: $p) { id name stateKey description nextStepShort updatedAt }`},
	{"project, full", `project(id: $p) { id full { name description props nextStepLong } }`},
	{"counts of a project", `project(id: $p) { name entityCounts { kind count } }`},
	{"node", `node(id: $p) { id }`},
	{"dashboard", `project(id: $p) { name } tasks(projectId: $p, first: 10) { nodes { id title stateKey priority dueAt } totalCount }
		goals(projectId: $p, first: 10) { nodes { id name stateKey targetDate progressPercent } } documents(projectId: $p, first: 10) { nodes { id title stateKey updatedAt } }`},
	{"20 projects", `projects { nodes { id name description stateKey updatedAt } }`},
	{"20 tasks", `tasks { nodes { id title stateKey priority dueAt } totalCount }`},
	{"200 tasks", `tasks(first: 200) { nodes { id title stateKey priority dueAt description } pageInfo { hasNextPage endCursor } }`},
	{"200 tasks, ids", `tasks(first: 200) { nodes { id } }`},
	{"200 tasks, all light fields", `tasks(first: 200) { nodes { id kind label projectId externalId typeKey stateKey createdAt updatedAt title priority startAt dueAt completedAt description directEdge planIds goalIds outputIds dependencyCount dependentCount } }`},
	{"200 tasks with links", `tasks(first: 200) { nodes { id title linkedEntities { groups { kind total items { relation entity { id label } } } } } }`},
	{"50 tasks with plan and goal", `tasks(projectId: $p, first: 50) { nodes { id title linkedEntities { groups(kinds: [PLAN, GOAL], first: 3) { kind items { entity { id label } } } } } }`},
	{"20 plans with their tasks", `plans(projectId: $p) { nodes { id name tasks(first: 10) { totalCount nodes { id title stateKey } } } }`},
	{"200 tasks with plan and owner", `tasks(projectId: $p, first: 200) { nodes { id title ownerName plans(first: 1) { nodes { id name } } } }`},
	{"project with tasks and risks", `project(id: $p) { name tasks(first: 50) { nodes { id title } } risks { nodes { id title } } }`},
	{"tasks by a filter", `tasks(projectId: $p, filter: {or: [{missing: [OWNER]}, {linked: {relations: [DEPENDS_ON]}}], not: {states: [DONE]}}) { totalCount nodes { id title } }`},
	{"groups by state", `taskGroups(projectId: $p, by: [STATE]) { keys { value } count }`},
	{"groups by plan and owner", `taskGroups(projectId: $p, by: [PLAN, OWNER]) { keys { value label } count }`},
	{"groups of all projects", `taskGroups(by: [STATE, DUE_MONTH]) { keys { value } count }`},
	{"200 goals with progress", `goals(first: 200) { nodes { id name progressPercent completedTasks totalTasks } }`},
	{"200 documents", `documents(first: 200) { nodes { id title description updatedAt } }`},
	{"20 documents, full", `documents(first: 20) { nodes { id full { content } } }`},
	{"100 documents, full", `documents(first: 100) { nodes { id full { content } } }`},
	{"200 records with fields", `records(first: 200) { nodes { id name fields { name type text entities { id } } } }`},
	{"200 people with what they own", `records(first: 200, filter: {recordType: "person"}) { nodes { id name linkedEntities { total counts { kind count } } } }`},
	{"200 risks, full", `risks(first: 200) { nodes { id title full { content props } } }`},
	{"links of a project", `linkedEntities(id: $p) { total groups { kind total items { entity { ` + light + ` } } } }`},
	{"50 links of each kind", `linkedEntities(id: $p, firstPerKind: 50) { groups { kind items { entity { ` + light + ` } } } }`},
	{"links as text", `linkedEntities(id: $p) { text }`},
	{"links as full text", `linkedEntities(id: $p) { text(mode: FULL) }`},
	{"snapshot", `graphSnapshot(projectId: $p) { nodes { ` + node + ` } edges { edgeId srcId dstId rel } coverage { kind total direct } }`},
	{"large snapshot", `graphSnapshot(projectId: $p, depth: 5, maxNodes: 1000, maxEdges: 2000, maxNodesPerKind: 200) { nodes { ` + node + ` } edges { edgeId srcId dstId rel } }`},
	{"snapshot as JSON", `graphSnapshot(projectId: $p) { json tokens }`},
	{"200 of a graph", `projectGraph(projectId: $p) { nodes { ` + node + ` } edges { edgeId srcId dstId rel } }`},
	{"the size of a graph", `projectGraph(projectId: $p, first: 1000) { totalNodes }`},
	{"1,000 of a graph, ids", `projectGraph(projectId: $p, first: 1000) { nodes { entityId } edges { edgeId } }`},
	{"1,000 of a graph with entities", `projectGraph(projectId: $p, first: 1000) { nodes { depth entity { ` + light + ` } } }`},
	{"300 of a graph, links as full text", `projectGraph(projectId: $p, first: 300) { nodes { entity { linkedEntities { text(mode: FULL) } } } }`},
	{"workspace", `workspace(projectId: $p) { highlights { name items { id label } total } work { states { state count } overdue } snapshot { nodes { entityId } } coverage { kind total } }`},
	{"focus", `focus(id: $p) { entity { id label } relations { label counts { kind count } } snapshot { nodes { entityId } } }`},
	{"overview", `overview(first: 20) { projects { id name stateKey } total }`},
	{"search", `search(query: "pod") { total hits { score snippet entity { id label } } }`},
	{"search in a project", `search(query: "in-place resize of pods", projectId: $p, first: 50) { hits { score snippet entity { id label } project { name } } }`},
	{"document of a topic", `contextDocument(input: {start: {topic: $topic}, projectId: $p, maxTokens: 4000}) { text tokens nodes { entity { id } score distance } }`},
	{"document of a topic, all projects", `contextDocument(input: {start: {topic: $topic}, maxTokens: 8000}) { text tokens }`},
	{"document of a project", `contextDocument(input: {start: {projectId: $p}, maxTokens: 4000}) { text tokens }`},
	{"document of 50,000 tokens", `contextDocument(input: {start: {topic: $topic}, maxTokens: 50000}) { text tokens }`},
	{"document of 10 long topics", `contextDocument(input: {start: {topics: [` + strings.Repeat(`$topic, `, 10) + `]}, message: $long, projectId: $p, maxTokens: 20000}) { text tokens }`},
	{"mentions of a message", `resolveMentions(text: $topic, projectId: $p) { name }`},
	{"mentions of a long message", `resolveMentions(text: $long, projectId: $p) { name entities { id label } }`},
	{"candidates of a mention", `mentionCandidates(prefix: "p", projectId: $p) { id label }`},
	{"introspection of types", `__schema { types { name kind description fields { name description type { name kind } args { name } } } }`},
}
