package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A server is a running server in the comparison.
type server struct {
	name     string
	address  string
	pid      int
	postgres string // the folder of the database
	stop     func()
	// request returns the path and the body of a question about an id.
	request func(q int, id string) (path string, body []byte)
}

// graphql returns a function that returns the path and the body of a GraphQL
// request for the document of a question.
func graphql(path string, document func(question) string) func(int, string) (string, []byte) {
	return func(q int, id string) (string, []byte) { return path, body(document(questions[q]), id) }
}

func ofDossier(q question) string      { return q.dossier }
func ofPostGraphile(q question) string { return q.postgraphile }
func ofGraphJin(q question) string     { return q.graphjin }

// ofFloor returns the path by which the SQL server answers question q.
func ofFloor(q int, id string) (string, []byte) { return "/" + strconv.Itoa(q), []byte(id) }

// freeAddress returns an address of this machine that nothing listens on.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// starting is the time limit for the start of a server, by eye.
const starting = time.Minute

// start runs a server as a separate process and returns when it listens.
// command returns the command that listens at an address.
func start(name string, command func(address string) *exec.Cmd) (*server, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	process := command(address)
	var log bytes.Buffer
	process.Stderr = &log
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	ended := make(chan struct{})
	go func() { _ = process.Wait(); close(ended) }()
	stop := func() { _ = process.Process.Kill(); <-ended }
	for begun := time.Now(); time.Since(begun) < starting; {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return &server{name: name, address: address, pid: process.Process.Pid, stop: stop}, conn.Close()
		}
		select {
		case <-ended:
			return nil, fmt.Errorf("%s ended: %s", name, log.String())
		case <-time.After(50 * time.Millisecond):
		}
	}
	stop()
	return nil, fmt.Errorf("%s does not listen after %s", name, starting)
}

// A peer is a server that can be started.
type peer struct {
	name    string
	command func(address string) *exec.Cmd
	request func(q int, id string) (path string, body []byte)
}

// A setup is the programs of the servers, and their data.
type setup struct {
	self, graphjin string // paths of programs; graphjin may be empty
	dossier, other build  // other may be zero
	config         string // the folder of GraphJin's configuration
}

// A build is a build of Dossier with stores of its own, as builds may differ in
// the tables that they make.
type build struct {
	program        string // the path of the program
	postgres, file string // the URL of the database, and the SQLite file
}

// peers returns the servers over a Postgres database and over a SQLite file
// with the same data.
func peers(ctx context.Context, s setup) []peer {
	all := []peer{
		{"SQL over HTTP", func(address string) *exec.Cmd {
			return exec.CommandContext(ctx, s.self, "-floor", address, "-url", s.dossier.postgres)
		}, ofFloor},
		{postGraphile, func(address string) *exec.Cmd {
			command := exec.CommandContext(ctx, "node", "server.js", s.dossier.postgres, address[strings.LastIndex(address, ":")+1:])
			command.Dir, command.Env = "postgraphile", append(os.Environ(), "NODE_ENV=production", "GRAPHILE_ENV=production")
			return command
		}, graphql("/graphql", ofPostGraphile)},
		{"Dossier, Postgres", serve(ctx, s.dossier.program, s.dossier.postgres), graphql("/graphql", ofDossier)},
		{"Dossier, SQLite", serve(ctx, s.dossier.program, "sqlite:"+s.dossier.file), graphql("/graphql", ofDossier)},
	}
	if s.graphjin == "" {
		return all
	}
	return slices.Insert(all, 2, peer{graphJin, serveGraphJin(ctx, s.graphjin, s.config), graphql("/api/v1/graphql", ofGraphJin)})
}

// serve returns the command of a build of Dossier over a store.
func serve(ctx context.Context, dossier, store string, environment ...string) func(address string) *exec.Cmd {
	return func(address string) *exec.Cmd {
		command := exec.CommandContext(ctx, dossier, "serve", "--db", store, "--listen", address, "--log-level", "error")
		command.Env = append(os.Environ(), environment...)
		return command
	}
}

// builds returns the other build of Dossier if there is one, Dossier, and
// Dossier with traces of 1 % and of all requests, if traced; each on both stores.
// The traces are sent to collector.
func builds(ctx context.Context, s setup, traced bool, collector string) (all []peer) {
	stores := []struct {
		name  string
		urlOf func(build) string
	}{
		{"Postgres", func(b build) string { return b.postgres }},
		{"SQLite", func(b build) string { return "sqlite:" + b.file }},
	}
	for _, store := range stores {
		add := func(name string, b build, environment ...string) {
			command := serve(ctx, b.program, store.urlOf(b), environment...)
			all = append(all, peer{name + ", " + store.name, command, graphql("/graphql", ofDossier)})
		}
		if s.other.program != "" {
			add("other", s.other)
		}
		add("Dossier", s.dossier)
		if traced {
			for _, share := range []string{"0.01", "1"} {
				add("traces of "+share, s.dossier, "OTEL_EXPORTER_OTLP_ENDPOINT="+collector,
					"OTEL_TRACES_SAMPLER=parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG="+share)
			}
		}
	}
	return all
}

const postGraphile = "PostGraphile"

// startAll starts the peers, except PostGraphile if it is not installed.
// postgres is the folder of the database.
func startAll(peers []peer, postgres string) ([]*server, error) {
	var servers []*server
	for _, peer := range peers {
		started, err := start(peer.name, peer.command)
		switch {
		case err == nil:
			started.request, started.postgres = peer.request, postgres
			servers = append(servers, started)
		case peer.name == postGraphile:
			fmt.Fprintln(os.Stderr, "without PostGraphile:", err)
		default:
			return servers, err
		}
	}
	return servers, nil
}

// serveFloor answers the questions by one hand-written statement each.
func serveFloor(ctx context.Context, address, url string) error {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return err
	}
	config.MaxConns = 16
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	for i, q := range questions {
		mux.HandleFunc("POST /"+strconv.Itoa(i), func(w http.ResponseWriter, r *http.Request) {
			answer, err := answerSQL(r, pool, q.sql)
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(answer) // an error means that the client has left
		})
	}
	return http.ListenAndServe(address, mux)
}

// answerSQL runs a statement with the id in a request.
func answerSQL(r *http.Request, pool *pgxpool.Pool, sql string) (answer []byte, err error) {
	id, err := io.ReadAll(r.Body)
	if err == nil {
		err = pool.QueryRow(r.Context(), sql, string(id)).Scan(&answer)
	}
	return answer, err
}

// ids returns the ids of one task of each project, and of the projects.
func ids(ctx context.Context, conn *pgx.Conn) (tasks, projects []string, err error) {
	const sql = `SELECT project_id::text, min(id::text) FROM onto_tasks GROUP BY 1 ORDER BY 1`
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return nil, nil, err
	}
	var project, task string
	_, err = pgx.ForEachRow(rows, []any{&project, &task}, func() error {
		tasks, projects = append(tasks, task), append(projects, project)
		return nil
	})
	return tasks, projects, err
}
