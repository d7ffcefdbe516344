package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/alecthomas/kong"

	"dossier/cli/flags"
	"dossier/cli/imports"
	"dossier/cli/serving"
	"dossier/cli/settings"
	"dossier/cli/terminal"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/resolvers"
)

// A result is the output and the exit status of a command.
type result struct {
	status      int
	out, errOut string
}

// run runs a command line. serve replaces the server.
func run(t testing.TB, serve serving.Serve, args ...string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	status := Run(storetest.Context(), args, Environment{
		Streams: terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &errOut},
		Now:     storetest.Now,
		Schema:  resolvers.Schema,
		Serve:   serve,
		Demo:    serving.DemoGraph(storetest.DemoGraph(t, "..")),
	})
	return result{status, out.String(), errOut.String()}
}

// demoFile imports the demo graph into a new store and returns the flag for it.
func demoFile(t testing.TB) (db string) {
	t.Helper()
	db = "--db=sqlite:" + filepath.Join(t.TempDir(), "demo.db")
	if got := run(t, nil, "import", db, "../testdata/demo.ndjson"); got.status != 0 {
		t.Fatalf("import: %+v", got)
	}
	return db
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"-h"}, {"help"}} {
		got := run(t, nil, args...)
		if got.status != 0 || got.errOut != "" {
			t.Errorf("%q: %+v", args, got)
		}
		for _, want := range []string{"Examples:", "dossier demo ", "dossier context ", "Exit status:", "Usage: dossier", "DOSSIER_DB"} {
			if !strings.Contains(got.out, want) {
				t.Errorf("%q: the help lacks %q:\n%s", args, want, got.out)
			}
		}
	}
	for _, command := range model(t).Children {
		got := run(t, nil, command.Name, "--help")
		if got.status != 0 || !strings.Contains(got.out, "Usage: dossier "+command.Name) {
			t.Errorf("%s --help: %+v", command.Name, got)
		}
		for _, flag := range command.Flags {
			if flag.Help == "" {
				t.Errorf("%s --%s has no help", command.Name, flag.Name)
			}
		}
	}
}

// full is a writer to a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestFullDisk prints to a disk without room. The error must not be one of the
// store.
func TestFullDisk(t *testing.T) {
	db := demoFile(t)
	for _, args := range [][]string{{"context", "queue", db}, {"ls", "tasks", db}, {"search", "queue", db, "--json"}, {"export", db},
		{"links", "airnet", db}} {
		var errOut bytes.Buffer
		status := Run(storetest.Context(), args,
			Environment{Streams: terminal.Streams{Out: full{}, Err: &errOut}, Now: storetest.Now, Schema: resolvers.Schema})
		if status != 1 || !strings.HasPrefix(errOut.String(), "dossier: write standard output: no space left") {
			t.Errorf("%q: got %d, %s", args, status, errOut.String())
		}
	}
}

// model returns kong's model of commandLine.
func model(t testing.TB) *kong.Application {
	t.Helper()
	parser, err := kong.New(new(commandLine), longHelp)
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model
}

// TestCommandsHaveTheirDependencies checks that every parameter of a Run method
// is bound, because kong only detects missing ones when the command runs.
func TestCommandsHaveTheirDependencies(t *testing.T) {
	var line commandLine
	parser := kong.Must(&line, longHelp)
	parsed, err := parser.Parse([]string{"version"})
	if err != nil {
		t.Fatal(err)
	}
	bound := map[reflect.Type]bool{reflect.TypeFor[context.Context](): true}
	bound[reflect.TypeFor[*kong.Context]()] = true // which kong binds
	_, dependencies, err := line.dependencies(t.Context(), Environment{}, parsed, new(settings.Settings))
	if err != nil {
		t.Fatal(err)
	}
	for _, dependency := range dependencies {
		bound[reflect.TypeOf(dependency)] = true
	}
	for _, command := range model(t).Leaves(false) {
		method := command.Target.Addr().MethodByName("Run").Type()
		for i := range method.NumIn() {
			if parameter := method.In(i); !bound[parameter] {
				t.Errorf("%s: nothing is bound to %s", command.Name, parameter)
			}
		}
	}
}

