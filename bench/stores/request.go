package stores

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
)

// A Request is a GraphQL query, and a statement with the same answer.
type Request struct {
	Name      string
	Query     string
	Variables map[string]any
	SQL       string // {obj} and {agg} stand for the store's JSON functions
}

// Floor returns the statement in the store's dialect. The ids are those of the
// answer, because finding them is not a part of the floor.
func (r *Request) Floor(sqlite bool, ids []string) string {
	obj, agg, text := "json_build_object", "json_agg", "::text"
	if sqlite {
		obj, agg, text = "json_object", "json_group_array", ""
	}
	var quoted []string
	for _, id := range ids {
		quoted = append(quoted, "'"+id+"'")
	}
	return strings.NewReplacer("{obj}", obj, "{agg}", agg, "{text}", text,
		"{p}", fmt.Sprintf("'%v'", r.Variables["p"]), "{ids}", strings.Join(quoted, ", ")).Replace(r.SQL)
}

// listSQL returns the statement for ten rows of a table as JSON.
func listSQL(table, columns string) string {
	var pairs []string
	for column := range strings.FieldsSeq(columns) {
		pairs = append(pairs, "'"+column+"', "+column)
	}
	return fmt.Sprintf(`(SELECT {agg}({obj}(%s)) FROM (SELECT * FROM %s WHERE project_id = {p} AND deleted_at IS NULL
		ORDER BY updated_at DESC, id LIMIT 10) x)`,
		strings.Join(pairs, ", "), table)
}

// linkedSQL returns the statement for the links of a task with entities of a
// table, in both directions.
func linkedSQL(table, kind string) string {
	const one = `SELECT x.id, x.name, x.state_key, e.rel FROM onto_edges e JOIN %[1]s x ON x.id = e.%[3]s_id
		WHERE e.%[4]s_id = t.id AND e.%[3]s_kind = '%[2]s' AND e.deleted = false AND x.deleted_at IS NULL`
	return fmt.Sprintf(one, table, kind, "src", "dst") + " UNION ALL " + fmt.Sprintf(one, table, kind, "dst", "src")
}

// textSQL returns the statement for the texts of entities of a table.
func textSQL(table, label, text string) string {
	return fmt.Sprintf("SELECT id, %s AS label, %s AS body FROM %s WHERE id IN ({ids})", label, text, table)
}

// TextsSQL returns the statement for the texts of entities of every kind.
func TextsSQL() string {
	return `SELECT {agg}({obj}('id', id, 'label', label, 'body', body)){text} FROM (` + strings.Join([]string{
		textSQL("onto_plans", "name", "plan"), textSQL("onto_goals", "name", "goal"), textSQL("onto_tasks", "title", "description"),
		textSQL("onto_documents", "title", "content"), textSQL("onto_risks", "title", "content"), textSQL("onto_decisions", "title", "rationale"),
		textSQL("onto_requirements", "text", "text"), textSQL("onto_outputs", "name", "description"),
		textSQL("onto_insights", "title", "summary"),
		textSQL("onto_signals", "channel", "payload_summary"), textSQL("onto_milestones", "title", "description"),
		textSQL("onto_records", "name", "name"),
	}, " UNION ALL ") + `) x`
}

// SnapshotSQL is the statement for the entities within two edges of a project.
const SnapshotSQL = `WITH one AS (SELECT dst_id AS id FROM onto_edges WHERE src_id = {p} AND deleted = false UNION SELECT src_id
	FROM onto_edges WHERE dst_id = {p} AND deleted = false),
	two AS (SELECT e.dst_id AS id FROM onto_edges e JOIN one ON one.id = e.src_id WHERE deleted = false UNION SELECT e.src_id
		FROM onto_edges e JOIN one ON one.id = e.dst_id WHERE deleted = false),
	nodes AS (SELECT id, min(depth) AS depth FROM (SELECT id, 1 AS depth FROM one UNION ALL SELECT id, 2
		FROM two) x GROUP BY id ORDER BY 2, 1 LIMIT 60)
	SELECT {obj}('nodes', (SELECT {agg}({obj}('id', n.id, 'kind', i.kind, 'depth', n.depth)) FROM nodes n JOIN onto_entities i ON i.id = n.id),
		'edges', (SELECT {agg}({obj}('id', x.id, 'srcId', x.src_id, 'dstId', x.dst_id, 'rel', x.rel)) FROM
			(SELECT * FROM onto_edges WHERE src_id IN (SELECT id FROM nodes) AND dst_id IN (SELECT id FROM nodes)
				AND deleted = false LIMIT 80) x)){text}`

