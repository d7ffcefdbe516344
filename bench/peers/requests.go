package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A question is a request in the language of each server. It takes the id of a
// task or a project.
type question struct {
	name         string
	ofTask       bool
	sql          string // $1 is the id
	dossier      string // a document with $p
	postgraphile string
	graphjin     string // uses $p without declaring it
	differs      bool   // the answers have equal sizes but different values
}

// topic is the query of the search: two of the words of texts.
const topic = "lantern ferry"

// questions are the five requests of issue 11. The answers to the first three
// have the same values. Dossier chooses the edges of a snapshot by scores and
// ranks hits by BM25; the others return the same number of edges by id, and of
// hits by ts_rank.
var questions = []question{{
	name: "entity by id", ofTask: true,
	sql: `SELECT json_build_object('id', id, 'title', title, 'stateKey', state_key, 'priority', priority, 'dueAt', due_at,
		'createdAt', created_at, 'updatedAt', updated_at, 'description', description)::text FROM onto_tasks WHERE id = $1 AND deleted_at IS NULL`,
	dossier: `query ($p: ID!) { entity(id: $p) { id ... on Task { title stateKey priority dueAt createdAt updatedAt description } } }`,
	postgraphile: `query ($p: UUID!) { entity: ontoTaskByRowId(rowId: $p) { id: rowId title stateKey priority
		dueAt createdAt updatedAt description } }`,
	graphjin: `query entity { entity: onto_tasks(where: {id: {eq: $p}}) @object {
		id title stateKey priority dueAt createdAt updatedAt description } }`,
}, {
	name: "project and three lists",
	sql: `SELECT
		json_build_object('project', (SELECT json_build_object('id', id, 'name', name, 'description', description, 'updatedAt', updated_at)
		FROM onto_projects WHERE id = $1 AND deleted_at IS NULL), ` +
		list("tasks", "onto_tasks", "'id', id, 'title', title, 'stateKey', state_key, 'priority', priority, 'dueAt', due_at") + ", " +
		list("goals", "onto_goals", "'id', id, 'name', name, 'description', description") + ", " +
		list("documents", "onto_documents", "'id', id, 'title', title, 'updatedAt', updated_at") + `)::text`,
	dossier: `query ($p: ID!) { project(id: $p) { id name description updatedAt }
		tasks(projectId: $p, first: 10) { nodes { id title stateKey priority dueAt } }
		goals(projectId: $p, first: 10) { nodes { id name description } }
		documents(projectId: $p, first: 10) { nodes { id title updatedAt } } }`,
	postgraphile: `query ($p: UUID!) { project: ontoProjectByRowId(rowId: $p) { id: rowId name description updatedAt }
		tasks: allOntoTasks(condition: {projectId: $p, deletedAt: null}, orderBy: [UPDATED_AT_DESC, ROW_ID_ASC], first: 10) { nodes {
			id: rowId title stateKey priority dueAt } }
		goals: allOntoGoals(condition: {projectId: $p, deletedAt: null}, orderBy: [UPDATED_AT_DESC, ROW_ID_ASC], first: 10) {
			nodes { id: rowId name description } }
		documents: allOntoDocuments(condition: {projectId: $p, deletedAt: null}, orderBy: [UPDATED_AT_DESC, ROW_ID_ASC], first: 10) {
			nodes { id: rowId title updatedAt } } }`,
	graphjin: `query project { project: onto_projects(id: $p) { id name description updatedAt }
		tasks: onto_tasks(where: {projectId: {eq: $p}, deletedAt: {is_null: true}}, order_by: {updatedAt: desc, id: asc}, limit: 10) {
			id title stateKey priority dueAt }
		goals: onto_goals(where: {projectId: {eq: $p}, deletedAt: {is_null: true}}, order_by: {updatedAt: desc, id: asc}, limit: 10) {
			id name description }
		documents: onto_documents(where: {projectId: {eq: $p}, deletedAt: {is_null: true}}, order_by: {updatedAt: desc, id: asc}, limit: 10) {
			id title updatedAt } }`,
}, {
	name: "20 tasks, plans, goals",
	sql: `SELECT json_agg(json_build_object('id', t.id, 'title', t.title, 'stateKey', t.state_key,
			'plans', (SELECT json_agg(json_build_object('id', x.id, 'label', x.name, 'stateKey', x.state_key, 'rel', e.rel))
				FROM onto_edges e JOIN onto_plans x ON x.id = e.src_id WHERE e.dst_id = t.id AND e.src_kind = 'plan' AND NOT e.deleted),
			'goals', (SELECT json_agg(json_build_object('id', x.id, 'label', x.name, 'stateKey', x.state_key, 'rel', e.rel))
				FROM onto_edges e JOIN onto_goals x ON x.id = e.dst_id WHERE e.src_id = t.id AND e.dst_kind = 'goal' AND NOT e.deleted)))::text
		FROM (SELECT * FROM onto_tasks WHERE project_id = $1 AND deleted_at IS NULL ORDER BY updated_at DESC, id LIMIT 20) t`,
	dossier: `query ($p: ID!) { tasks(projectId: $p, first: 20) { nodes { id title stateKey
		linkedEntities { groups(kinds: [PLAN, GOAL], first: 10) { items { relation entity { id label stateKey } } } } } } }`,
	postgraphile: `query ($p: UUID!) { tasks: allOntoTasks(condition: {projectId: $p, deletedAt: null}, orderBy: [UPDATED_AT_DESC,
		ROW_ID_ASC], first: 20) { nodes { id: rowId title stateKey
		plans: edgesToTask(condition: {srcKind: "plan", deleted: false}, first: 10) { nodes { rel plan { id: rowId name stateKey } } }
		goals: edgesFromTask(condition: {dstKind: "goal", deleted: false}, first: 10) { nodes { rel goal { id: rowId name stateKey } } } } } }`,
	graphjin: `query tasks { tasks: onto_tasks(where: {projectId: {eq: $p}, deletedAt: {is_null: true}}, order_by: {updatedAt: desc,
		id: asc}, limit: 20) { id title stateKey
		plans: task_plans(limit: 10) { rel plan: onto_plans { id name stateKey } }
		goals: task_goals(limit: 10) { rel goal: onto_goals { id name stateKey } } } }`,
}, {
	name: "snapshot, 50 edges", differs: true,
	sql: `SELECT
		json_agg(json_build_object('id', e.id, 'rel', e.rel, 'src', json_build_object('id', s.id, 'name', s.name, 'stateKey', s.state_key),
			'dst', json_build_object('id', d.id, 'title', d.title, 'stateKey', d.state_key)))::text
		FROM (SELECT * FROM onto_edges WHERE project_id = $1 AND src_kind = 'plan' AND dst_kind = 'task' AND NOT deleted ORDER BY id LIMIT 50) e
		JOIN onto_plans s ON s.id = e.src_id JOIN onto_tasks d ON d.id = e.dst_id`,
	dossier: `query ($p: ID!) { snapshot: graphSnapshot(projectId: $p, depth: 2, maxEdges: 50) {
		nodes { entityId name stateKey } edges { edgeId rel srcId dstId } } }`,
	postgraphile: `query ($p: UUID!) { edges: allOntoEdges(condition: {projectId: $p, srcKind: "plan", dstKind: "task", deleted: false},
		orderBy: ROW_ID_ASC, first: 50) { nodes {
		id: rowId rel plan { id: rowId name stateKey } task { id: rowId title stateKey } } } }`,
	graphjin: `query snapshot { edges: task_plans(where: {projectId: {eq: $p}}, order_by: {id: asc}, limit: 50) {
		id rel plan: onto_plans { id name stateKey } task: onto_tasks { id title stateKey } } }`,
}, {
	name: "full text, 20 hits", differs: true,
	sql: `SELECT json_agg(json_build_object('id', id, 'title', title))::text FROM search_tasks($1::uuid, '` + topic + `') LIMIT 20`,
	dossier: `query ($p: ID!) { search(query: "` + topic +
		`", projectId: $p, kinds: [TASK], first: 20) { hits { entity { id label } } } }`,
	postgraphile: `query ($p: UUID!) { searchTasks(project: $p, words: "` + topic + `", first: 20) { nodes { id title } } }`,
	graphjin:     `query hits { hits: search_hits(args: {project: $p, words: "` + topic + `"}) { id title } }`,
}}

