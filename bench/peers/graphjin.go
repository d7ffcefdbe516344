package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
)

const graphJin = "GraphJin"

// graphJinSQL creates what GraphJin needs for edges, whose ends can be in any
// of the tables of kinds, and for a function that returns rows of a table.
const graphJinSQL = `
	CREATE VIEW task_plans AS SELECT id, rel, project_id, src_id AS plan_id, dst_id AS task_id
		FROM onto_edges WHERE src_kind = 'plan' AND dst_kind = 'task' AND NOT deleted;
	CREATE VIEW task_goals AS SELECT id, rel, project_id, src_id AS task_id, dst_id AS goal_id
		FROM onto_edges WHERE src_kind = 'task' AND dst_kind = 'goal' AND NOT deleted;
	CREATE FUNCTION search_hits(project uuid, words text) RETURNS TABLE(id uuid, title text) LANGUAGE sql STABLE
		AS $$ SELECT id, title FROM search_tasks(project, words) $$`

// graphJinConfig is the configuration, in which %s and %d are the connection.
const graphJinConfig = `app_name: peers
log_level: none
http_compress: false
server_timing: false
production: true
enable_camelcase: true
default_block: false
database:
  type: postgres
  host: %q
  port: %d
  dbname: %q
  user: %q
  password: %q
  schema: public
  pool_size: 16
  max_connections: 16
tables:
  - name: task_plans
    columns:
      - {name: plan_id, type: uuid, related_to: onto_plans.id}
      - {name: task_id, type: uuid, related_to: onto_tasks.id}
  - name: task_goals
    columns:
      - {name: goal_id, type: uuid, related_to: onto_goals.id}
      - {name: task_id, type: uuid, related_to: onto_tasks.id}
`

// prepareGraphJin writes the configuration and the documents to a folder, and
// the views and the function into the database. In production, GraphJin answers
// only documents that it finds by their names, and compiles each of them once.
func prepareGraphJin(ctx context.Context, folder string, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, graphJinSQL); err != nil {
		return fmt.Errorf("create the views of %s: %w", graphJin, err)
	}
	documents := filepath.Join(folder, "queries")
	if err := os.MkdirAll(documents, 0o755); err != nil {
		return err
	}
	for _, q := range questions {
		name := strings.Fields(q.graphjin)[1]
		if err := os.WriteFile(filepath.Join(documents, name+".gql"), []byte(q.graphjin), 0o600); err != nil {
			return err
		}
	}
	c := conn.Config()
	text := fmt.Sprintf(graphJinConfig, c.Host, c.Port, c.Database, c.User, c.Password)
	return os.WriteFile(filepath.Join(folder, "prod.yml"), []byte(text), 0o600)
}

// serveGraphJin returns a function that returns the command for an address.
func serveGraphJin(ctx context.Context, program, folder string) func(string) *exec.Cmd {
	return func(address string) *exec.Cmd {
		command := exec.CommandContext(ctx, program, "serve", "--path", folder)
		command.Env = append(os.Environ(), "GO_ENV=production", "GJ_HOST_PORT="+address)
		return command
	}
}
