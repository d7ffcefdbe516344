package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/tools/txtar"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
)

// screenFile has the screens of docs/clients.md.
const screenFile = "e2e/testdata/graphql/screens.txtar"

// screenCosts compares each screen, which is one request, with a statement with
// the same answer.
func screenCosts(ctx context.Context, s settings) error {
	costs := measure.NewTable("store", "screen", "price", "statements", "kB", "p50", "p99", "floor p50", "floor p99", "p50 / floor")
	err := stores.EachLoaded(ctx, s.data, func(subject *stores.Subject) error {
		screens, err := compareScreens(ctx, subject, s)
		if err != nil {
			return err
		}
		client := stores.NewClient(subject.Store, nil)
		for _, screen := range screens {
			c, err := compare(ctx, subject, client, screen, s.requests)
			if err != nil {
				return fmt.Errorf("%s: %w", screen.Name, err)
			}
			price, err := price(c.answer)
			if err != nil {
				return err
			}
			costs.Add(append([]any{subject.Name, screen.Name, price, c.statements, float64(len(c.answer)) / 1000}, c.columns()...)...)
		}
		return nil
	})
	costs.Print()
	return err
}

// price returns the price in an answer.
func price(answer []byte) (json.Number, error) {
	var priced struct{ Extensions struct{ Price json.Number } }
	if err := json.Unmarshal(answer, &priced); err != nil {
		return "", fmt.Errorf("read price: %w", err)
	}
	return priced.Extensions.Price, nil
}

// compareScreens returns the screens for the project of -project, and for its task
// with the most edges.
func compareScreens(ctx context.Context, s *stores.Subject, of settings) ([]stores.Request, error) {
	archive, err := txtar.ParseFile(screenFile)
	if err != nil {
		return nil, err
	}
	project := graph.ID(of.project)
	task, err := s.Floor(ctx,
		`SELECT CAST(id AS text) FROM (SELECT dst_id AS id FROM onto_edges WHERE project_id = '`+project+`' AND dst_kind = 'task'
		UNION ALL SELECT src_id FROM onto_edges WHERE project_id = '`+project+
			`' AND src_kind = 'task') x GROUP BY id ORDER BY count(*) DESC, id LIMIT 1`)
	if err != nil {
		return nil, err
	}
	variables := map[string]any{"p": project, "id": task, "now": "2026-11-18T12:00:00Z"}
	var screens []stores.Request
	for _, file := range archive.Files {
		name, isQuery := strings.CutSuffix(file.Name, ".graphql")
		if !isQuery {
			continue
		}
		sql, known := screenSQL[name]
		if !known {
			return nil, fmt.Errorf("%s: no statement to compare with", name)
		}
		screens = append(screens,
			stores.Request{Name: name, Query: string(file.Data), Variables: variables, SQL: strings.ReplaceAll(sql, "{id}", "'"+task+"'")})
	}
	return screens, nil
}

// taskSQL is the condition of the live tasks of the project.
const taskSQL = "t.project_id = {p} AND t.deleted_at IS NULL"

// ownerSQL is the expression for the name of a task's owner.
const ownerSQL = `(SELECT r.name FROM onto_edges e JOIN onto_records r ON r.id = e.src_id
	AND r.record_type = 'person' AND r.deleted_at IS NULL
	WHERE e.dst_id = t.id AND e.deleted = false ORDER BY r.name LIMIT 1)`

// columnSQL returns the expression for a column of the board.
func columnSQL(state, order string) string {
	return `(SELECT {obj}('total', (SELECT count(*) FROM onto_tasks t WHERE ` + taskSQL + ` AND t.state_key = '` + state + `'), 'nodes',
		{agg}({obj}('id', t.id, 'title', t.title, 'stateKey', t.state_key, 'priority', t.priority, 'dueAt', t.due_at, 'owner', ` + ownerSQL + `,
			'plan', (SELECT {obj}('id', p.id, 'name', p.name) FROM onto_edges e JOIN onto_plans p ON p.id = e.src_id AND p.deleted_at IS NULL
				WHERE e.dst_id = t.id AND e.rel = 'has_task' AND e.deleted = false LIMIT 1))))
		FROM (SELECT * FROM onto_tasks t WHERE ` + taskSQL + ` AND t.state_key = '` + state + `' ORDER BY ` + order + ` LIMIT 50) t)`
}