// searchSQL creates the function that the other servers call for a search.
const searchSQL = `CREATE FUNCTION search_tasks(project uuid, words text) RETURNS SETOF onto_tasks LANGUAGE sql STABLE AS $$
	SELECT * FROM onto_tasks WHERE project_id = project AND deleted_at IS NULL AND search_vector @@
		to_tsquery('english', replace(words, ' ', '|'))
	ORDER BY ts_rank(search_vector, to_tsquery('english', replace(words, ' ', '|'))) DESC, id LIMIT 20 $$`

// list returns SQL for the last ten rows of a table, as JSON.
func list(name, table, columns string) string {
	return "'" + name + "', (SELECT json_agg(json_build_object(" + columns + ")) FROM (SELECT * FROM " + table +
		" WHERE project_id = $1 AND deleted_at IS NULL ORDER BY updated_at DESC, id LIMIT 10) x)"
}

// body returns the GraphQL request for a document and an id.
func body(document, id string) []byte {
	encoded, _ := json.Marshal(map[string]any{"query": document, "variables": map[string]string{"p": id}}) // cannot fail for texts
	return encoded
}

// values returns all values of an answer, ordered by their texts, with times in
// UTC, because servers nest the same values differently.
func values(answer []byte) ([]string, error) {
	var decoded any
	if err := json.Unmarshal(answer, &decoded); err != nil {
		return nil, err
	}
	found := appendValues(nil, decoded)
	slices.Sort(found)
	return found, nil
}

func appendValues(found []string, value any) []string {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			if key != "extensions" {
				found = appendValues(found, inner)
			}
		}
	case []any:
		for _, inner := range value {
			found = appendValues(found, inner)
		}
	case string:
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			value = at.UTC().Format(time.RFC3339)
		}
		found = append(found, strings.ToLower(value))
	case float64:
		found = append(found, strconv.FormatFloat(value, 'g', -1, 64))
	default:
		found = append(found, "null")
	}
	return found
}
