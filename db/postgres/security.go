package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"dossier/db/statement"
	"dossier/graph"
)

// isSecured is a query that returns whether policies limit the rows that the
// role sees. They do not apply to the owner of the tables.
const isSecured = `SELECT coalesce((SELECT row_security_active(oid) FROM pg_class WHERE oid = to_regclass('onto_projects')), FALSE)`

// queueActor adds the statement that sets the actor of a transaction, if the
// database has policies. The setting ends with the transaction, because the
// connection serves other requests later, and a pooler may give the next
// transaction another server process.
func (d *database) queueActor(ctx context.Context, batch *pgx.Batch) {
	if !d.secured {
		return
	}
	who := graph.ActorFrom(ctx)
	id, projects := "", ""
	if who.ID != "" {
		id = graph.ActorID(who.ID)
	}
	if who.Key != nil && who.Key.ProjectIDs != nil {
		projects = strings.Join(append([]string{statement.NoActor}, who.Key.ProjectIDs...), " ") // "" is no limit
	}
	batch.Queue("SELECT set_config('dossier.actor', $1, true), set_config('dossier.projects', $2, true), "+
		"set_config('dossier.rights', $3, true)",
		id, projects, rights(who))
}

// rights returns the name by which the policies know the rights of an actor.
func rights(who graph.Actor) string {
	switch {
	case who.ID == graph.ServiceActor.ID:
		return "service"
	case !who.MayWrite():
		return "read"
	case who.Key != nil:
		return "key"
	case who.Admin:
		return "admin"
	default:
		return "actor"
	}
}

// GrantTo permits a role to use the tables of a database, which it must not
// own. It creates the role if it does not exist. The role of the URL must own
// the tables; the grants also apply to tables that it creates later.
func GrantTo(ctx context.Context, url, role string) error {
	d, err := connect(ctx, url, 1)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.failure(ctx, pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		var exists bool
		var schema string
		const find = "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1), quote_ident(current_schema())"
		if err := tx.QueryRow(ctx, find, role).Scan(&exists, &schema); err != nil {
			return err
		}
		name := pgx.Identifier{role}.Sanitize()
		if !exists {
			if _, err := tx.Exec(ctx, "CREATE ROLE "+name+" LOGIN"); err != nil {
				return err
			}
		}
		for _, sql := range grants {
			if _, err := tx.Exec(ctx, fmt.Sprintf(sql, name, schema)); err != nil {
				return err
			}
		}
		return nil
	}))
}

// grants are the statements that permit a role, the first argument, to use the
// tables in a schema, the second.
var grants = []string{
	"GRANT USAGE ON SCHEMA %[2]s TO %[1]s",
	"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %[2]s TO %[1]s",
	"REVOKE INSERT, UPDATE, DELETE ON %[2]s.goose_db_version FROM %[1]s",
	"ALTER DEFAULT PRIVILEGES IN SCHEMA %[2]s GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %[1]s",
}