// neighbourSQL returns the expression for a list of the entities that edges
// join to a task.
func neighbourSQL(table, label, from, to, rel string) string {
	return fmt.Sprintf(`(SELECT {agg}({obj}('id', x.id, 'label', x.%[2]s)) FROM (SELECT x.* FROM onto_edges e JOIN %[1]s x
		ON x.id = e.%[4]s_id AND x.deleted_at IS NULL
		WHERE e.%[3]s_id = {id} AND e.rel = '%[5]s' AND e.deleted = false ORDER BY x.updated_at DESC LIMIT 10) x)`, table, label, from, to, rel)
}

// screenSQL are statements with the answers of the screens, by name. They
// ignore owners that are named in props.
var screenSQL = map[string]string{
	"dashboard": `SELECT {obj}(
		'byState', (SELECT {agg}({obj}('value', state_key, 'count', n)) FROM (SELECT state_key, count(*) AS n FROM onto_tasks t WHERE ` +
		taskSQL + ` GROUP BY 1) x),
		'byPlan', (SELECT {agg}({obj}('value', id, 'label', name, 'state', state_key, 'count', n)) FROM (SELECT p.id, p.name,
			t.state_key, count(*) AS n FROM onto_tasks t
			LEFT JOIN onto_edges e ON e.dst_id = t.id AND e.rel = 'has_task' AND e.src_kind = 'plan' AND e.deleted = false
				LEFT JOIN onto_plans p ON p.id = e.src_id
			WHERE ` + taskSQL + ` GROUP BY 1, 2, 3 ORDER BY 4 DESC LIMIT 200) x),
		'byOwner', (SELECT {agg}({obj}('label', name, 'count', n)) FROM (SELECT name, count(*) AS n FROM (SELECT ` + ownerSQL +
		` AS name FROM onto_tasks t WHERE ` + taskSQL + `) o GROUP BY 1 ORDER BY 2 DESC LIMIT 20) x),
		'overdue', (SELECT {agg}({obj}('day', day, 'count', n)) FROM (SELECT substr(CAST(t.due_at AS text), 1,
			10) AS day, count(*) AS n FROM onto_tasks t
			WHERE ` + taskSQL + ` AND t.due_at < '2026-11-18' AND t.state_key <> 'done' GROUP BY 1) x)){text}`,
	"board": `SELECT {obj}('todo', ` + columnSQL("todo", "t.priority, t.due_at, t.id") + `, 'doing', ` + columnSQL("in_progress",
		"t.priority, t.due_at, t.id") +
		`, 'blocked', ` + columnSQL("blocked", "t.priority, t.due_at, t.id") + `, 'done', ` + columnSQL("done", "t.updated_at DESC, t.id") +
		`){text}`,
	"entity": `SELECT {obj}('task', (SELECT {obj}('id', t.id, 'title', t.title, 'stateKey', t.state_key, 'description',
		t.description, 'owner', ` + ownerSQL + `,
			'project', (SELECT name FROM onto_projects WHERE id = t.project_id)) FROM onto_tasks t WHERE t.id = {id}),
		'plans', ` + neighbourSQL("onto_plans", "name", "dst", "src", "has_task") + `, 'goals', ` + neighbourSQL("onto_goals", "name",
		"src", "dst", "supports_goal") +
		`, 'milestones', ` + neighbourSQL("onto_milestones", "title", "src", "dst", "targets_milestone") + `, 'dependsOn', ` +
		neighbourSQL("onto_tasks",
			"title", "src", "dst", "depends_on") +
		`, 'neededBy', ` + neighbourSQL("onto_tasks", "title", "dst", "src", "depends_on") + `, 'blockedBy', ` + neighbourSQL("onto_tasks",
		"title", "dst", "src", "blocks") +
		`, 'risks', ` + neighbourSQL("onto_risks", "title", "src", "dst", "has_risk") + `, 'documents', ` + neighbourSQL("onto_documents",
		"title", "src", "dst", "references") + `){text}`,
	"graph": strings.ReplaceAll(stores.SnapshotSQL, "{p}", "{id}"),
}
