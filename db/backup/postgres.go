package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"dossier/graph"
)

// OfPostgres writes a database, as of one moment, to a file: an archive of
// pg_dump, which is in the folder bin. The role of the URL must own the tables,
// because policies limit what others read.
func OfPostgres(ctx context.Context, bin, address, file string) error {
	if err := mustOwn(ctx, address); err != nil {
		return err
	}
	return into(file, ownersOnly, func(partial string) error {
		return tool(ctx, bin, "pg_dump", address, "--format=custom", "--no-owner", "--no-privileges", "--no-comments", "--file", partial)
	})
}

// mustOwn returns an error that names the owner of the tables unless the role of the
// URL has its rights.
func mustOwn(ctx context.Context, address string) error {
	const sql = `SELECT current_user, pg_get_userbyid(relowner), pg_has_role(relowner, 'USAGE') FROM pg_class ` +
		`WHERE oid = to_regclass('onto_projects')`
	var role, owner string
	var owns bool
	switch err := look(ctx, address, sql, &role, &owner, &owns); {
	case errors.Is(err, pgx.ErrNoRows):
		return graph.BadInput("db", "the database has no tables of a store; expected one that has, to back it up")
	case err != nil:
		return err
	case !owns:
		return graph.BadInput("db", "%s owns the tables, and policies limit what %s reads; expected a URL with the role %s", owner, role, owner)
	}
	return nil
}

// look scans the row of a statement about a database.
func look(ctx context.Context, address, sql string, into ...any) error {
	connection, err := pgx.Connect(ctx, address)
	if err != nil {
		return graph.Unavailable("connect to the database", err)
	}
	defer func() { _ = connection.Close(ctx) }()
	if err := connection.QueryRow(ctx, sql).Scan(into...); err != nil {
		return graph.Unavailable("look for tables", err)
	}
	return nil
}

// ToPostgres restores a file that [OfPostgres] wrote into a database without
// tables of a store, all or nothing. Roles that may use the tables are granted
// that again by dossier migrate --grant-to.
func ToPostgres(ctx context.Context, bin, file, address string) error {
	var exists bool
	if err := look(ctx, address, "SELECT to_regclass('onto_projects') IS NOT NULL", &exists); err != nil {
		return err
	}
	if exists {
		return graph.BadInput("db", "the database has the tables of a store; expected an empty one, so that nothing is lost")
	}
	return tool(ctx, bin, "pg_restore", address, "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", file)
}

// tool runs a program of Postgres with the database at a URL. The password is in
// its environment, because others see the arguments of a process.
func tool(ctx context.Context, bin, name, address string, args ...string) error {
	parsed, err := url.Parse(address)
	if err != nil {
		return graph.BadInput("db", "expected postgres://user@host:port/database; got another URL")
	}
	environment := os.Environ()
	if password, has := parsed.User.Password(); has {
		environment = append(environment, "PGPASSWORD="+password)
		parsed.User = url.User(parsed.User.Username())
	}
	query := parsed.Query()
	if password := query.Get("password"); password != "" {
		environment = append(environment, "PGPASSWORD="+password)
		query.Del("password")
	}
	for parameter := range query { // which only pgx knows
		if strings.HasPrefix(parameter, "pool_") || parameter == "default_query_exec_mode" {
			query.Del(parameter)
		}
	}
	parsed.RawQuery = query.Encode()
	program := name
	if bin != "" {
		program = filepath.Join(bin, name)
	}
	var errs bytes.Buffer
	command := exec.CommandContext(ctx, program, append([]string{"--no-password", "--dbname", parsed.String()}, args...)...)
	command.Env, command.Stderr = environment, &errs
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return graph.Unavailable(fmt.Sprintf("%s: %s", name, reason(errs.String(), err)), err)
	}
	return nil
}

// reason returns the first line of what a program wrote about its error.
func reason(text string, err error) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if line == "" {
		return err.Error()
	}
	return line
}
