package main

import (
	"context"
	"fmt"
	"strings"

	"dossier/graph"
)

// requestCosts compares requests with statements that have the same answers.
func requestCosts(ctx context.Context, s settings) error {
	costs := newTable("store", "request", "statements", "p50", "p99", "floor p50", "floor p99", "p50 / floor")
	err := eachLoaded(ctx, s.data, func(subject *subject) error {
		client := newClient(subject.store, nil)
		for _, request := range requests(s) {
			c, err := subject.compare(ctx, client, request, s.requests)
			if err != nil {
				return fmt.Errorf("%s: %w", request.name, err)
			}
			costs.add(append([]any{subject.name, request.name, c.statements}, c.columns()...)...)
		}
		return nil
	})
	costs.print()
	return err
}

// A comparison is the cost of a request and of a statement with the same
// answer.
type comparison struct {
	answer      []byte
	statements  int64
	ours, floor times
}

// columns returns the times and their ratio as columns of a table.
func (c *comparison) columns() []any {
	return []any{c.ours.at(.5), c.ours.at(.99), c.floor.at(.5), c.floor.at(.99), ratio(c.ours.at(.5), c.floor.at(.5))}
}

// compare runs a request and its floor alternately, n times.
func (s *subject) compare(ctx context.Context, client *client, r request, n int) (c comparison, err error) {
	if c.answer, err = client.ask(ctx, r); err != nil { // the first request loads the project
		return c, err
	}
	ask := func() error { _, err := client.ask(ctx, r); return err }
	if c.statements, err = s.counted(ask); err != nil {
		return c, err
	}
	ids, err := foundIDs(c.answer)
	if err != nil {
		return c, err
	}
	sql := r.floor(s.name == "SQLite", ids)
	took, err := inTurn(n, ask, func() error { _, err := s.floor(ctx, sql); return err })
	if err != nil {
		return c, err
	}
	c.ours, c.floor = took[0], took[1]
	return c, nil
}

// A request is a GraphQL query, and a statement with the same answer.
type request struct {
	name      string
	query     string
	variables map[string]any
	sql       string // {obj} and {agg} stand for the store's JSON functions
}

// floor returns the statement in the store's dialect. The ids are those of the
// answer, because finding them is not a part of the floor.
func (r *request) floor(sqlite bool, ids []string) string {
	obj, agg, text := "json_build_object", "json_agg", "::text"
	if sqlite {
		obj, agg, text = "json_object", "json_group_array", ""
	}
	var quoted []string
	for _, id := range ids {
		quoted = append(quoted, "'"+id+"'")
	}
	return strings.NewReplacer("{obj}", obj, "{agg}", agg, "{text}", text,
		"{p}", fmt.Sprintf("'%v'", r.variables["p"]), "{ids}", strings.Join(quoted, ", ")).Replace(r.sql)
}

