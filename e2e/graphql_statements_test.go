package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph"
)

// The statements for loading what a service has not cached yet.
var (
	// loadGraphs reads the graphs of projects: one statement for each kind, one
	// for edges and one for revisions.
	loadGraphs = len(graph.Kinds) + 2
	// loadIndex and loadIndexes read the languages of projects in one
	// statement, and the search data of each project: of one, and of the demo's
	// three.
	loadIndex   = 1 + 1
	loadIndexes = 1 + 3
	// loadRevisions reads the revisions of all projects, which a request over
	// all projects does only after a write. Each time, it reads whether there
	// was a write.
	loadRevisions = 1
	// loadSizes reads the numbers of entities, once a minute, for requests whose
	// price depends on them.
	loadSizes = 1
)

// linkedKinds is the number of kinds of the requested task and the entities
// linked to it, whose texts a focus reads.
const linkedKinds = 9

// checkIDs are the statements that check that the ids of a document of one project mean
// one entity of all: the moment, external ids, and beginnings of ids.
const checkIDs = 3

// recordTypes is the statement that reads the names of the types by which a question may
// call records.
const recordTypes = 1

// costs are requests with the numbers of statements that each takes: warm if
// the service has cached the graphs, and load more if it has not. %d in a
// request is the page size. Entities of several kinds take a statement for each
// kind. The texts that documents quote are read once.
var costs = []struct {
	name, request string
	warm, load    int
}{
	{"viewer", `{ viewer { actorId } lenses { name } views { name about } }`, 0, 0},
	{"members", `{ members(projectId: "<shoplane>", first: %d) { nodes { access actor { name } } } }`, 2, 0},
	// the local actor is known to administer
	{"actors and keys", `{ viewer { isAdmin } actors(first: %[1]d) { nodes { name } } keys(first: %[1]d) { nodes { name } } }`, 2, 0},
	// and the kind of the id, once
	{"entity", `{ entity(id: "<shoplane/task/offline-queue>") { label } }`, 1, 1},
	// one for all beginnings; the moment, and the kinds of the ids
	{"beginnings of ids", `{ entities(ids: ["` + short("shoplane") + `", "` + short("shoplane/task/offline-queue") + `"]) { label } }`, 3,
		loadGraphs + 2},
	{"project", `{ project(id: "<shoplane>") { name } }`, 1, 0},
	{"light", `{ tasks(first: %d) { nodes { id title dueAt } } }`, 1, loadSizes},
	{"counted", `{ tasks(first: %d) { totalCount nodes { id } } }`, 2, loadSizes},
	{"links", `{ tasks(first: %d) { nodes { linkedEntities { groups { items { entity { label } } } } } } }`, 2, loadGraphs + loadSizes},
	{"derived", `{ tasks(first: %d) { nodes { planIds goalIds dependencyCount directEdge } } }`, 2, loadGraphs + loadSizes},
	{"full", `{ tasks(first: %d) { nodes { full { title props dependencies { entity { label } } } } } }`, 3, loadGraphs + loadSizes},
	{"full linked entities", `{ tasks(first: %d) { nodes { linkedEntities { groups(kinds: [PLAN]) { items { entity { ... on Plan { full { ` +
		`plan } } } } } } } } }`, 3, loadGraphs + loadSizes},
	{"projects", `{ projects(first: %d) { nodes { entityCounts { count } contextDocumentTitle } } }`, 2, loadGraphs},
	// three lists, one of which looks for incomplete rows, the full tasks of
	// both, and the revisions of the graphs
	{"levels of root fields",
		`{ tasks(first: %[1]d) { nodes { full { props } } } more: tasks(first: 3, orderBy: {field: LABEL}) { nodes { ` +
			`full { props } linkedEntities { total } } } goals(first: %[1]d) { nodes { linkedEntities { total } } } }`, 6, loadGraphs + loadSizes},
	{"nested lists", `{ plans(first: %d) { nodes { tasks(first: 3) { totalCount nodes { title owner { name } goals(first: 2) { ` +
		`nodes { name } } } } } } }`, 7, loadSizes},
	{"nested lists with other arguments", `{ plans(first: %d) { nodes { a: tasks(first: 3) { nodes { title } } b: tasks(first: 4) { ` +
		`nodes { title } } c: tasks(first: 3) { nodes { id } } } } }`, 3, loadSizes},
	{"nested lists of several kinds", `{ tasks(first: %d) { nodes { dependsOn { nodes { label } } } } }`, 3, loadSizes},
	{"groups", `{ taskGroups(by: [STATE, PLAN, OWNER], first: %d) { count keys { value } } }`, 2, loadSizes},
	{"state counts", `{ projects(first: %d) { nodes { stateCounts { kind states { count } } } } }`, 2, loadGraphs},
	{"every kind", everyKind(), 2 * len(graph.Kinds), loadSizes},
	{"linked entities", `{ linkedEntities(id: "<shoplane>", firstPerKind: %d) { groups { items { entity { label } } } } }`, 2, 1 + loadGraphs},
	{"snapshot", `{ graphSnapshot(projectId: "<shoplane>", maxNodes: %d) { nodes { entity { label } } } }`, 1, loadGraphs},
	{"search", `{ search(query: "offline queue", kinds: [TASK], first: %d) { total hits { snippet entity { label } project { name } } } }`, 2,
		loadGraphs + loadIndexes + loadRevisions + loadSizes},
	{"context", `{ contextDocument(input: {start: {topic: "offline queue"}, kinds: [TASK], maxTokens: %d00}) { text nodes { entity { label ` +
		`} path { rel } } } }`, 1 + recordTypes, loadGraphs + loadIndexes + loadRevisions + loadSizes + 1},
	{"context from an entity", `{ contextDocument(input: {start: {ids: ["<shoplane/task/offline-queue>"]}, kinds: [TASK], maxTokens: ` +
		`%d000}) { text } }`, 3 + checkIDs, loadGraphs + loadIndex + loadRevisions + 2},
	{"context with a message", `{ contextDocument(input: {start: {ids: ["<shoplane/task/offline-queue>"]}, kinds: [TASK], maxTokens: ` +
		`%d000, message: "@Marek"}) { text } }`, 4 + checkIDs, loadGraphs + loadIndex + loadRevisions + 2},
	{"focus with a message", `{ contextDocument(input: {start: {focusId: "<shoplane/task/offline-queue>"}, maxTokens: %d000, message: ` +
		`"@Marek"}) { text } }`, 4 + checkIDs, loadGraphs + loadIndex + loadRevisions + linkedKinds},
	// texts of the outline, then those of the ranking
	{"context of two kinds", `{ contextDocument(input: {start: {topic: "the queue"}, kinds: [TASK, RISK], maxTokens: %d000}) { text } }`,
		1 + recordTypes, loadGraphs + loadIndexes + loadRevisions + loadSizes + 5},
	// and the texts of the project and its document
	{"workspace", `{ contextDocument(input: {start: {projectId: "<shoplane>"}, maxTokens: %d000}) { text } }`, 1 + checkIDs,
		loadGraphs + loadIndex + loadRevisions + 2},
	{"global", `{ contextDocument(input: {start: {global: true}, maxTokens: %d00}) { text } }`, 1, loadGraphs + loadRevisions + loadSizes},
	{"focus", `{ contextDocument(input: {start: {focusId: "<shoplane/task/offline-queue>"}, maxTokens: %d000}) { text } }`,
		3 + checkIDs, loadGraphs + loadIndex + loadRevisions + linkedKinds},
}

