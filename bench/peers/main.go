// Peers compares Dossier with other servers over the same Postgres:
// hand-written SQL behind net/http, PostGraphile and GraphJin. It has a separate
// module and package.json, so that Dossier depends on none of them.
//
//	cd bench/peers
//	npm ci --prefix postgraphile
//	go run . -graphjin PATH
//
// builds Dossier, writes the data, starts the servers, checks that their
// answers are equal, and prints a table of requests per second as a share of
// those of the SQL. All servers answer in turn in every round; the median of
// the rounds counts. It needs Postgres. PostGraphile is omitted without Node, and
// GraphJin without the path of its program: its modules are not published.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/db/managed"
)

// settings are the flags.
type settings struct {
	projects, rounds int
	lasting          time.Duration
	only, graphjin   string
	other            string
	traced           bool
	floor, url       string // the address and the database of the process that serves the SQL
}

func main() {
	var s settings
	flag.IntVar(&s.projects, "projects", 201, "projects of 588 entities each")
	flag.IntVar(&s.rounds, "rounds", 3, "rounds, of which the median counts")
	flag.DurationVar(&s.lasting, "for", 2*time.Second, "how long a server answers a question in a round")
	flag.StringVar(&s.only, "only", "", "ask only questions whose names contain this")
	flag.StringVar(&s.graphjin, "graphjin", "", "path of the graphjin program; without it, GraphJin is omitted")
	flag.StringVar(&s.other, "other", "",
		"path of another build of Dossier; measure the two builds, each on its own stores, instead of the peers")
	flag.BoolVar(&s.traced, "traced", false, "measure Dossier with traces of 1 %, and of all requests, instead of the peers")
	flag.StringVar(&s.floor, "floor", "", "serve the SQL at this address; peers starts itself so")
	flag.StringVar(&s.url, "url", "", "the database of -floor")
	flag.Parse()
	if err := run(context.Background(), s); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) (err error) {
	if s.floor != "" {
		return serveFloor(ctx, s.floor, s.url)
	}
	folder, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	postgres, err := managed.Start(ctx, filepath.Join(folder, "postgres"), managed.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, postgres.Stop()) }()
	url, err := postgres.Database(ctx, "peers")
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	made, err := newSetup(ctx, s, folder, postgres, url)
	if err != nil {
		return err
	}
	if err := prepare(ctx, conn, made, s.projects); err != nil {
		return err
	}
	measured, closeCollector := made.measured(ctx, s)
	defer closeCollector()
	servers, err := startAll(measured, filepath.Join(folder, "postgres"))
	defer func() {
		for _, one := range servers {
			one.stop()
		}
	}()
	if err != nil {
		return err
	}
	return compare(ctx, s, servers, conn)
}

// newSetup returns what is measured: this build of Dossier, the database of another one, and
// the programs of the peers.
func newSetup(ctx context.Context, s settings, folder string, postgres *managed.Server, url string) (made setup, err error) {
	made = setup{
		graphjin: s.graphjin, config: filepath.Join(folder, "graphjin"),
		dossier: build{filepath.Join(folder, "dossier"), url, filepath.Join(folder, "peers.db")},
	}
	if made.self, err = os.Executable(); err != nil || s.other == "" {
		return made, err
	}
	url, err = postgres.Database(ctx, "peers_other")
	made.other = build{s.other, url, filepath.Join(folder, "other.db")}
	return made, err
}

// measured returns what is compared: the peers, or builds of Dossier and a
// collector of their traces, which closeCollector ends.
func (made setup) measured(ctx context.Context, s settings) (compared []peer, closeCollector func()) {
	if s.other == "" && !s.traced {
		return peers(ctx, made), func() {}
	}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _ = discard(r.Body) }))
	return builds(ctx, made, s.traced, collector.URL), collector.Close
}

// prepare builds Dossier and writes the data into the stores. conn is of the
// Postgres of Dossier.
func prepare(ctx context.Context, conn *pgx.Conn, s setup, projects int) error {
	command := exec.CommandContext(ctx, "go", "build", "-o", s.dossier.program, ".")
	command.Dir = filepath.Join("..", "..")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("build Dossier: %w", err)
	}
	for _, one := range []build{s.dossier, s.other} {
		if one.program == "" {
			continue
		}
		if err := one.fill(ctx, projects); err != nil {
			return err
		}
	}
	if _, err := conn.Exec(ctx, searchSQL); err != nil {
		return fmt.Errorf("create search_tasks: %w", err)
	}
	if s.graphjin != "" {
		return prepareGraphJin(ctx, s.config, conn)
	}
	return nil
}