// Requests are those of a client that shows a project.
func Requests(project, topic string) []Request {
	of := map[string]any{"p": graph.ID(project)}
	return []Request{{
		Name: "project with 10 tasks, 10 goals, 10 documents",
		Query: `query ($p: ID!) {
			project(id: $p) { id name stateKey typeKey description nextStepShort updatedAt }
			tasks(projectId: $p, first: 10) { nodes { id title stateKey priority dueAt } }
			goals(projectId: $p, first: 10) { nodes { id name stateKey targetDate } }
			documents(projectId: $p, first: 10) { nodes { id title stateKey updatedAt } }
		}`,
		Variables: of,
		SQL: `SELECT {obj}('project', (SELECT {obj}('id', id, 'name', name, 'stateKey', state_key, 'typeKey', type_key,
				'description', substr(description, 1, 151), 'nextStepShort', next_step_short, 'updatedAt', updated_at)
			FROM onto_projects WHERE id = {p}), 'tasks', ` + listSQL("onto_tasks", "id title state_key priority due_at") +
			`, 'goals', ` + listSQL("onto_goals", "id name state_key target_date") +
			`, 'documents', ` + listSQL("onto_documents", "id title state_key updated_at") + `){text}`,
	}, {
		Name: "20 tasks with linked plans and goals",
		Query: `query ($p: ID!) { tasks(projectId: $p, first: 20) { nodes {
			id title stateKey linkedEntities { groups(kinds: [PLAN, GOAL], first: 10) { kind items { relation entity { id label stateKey } } } }
		} } }`,
		Variables: of,
		SQL: `SELECT {agg}({obj}('id', t.id, 'title', t.title, 'stateKey', t.state_key, 'linked',
				(SELECT {agg}({obj}('id', l.id, 'label', l.name, 'stateKey', l.state_key, 'relation', l.rel)) FROM (` +
			linkedSQL("onto_plans", "plan") + ` UNION ALL ` + linkedSQL("onto_goals", "goal") + `) l)
			)){text} FROM (SELECT * FROM onto_tasks WHERE project_id = {p} AND deleted_at IS NULL ORDER BY updated_at DESC, id LIMIT 20) t`,
	}, {
		// The floor computes neither the scores of nodes nor coverage.
		Name: "graph snapshot, depth 2",
		Query: `query ($p: ID!) { graphSnapshot(projectId: $p, depth: 2) {
			nodes { entityId kind name stateKey depth } edges { edgeId srcId dstId rel } coverage { kind total direct linked
				unlinked orphaned } dropped { kind count }
		} }`,
		Variables: of,
		SQL:       SnapshotSQL,
	}, {
		// The floor only reads the texts of the results.
		Name: "contextDocument of a topic, 4,000 tokens",
		Query: `query ($topic: String!, $p: ID!) { contextDocument(input: {start: {topic: $topic}, projectId: $p, maxTokens: 4000}) {
			text tokens nodes { entity { id } score distance }
		} }`,
		Variables: map[string]any{"p": graph.ID(project), "topic": topic},
		SQL:       TextsSQL(),
	}}
}

// FoundIDs returns the ids of the results of a search or a context document,
// none for other answers.
func FoundIDs(answer []byte) (ids []string, err error) {
	type entities []struct{ Entity struct{ ID string } }
	var found struct {
		ContextDocument struct{ Nodes entities }
		Search          struct{ Hits entities }
	}
	if err := decode(answer, &found); err != nil {
		return nil, err
	}
	for _, one := range append(found.ContextDocument.Nodes, found.Search.Hits...) {
		ids = append(ids, one.Entity.ID)
	}
	return ids, nil
}

// Frequent returns the most frequent requests of clients. The first needs the
// id of an entity.
func Frequent(ctx context.Context, client *Client, project, topic string) ([]Request, error) {
	all := Requests(project, topic)
	answer, err := client.Ask(ctx,
		Request{Query: `query ($p: ID!) { tasks(projectId: $p, first: 1) { nodes { id } } }`, Variables: all[0].Variables})
	if err != nil {
		return nil, err
	}
	var found struct {
		Tasks struct{ Nodes []struct{ ID string } }
	}
	if err := decode(answer, &found); err != nil {
		return nil, err
	}
	if len(found.Tasks.Nodes) == 0 {
		return nil, errors.New("the project has no task")
	}
	return append([]Request{{
		Name:      "entity by id",
		Query:     `query ($p: ID!) { entity(id: $p) { id kind ... on Task { title stateKey priority dueAt createdAt updatedAt description } } }`,
		Variables: map[string]any{"p": found.Tasks.Nodes[0].ID},
		SQL: `SELECT {obj}('id', id, 'title', title, 'stateKey', state_key, 'priority', priority, 'dueAt', due_at, 'createdAt', created_at,
			'updatedAt', updated_at, 'description', substr(description, 1, 151)){text} FROM onto_tasks WHERE id = {p} AND deleted_at IS NULL`,
	}}, append(slices.Clone(all[:3]), searchRequest(project, topic))...), nil
}

// searchRequest returns a search of a project. The floor only reads the texts
// of the results.
func searchRequest(project, topic string) Request {
	return Request{
		Name: "search, 20 hits",
		Query: `query ($p: ID!, $q: String!) { search(query: $q, projectId: $p, first: 20) {
			total hits { score snippet entity { id label kind } }
		} }`,
		Variables: map[string]any{"p": graph.ID(project), "q": topic},
		SQL:       TextsSQL(),
	}
}

// decode decodes the data of an answer.
func decode(answer []byte, into any) error {
	envelope := struct{ Data any }{into}
	if err := json.Unmarshal(answer, &envelope); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}