// short returns the beginning of an id, as in prompts.
func short(name string) string { return graph.ID(name)[:8] }

// everyKind returns a request for a full page of each kind.
func everyKind() string {
	var text strings.Builder
	for _, spec := range graph.Kinds {
		fmt.Fprintf(&text, "%s(first: %%[1]d) { nodes { full { label props } } } ", spec.Plural)
	}
	return "{ " + text.String() + "}"
}

// TestStatements checks that the number of statements of a request depends
// neither on the number of rows nor on the load of the machine.
func TestStatements(t *testing.T) { testStatements(t, serveDemo(t)) }

func testStatements(t *testing.T, s *served) {
	for _, cost := range costs {
		for _, rows := range []int{2, 50} {
			t.Run(fmt.Sprint(cost.name, " ", rows), func(t *testing.T) {
				wantCold := cost.warm + cost.load
				s.restart()
				cold, warm := s.cost(t, cost.request, rows), s.cost(t, cost.request, rows)
				// Revisions are read again when a transaction of another process has ended
				// in between, which on a shared Postgres can happen several times in a row.
				for try := 0; try < 10 && warm > cost.warm; try++ {
					warm = s.cost(t, cost.request, rows)
				}
				if cold != wantCold || warm != cost.warm {
					t.Errorf("%d statements cold and %d warm, want %d and %d", cold, warm, wantCold, cost.warm)
				}
			})
		}
	}
}

// cost returns the number of statements of a request.
func (s *served) cost(t *testing.T, request string, rows int) int {
	t.Helper()
	if strings.Contains(request, "%") {
		request = fmt.Sprintf(request, rows)
	}
	return s.store.Statements(func() { s.data(t, withIDs(request), nil, &struct{}{}) })
}