// fill writes the data of a number of projects into the stores of a build.
func (b build) fill(ctx context.Context, projects int) error {
	for _, store := range []string{b.postgres, "sqlite:" + b.file} {
		data, input := io.Pipe()
		go func() { input.CloseWithError(writeData(input, projects)) }()
		load := exec.CommandContext(ctx, b.program, "import", "--db", store, "-")
		load.Stdin = data
		if text, err := load.CombinedOutput(); err != nil {
			return fmt.Errorf("import by %s: %w: %s", b.program, err, text)
		}
	}
	conn, err := pgx.Connect(ctx, b.postgres)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "VACUUM ANALYZE")
	return err
}

// compare checks the answers and prints the table.
func compare(ctx context.Context, s settings, servers []*server, conn *pgx.Conn) error {
	tasks, projects, err := ids(ctx, conn)
	if err != nil {
		return err
	}
	fmt.Println("| clients | request |", names(servers))
	fmt.Println("| --- | --- |" + strings.Repeat(" --- |", len(servers)))
	for _, clients := range []int{1, 16} {
		for i, q := range questions {
			about := projects
			if q.ofTask {
				about = tasks
			}
			if !strings.Contains(q.name, s.only) {
				continue
			}
			if err := verify(servers, i, about); err != nil {
				return fmt.Errorf("%s: %w", q.name, err)
			}
			rates, err := measure(s, servers, i, about, clients)
			if err != nil {
				return fmt.Errorf("%s: %w", q.name, err)
			}
			fmt.Printf("| %d | %s |%s\n", clients, q.name, cells(rates))
		}
	}
	return nil
}

func names(servers []*server) string {
	var text strings.Builder
	for _, one := range servers {
		text.WriteString(" " + one.name + " |")
	}
	return text.String()
}

// cells returns the rates as a row: requests per second for the first server,
// shares of these for the others, and processor times of server and Postgres in
// µs.
func cells(rates []rate) string {
	text := fmt.Sprintf(" %.0f/s", rates[0].each)
	for i, one := range rates {
		if i > 0 {
			text += fmt.Sprintf(" **%.2f**", one.each/rates[0].each)
		}
		text += fmt.Sprintf(", %d + %d |", one.server.Microseconds(), one.postgres.Microseconds())
	}
	return text
}

// measure returns the median rate of each server.
func measure(s settings, servers []*server, q int, about []string, clients int) ([]rate, error) {
	all := make([][]rate, len(servers))
	for range s.rounds {
		for i, one := range servers {
			requests := make([][]byte, len(about))
			for j, id := range about {
				requests[j] = one.raw(q, id)
			}
			measured, err := one.load(requests, clients, s.lasting)
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], measured)
		}
	}
	medians := make([]rate, len(servers))
	for i, rates := range all {
		slices.SortFunc(rates, func(a, b rate) int { return cmp.Compare(a.each, b.each) })
		medians[i] = rates[len(rates)/2]
	}
	return medians, nil
}

// verified is the maximum number of ids for which answers are compared before a
// question is measured. This also loads the projects into Dossier's memory.
const verified = 1000

// verify checks that the answers of all servers equal those of the first,
// except for questions whose answers differ.
func verify(servers []*server, q int, about []string) error {
	for _, id := range about[:min(verified, len(about))] {
		var want []string
		for i, one := range servers {
			got, err := one.answer(q, id)
			if err != nil {
				return fmt.Errorf("%s: %w", one.name, err)
			}
			switch {
			case i == 0:
				want = got
			case questions[q].differs:
				// The values differ, so they are not compared.
			case !slices.Equal(got, want):
				return fmt.Errorf("%s answers about %s\n%q\n%s answers\n%q", servers[0].name, id, want, one.name, got)
			}
		}
	}
	return nil
}

// answer returns the values of the answer of a server.
func (s *server) answer(q int, id string) (found []string, err error) {
	c, err := dial(s.address)
	if err != nil {
		return nil, err
	}
	defer c.conn.Close()
	err = c.send(s.raw(q, id), func(r io.Reader) error {
		text, err := io.ReadAll(r)
		if err == nil && strings.Contains(string(text), `"errors":[`) {
			err = errors.New(string(text))
		}
		if err == nil {
			found, err = values(text)
		}
		return err
	})
	return found, err
}