func TestReport(t *testing.T) {
	for _, test := range []struct {
		err    error
		status int
		want   string
	}{
		{nil, 0, ""},
		{fmt.Errorf("import: %w", imports.ErrRejected), 3, ""},
		{errors.New("disk full"), 1, "dossier: disk full\n"},
		{context.DeadlineExceeded, 8, "dossier: context deadline exceeded\n"},
		{graph.BadInput("input.maxTokens", "expected %d", 1), 2, "dossier: --max-tokens: expected 1\n"},
		{graph.NotFound("entity", "x"), 4, "dossier: no entity with id x\n"},
		{graph.Unavailable("open store", errors.New("secret cause")), 7, "dossier: open store\n"},
	} {
		var out bytes.Buffer
		if status := report(&out, test.err); status != test.status || out.String() != test.want {
			t.Errorf("%v: status %d, wrote %q, want %d and %q", test.err, status, out.String(), test.status, test.want)
		}
	}
}

func TestVersion(t *testing.T) {
	if got := run(t, nil, "version"); got.status != 0 || !strings.HasPrefix(got.out, "dossier ") {
		t.Errorf("%+v", got)
	}
}

// TestMigrate checks that a new store can be read after dossier migrate.
func TestMigrate(t *testing.T) {
	db := "--db=sqlite:" + filepath.Join(t.TempDir(), "new.db")
	for range 2 {
		if got := run(t, nil, "migrate", db); got.status != 0 || got.out != "The store is up to date.\n" {
			t.Errorf("%+v", got)
		}
	}
	if got := run(t, nil, "reindex", db); got.status != 0 || got.out != "0 entities reindexed.\n" {
		t.Errorf("reindex: %+v", got)
	}
}

// TestListsInVariables reads lists as people write them in the environment.
func TestListsInVariables(t *testing.T) {
	db := demoFile(t)
	for _, test := range []struct{ origins, proxies, want string }{
		{"https://a.example,https://b.example", "10.0.0.0/8,192.168.1.1", "[https://a.example https://b.example] [10.0.0.0/8 192.168.1.1/32]"},
		{" https://a.example, https://b.example\n", "10.0.0.0/8 , 192.168.1.1",
			"[https://a.example https://b.example] [10.0.0.0/8 192.168.1.1/32]"},
		{"https://a.example,", "10.0.0.0/8,\t,", "[https://a.example] [10.0.0.0/8]"},
		{"", "::1", "[] [::1/128]"},
	} {
		t.Setenv("DOSSIER_CORS_ORIGIN", test.origins)
		t.Setenv("DOSSIER_TRUSTED_PROXY", test.proxies)
		serve := func(_ context.Context, _ *query.Service, _ serving.AccessStore, options serving.Options, _ *slog.Logger, out io.Writer) error {
			fmt.Fprint(out, options.Origins(), " ", options.Proxies())
			return nil
		}
		if got := run(t, serve, "serve", db, "--listen=127.0.0.1:0"); got != (result{0, test.want, ""}) {
			t.Errorf("%q %q: %+v, want %s", test.origins, test.proxies, got, test.want)
		}
	}
}

// TestServe checks the arguments that commands pass to the server.
func TestServe(t *testing.T) {
	db := demoFile(t)
	for _, name := range []string{"demo", "serve"} {
		var served serving.Options
		serve := func(ctx context.Context, service *query.Service, _ serving.AccessStore, options serving.Options, _ *slog.Logger,
			out io.Writer) error {
			served = options
			g, err := service.Graph(ctx, graph.ID("airnet"))
			if err != nil {
				return err
			}
			fmt.Fprint(out, g.Project().Name)
			return nil
		}
		got := run(t, serve, name, db, "--listen=127.0.0.1:0", "--no-playground", "--timeout=3s")
		if got != (result{0, "Halvorsund air: 120 stations on lamp posts", ""}) {
			t.Errorf("%s: %+v", name, got)
		}
		want := serving.Options{Server: flags.Server{
			Address: flags.Address{Listen: "127.0.0.1:0"}, Timeout: 3e9, MaxComplexity: 50_000, DBReadLag: 60e9, MaxClients: 1000,
			MaxResponse: 8 << 20, MaxImport: 256 << 20, Introspection: true, Explorer: true, HistoryRetention: 365 * 24 * 3600e9,
			Access: flags.Access{RateLimit: 50, AuditRetention: 90 * 24 * 3600e9},
		}}
		if served.Observer == nil || served.More == nil || served.Imported == nil || served.Reload == nil {
			t.Errorf("%s: nothing observes what is served and imported, lets the first requests take longer, or reads files again", name)
		}
		served.Observer, served.More, served.Imported, served.Reload = nil, nil, nil, nil
		if !reflect.DeepEqual(served, want) {
			t.Errorf("%s: served %+v, want %+v", name, served, want)
		}
	}
}