// listSQL returns the statement for ten rows of a table as JSON.
func listSQL(table, columns string) string {
	var pairs []string
	for column := range strings.FieldsSeq(columns) {
		pairs = append(pairs, "'"+column+"', "+column)
	}
	return fmt.Sprintf(`(SELECT {agg}({obj}(%s)) FROM (SELECT * FROM %s WHERE project_id = {p} AND deleted_at IS NULL ORDER BY updated_at DESC, id LIMIT 10) x)`,
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

// textsSQL returns the statement for the texts of entities of every kind.
func textsSQL() string {
	return `SELECT {agg}({obj}('id', id, 'label', label, 'body', body)){text} FROM (` + strings.Join([]string{
		textSQL("onto_plans", "name", "plan"), textSQL("onto_goals", "name", "goal"), textSQL("onto_tasks", "title", "description"),
		textSQL("onto_documents", "title", "content"), textSQL("onto_risks", "title", "content"), textSQL("onto_decisions", "title", "rationale"),
		textSQL("onto_requirements", "text", "text"), textSQL("onto_outputs", "name", "description"),
		textSQL("onto_insights", "title", "summary"),
		textSQL("onto_signals", "channel", "payload_summary"), textSQL("onto_milestones", "title", "description"),
		textSQL("onto_records", "name", "name"),
	}, " UNION ALL ") + `) x`
}

// snapshotSQL is the statement for the entities within two edges of a project.
const snapshotSQL = `WITH one AS (SELECT dst_id AS id FROM onto_edges WHERE src_id = {p} AND deleted = false UNION SELECT src_id FROM onto_edges WHERE dst_id = {p} AND deleted = false),
	two AS (SELECT e.dst_id AS id FROM onto_edges e JOIN one ON one.id = e.src_id WHERE deleted = false UNION SELECT e.src_id FROM onto_edges e JOIN one ON one.id = e.dst_id WHERE deleted = false),
	nodes AS (SELECT id, min(depth) AS depth FROM (SELECT id, 1 AS depth FROM one UNION ALL SELECT id, 2 FROM two) x GROUP BY id ORDER BY 2, 1 LIMIT 60)
	SELECT {obj}('nodes', (SELECT {agg}({obj}('id', n.id, 'kind', i.kind, 'depth', n.depth)) FROM nodes n JOIN onto_entities i ON i.id = n.id),
		'edges', (SELECT {agg}({obj}('id', x.id, 'srcId', x.src_id, 'dstId', x.dst_id, 'rel', x.rel)) FROM
			(SELECT * FROM onto_edges WHERE src_id IN (SELECT id FROM nodes) AND dst_id IN (SELECT id FROM nodes) AND deleted = false LIMIT 80) x)){text}`

func requests(s settings) []request {
	project := map[string]any{"p": graph.ID(s.project)}
	return []request{{
		name: "project with 10 tasks, 10 goals, 10 documents",
		query: `query ($p: ID!) {
			project(id: $p) { id name stateKey typeKey description nextStepShort updatedAt }
			tasks(projectId: $p, first: 10) { nodes { id title stateKey priority dueAt } }
			goals(projectId: $p, first: 10) { nodes { id name stateKey targetDate } }
			documents(projectId: $p, first: 10) { nodes { id title stateKey updatedAt } }
		}`,
		variables: project,
		sql: `SELECT {obj}('project', (SELECT {obj}('id', id, 'name', name, 'stateKey', state_key, 'typeKey', type_key,
				'description', substr(description, 1, 151), 'nextStepShort', next_step_short, 'updatedAt', updated_at)
			FROM onto_projects WHERE id = {p}), 'tasks', ` + listSQL("onto_tasks", "id title state_key priority due_at") +
			`, 'goals', ` + listSQL("onto_goals", "id name state_key target_date") +
			`, 'documents', ` + listSQL("onto_documents", "id title state_key updated_at") + `){text}`,
	}, {
		name: "20 tasks with linked plans and goals",
		query: `query ($p: ID!) { tasks(projectId: $p, first: 20) { nodes {
			id title stateKey linkedEntities { groups(kinds: [PLAN, GOAL], first: 10) { kind items { relation entity { id label stateKey } } } }
		} } }`,
		variables: project,
		sql: `SELECT {agg}({obj}('id', t.id, 'title', t.title, 'stateKey', t.state_key, 'linked',
				(SELECT {agg}({obj}('id', l.id, 'label', l.name, 'stateKey', l.state_key, 'relation', l.rel)) FROM (` +
			linkedSQL("onto_plans", "plan") + ` UNION ALL ` + linkedSQL("onto_goals", "goal") + `) l)
			)){text} FROM (SELECT * FROM onto_tasks WHERE project_id = {p} AND deleted_at IS NULL ORDER BY updated_at DESC, id LIMIT 20) t`,
	}, {
		// The floor computes neither the scores of nodes nor coverage.
		name: "graph snapshot, depth 2",
		query: `query ($p: ID!) { graphSnapshot(projectId: $p, depth: 2) {
			nodes { entityId kind name stateKey depth } edges { edgeId srcId dstId rel } coverage { kind total direct linked unlinked orphaned } dropped { kind count }
		} }`,
		variables: project,
		sql:       snapshotSQL,
	}, {
		// The floor only reads the texts of the results.
		name: "contextDocument of a topic, 4,000 tokens",
		query: `query ($topic: String!, $p: ID!) { contextDocument(input: {start: {topic: $topic}, projectId: $p, maxTokens: 4000}) {
			text tokens nodes { entity { id } score distance }
		} }`,
		variables: map[string]any{"p": graph.ID(s.project), "topic": s.topic},
		sql:       textsSQL(),
	}}
}

// foundIDs returns the ids of the results of a search or a context document,
// none for other answers.
func foundIDs(answer []byte) (ids []string, err error) {
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
