package e2e_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "dossier"

// root is the root of the module from this folder.
const root = ".."

// Modules that several packages may import.
const (
	gqlgen    = "github.com/99designs/gqlgen"
	gqlparser = "github.com/vektah/gqlparser/v2"
	mcpSDK    = "github.com/modelcontextprotocol/go-sdk"
	pgx       = "github.com/jackc/pgx/v5"
	goose     = "github.com/pressly/goose/v3"
)

// A layer is a set of packages, by folder, with the imports that each may have
// besides the standard library: packages of the module by folder, others by a
// prefix of their path.
type layer map[string][]string

// layers lists all packages except main ones, from the bottom up. Packages may
// import only from lower layers. Tests and main packages may import anything.
var layers = []layer{
	{ // lists in contiguous memory, and in files; words; steps on several processors
		"glyphs":         {},
		"problems":       {},
		"db/disk":        {},
		"graph/amount":   {},
		"graph/pipeline": {},
		"flat":           {"golang.org/x/sys"},
		"graph/text":     {"github.com/kljensen/snowball", "golang.org/x/text"},
		"graph/markup":   {"github.com/yuin/goldmark"},
	},
	{ // values and single technologies
		"telemetry/metrics":         {"github.com/prometheus"},
		"telemetry/traces":          {"go.opentelemetry.io/otel", "go.opentelemetry.io/proto/otlp", "google.golang.org/protobuf"},
		"cli/complete":              {"github.com/alecthomas/kong"},
		"cli/machine":               {"golang.org/x/sys"},
		"cli/manual":                {"github.com/alecthomas/kong"},
		"cli/settings":              {"github.com/agnivade/levenshtein", "github.com/alecthomas/kong", "github.com/goccy/go-yaml"},
		"graph":                     {"glyphs", "flat"},
		"graph/lexicon":             {"graph/text"},
		"graph/relevance/links":     {"flat"},
		"graph/relevance/naming":    {"flat", "graph/text"},
		"graph/relevance/terms":     {"flat", "graph/pipeline", "graph/text"},
		"graph/pack":                {},
		"sources/frontmatter":       {"github.com/goccy/go-yaml"},
		"sources/hypertext":         {"golang.org/x/net/html"},
		"sources/watch":             {"github.com/fsnotify/fsnotify"},
		"tokens":                    {"github.com/pkoukk/tiktoken-go"},
		"literal":                   {gqlparser},
		"meter":                     {gqlgen},
		"web":                       {},
		"db/managed":                {pgx},
		"db/reads":                  {},
		"db/statements":             {},
		"embeddings/embeddingstest": {},
		"e2e":                       {},
	},
	{ // states as texts say them
		"graph/states": {"graph"},
	},
	{ // parts of GraphQL over HTTP, and of the graph
		"cli/terminal":           {"cli/machine", "glyphs", "graph", "github.com/goccy/go-yaml"},
		"graph/contextdoc/kept":  {"graph"},
		"graph/contextdoc/known": {"graph"},
		"graph/history":          {"graph"},
		"graph/lists":            {"graph"},
		"graph/check":            {"graph"},
		"graph/called":           {"glyphs", "graph"},
		"graph/view":             {"graph", "github.com/goccy/go-yaml"},
		"graph/memory":           {"graph/amount", "graph", "flat", "glyphs"},
		"transport/document":     {gqlgen, gqlparser},
		"transport/price":        {"literal", "meter", gqlgen, gqlparser},
	},
	{ // the data of a request
		"graph/reader": {"graph", "graph/memory", "graph/lists"},
	},
	{ // parts of the domain
		"telemetry": {"telemetry/metrics", "telemetry/traces", "go.opentelemetry.io/otel"},
		"plan":      {"literal", "meter", gqlgen, gqlparser},
		"transport": {"glyphs", "problems", "literal", "meter", "transport/document", "transport/price", gqlgen, gqlparser,
			"github.com/coder/websocket", "github.com/klauspost/compress", "golang.org/x/sync"},
		"bench/sets":       {"golang.org/x/text"},
		"bench/measure":    {"graph"},
		"bench/bm25":       {},
		"graph/graphtest":  {"graph/check", "graph", "graph/memory", "tokens", "golang.org/x/tools/txtar", "pgregory.net/rapid"},
		"graph/searchtext": {"graph", "graph/lists", "graph/text"},
		"sources":          {"graph", "graph/states", "graph/lists", "graph/markup", "golang.org/x/text"},
		"db/engine":        {"graph"},
		"db/migrations":    {"graph", goose},
		"graph/merge":      {"graph/check", "graph"},
		"graph/filter":     {"graph", "graph/memory", "graph/lists"},
		"graph/attention":  {"graph", "graph/memory", "graph/view", "flat"},
		"graph/ask/chart":  {},
		"graph/ask/words":  {"graph/text"},
		"graph/relevance/index": {"flat", "graph/pipeline", "graph/text", "graph/relevance/links", "graph/relevance/naming",
			"graph/relevance/terms"},
		"graph/scalar":           {"graph", "graph/reader", gqlgen, gqlparser}, // binds ids to GraphQL
		"graph/access":           {"graph", "graph/lists"},
		"graph/inert":            {"glyphs", "graph"},
		"graph/people":           {"graph", "graph/memory", "graph/text"},
		"db/managed/managedtest": {"db/managed", pgx},
	},
	{
		"bench/served":  {"bench/measure"},
		"db/schema":     {"graph", "graph/lists", "db/engine", "golang.org/x/text"},
		"db/enginetest": {"graph", "db/engine"},

		"auth": {"graph", "graph/access", "problems", "github.com/golang-jwt/jwt/v5", "github.com/MicahParks/jwkset",
			"github.com/MicahParks/keyfunc/v3", "golang.org/x/time"},

		"graph/similarity": {"graph", "graph/searchtext", "problems"},
		"graph/records":    {"graph/check", "graph", "graph/memory", "graph/text", "graph/inert"},
		"graph/prompt":     {"glyphs", "graph", "graph/states", "graph/memory", "graph/attention", "graph/view", "graph/inert", "graph/text"},

		"graph/relevance/indextest": {"graph/relevance/index", "graph/text"},
		"graph/relevance/corpus":    {"graph/relevance/index", "graph/relevance/naming", "graph/relevance/terms", "graph/text"},
	},
	{
		"graph/rows":               {"graph/check", "graph"},
		"db/statement":             {"graph", "graph/lists", "db/engine"},
		"mcp/schema":               {"graph"},
		"sources/beads":            {"graph", "sources"},
		"sources/markdown/convert": {"graph", "sources"},
		"sources/config":           {"sources", "github.com/goccy/go-yaml"},
		"sources/folder":           {"sources"},
		"sources/backlog":          {"graph", "sources", "sources/frontmatter"},
		"sources/archive":          {"graph"},
		"sources/csv":              {"graph", "sources", "sources/hypertext", "github.com/xuri/excelize"},
		"sources/github":           {"graph", "sources"},
		"sources/taskmaster":       {"graph", "sources"},
		"sources/todoist":          {"graph", "sources"},
		"sources/trello":           {"graph", "sources"},
		"sources/taskwarrior":      {"graph", "sources"},
		"sources/tana":             {"graph", "sources", "sources/hypertext", "golang.org/x/net/html"},

		"graph/reading": {"glyphs", "graph", "graph/states", "graph/inert", "graph/memory", "graph/prompt", "graph/text"},
		"graph/relevance/rank": {"graph", "graph/lexicon", "graph/text", "graph/relevance/links", "graph/relevance/naming",
			"graph/relevance/index", "graph/relevance/corpus"},
		"graph/relevance/search": {"graph/text", "graph/relevance/naming", "graph/relevance/index", "graph/relevance/corpus"},
		"graph/relevance/subject": {"graph", "flat", "graph/lexicon", "graph/text", "graph/relevance/naming", "graph/relevance/terms",
			"graph/relevance/index", "graph/relevance/corpus"},
		"graph/relevance/passage": {"graph/lexicon", "graph/text", "graph/relevance/terms", "graph/relevance/index", "graph/relevance/corpus"},
		"graph/outline/parts":     {"graph", "graph/memory", "graph/searchtext", "graph/text", "graph/relevance/index"},
		"graph/outline/wording":   {"graph", "graph/searchtext", "graph/text"},
		"graph/projects": {"graph", "graph/memory", "graph/reader", "graph/attention", "flat", "graph/text", "graph/relevance/links",
			"graph/relevance/naming", "graph/relevance/index", "graph/relevance/corpus", "graph/records", "graph/similarity"},
	},
	{ // questions for lists
		"db/where":          {"graph", "graph/lists", "db/schema", "db/statement"},
		"db/conn":           {"graph", "graph/reader", "db/engine", "db/reads", "db/schema", "db/statement", "problems"},
		"graph/ask/times":   {"graph/ask/chart"},
		"graph/ask/amounts": {"graph/ask/chart"},
	},
	{
		"db/access": {
			"graph/history",
			"graph", "graph/access", "graph/lists", "graph/reader", "db/engine", "db/schema", "db/statement", "db/conn"},
		"db/read": {
			"graph/history",
			"graph", "graph/reader", "graph/lists", "db/engine", "db/reads", "db/schema", "db/statement", "db/where", "db/conn"},
		"graph/ask/scan": {"graph/text", "graph/ask/chart", "graph/ask/words", "graph/ask/amounts"},
	},
	{
		"db/write": {"graph/check", "graph", "graph/history", "graph/merge", "graph/pipeline", "graph/reader", "graph/text",
			"db/conn", "db/engine", "db/schema",
			"db/statement"},
		"graph/ask": {"graph", "graph/amount", "graph/text", "graph/pipeline", "graph/ask/chart", "graph/ask/words", "graph/ask/times",
			"graph/ask/amounts", "graph/ask/scan"},

		"sources/markdown": {
			"graph", "graph/markup", "sources", "sources/csv", "sources/frontmatter", "sources/markdown/convert",
			"golang.org/x/sync", "golang.org/x/text",
		},
	},
	{
		"graph/gist": {"graph", "graph/text", "graph/ask", "graph/ask/chart", "graph/ask/words", "graph/ask/times",
			"graph/ask/amounts", "graph/ask/scan"},
		"graph/vocabulary": {"graph", "graph/memory", "graph/text", "graph/people", "graph/ask", "graph/ask/chart", "graph/ask/times",
			"graph/ask/words",
			"graph/relevance/index", "graph/relevance/naming", "graph/searchtext", "graph/relevance/corpus"},
		"graph/answer": {
			"graph/amount",
			"graph", "graph/memory", "graph/lists", "graph/text", "graph/people", "graph/filter", "graph/ask", "graph/ask/amounts",
			"graph/ask/words", "graph/ask/times", "graph/searchtext", "graph/relevance/index", "graph/relevance/corpus"},
	},
	{ // broad questions
		"graph/viewdoc": {"graph/states",
			"graph", "graph/memory", "graph/lists", "graph/text", "graph/filter", "graph/gist", "graph/ask/times", "graph/inert",
			"graph/pipeline", "graph/prompt", "graph/view",
			"graph/searchtext", "graph/relevance/terms", "graph/relevance/index", "graph/relevance/corpus",
		},
	},
	{
		"sources/obsidian":    {"sources", "sources/markdown"},
		"sources/logseq":      {"sources", "sources/frontmatter", "sources/markdown"},
		"sources/buildos":     {"graph", "graph/rows", "sources", "github.com/jackc/pgx/v5"},
		"sources/gitlab":      {"graph", "sources", "sources/csv"},
		"sources/jira":        {"graph", "sources", "sources/csv", "sources/hypertext"},
		"sources/json":        {"graph", "sources", "sources/csv"},
		"sources/linear":      {"graph", "sources", "sources/csv"},
		"sources/sourcestest": {"graph", "graph/rows", "sources", "golang.org/x/tools/txtar"},

		"graph/edit": {"graph/check",
			"graph/history",
			"graph", "graph/reader", "graph/rows", "graph/records"},
		"graph/lens":        {"graph", "graph/prompt"},
		"graph/attachments": {"graph", "graph/inert", "graph/prompt", "graph/records"},
		"graph/outline": {
			"graph", "graph/memory", "graph/text", "graph/relevance/naming", "graph/relevance/terms", "graph/relevance/index",
			"graph/relevance/corpus", "graph/relevance/rank", "graph/relevance/subject",
			"graph/relevance/passage", "graph/searchtext", "graph/ask", "graph/gist", "graph/answer", "graph/outline/parts",
			"graph/outline/wording",
		},
	},
	{
		"graph/contextdoc/style": {"graph/states",
			"graph", "graph/memory", "graph/text", "graph/searchtext", "graph/inert", "graph/lens", "graph/outline/wording", "graph/projects",
			"graph/prompt", "graph/relevance/rank",
		},
		"graph/layout": {
			"graph", "graph/contextdoc/known", "graph/memory", "graph/text", "graph/inert", "graph/prompt", "graph/outline", "graph/outline/parts",
			"graph/relevance/naming", "graph/relevance/passage", "graph/searchtext",
		},
		"graph/reply": {
			"graph", "graph/memory", "graph/text", "graph/pipeline", "graph/relevance/corpus", "graph/relevance/rank", "graph/ask",
			"graph/vocabulary", "graph/answer", "graph/outline", "graph/outline/parts", "graph/outline/wording",
		},
	},
	{
		"graph/lensfile": {"graph", "graph/lens", "graph/prompt", "graph/view", "problems", "github.com/goccy/go-yaml"},

		"sources/formats": {
			"graph", "sources", "sources/backlog", "sources/beads", "sources/buildos", "sources/csv", "sources/github", "sources/gitlab",
			"sources/jira", "sources/json", "sources/linear", "sources/logseq", "sources/markdown", "sources/obsidian",
			"sources/taskmaster", "sources/taskwarrior", "sources/tana", "sources/todoist", "sources/trello",
		},

		"graph/contextdoc": {
			"glyphs", "graph", "graph/memory", "flat", "graph/text", "graph/searchtext", "graph/similarity", "graph/inert",
			"graph/prompt", "graph/records",
			"graph/attachments", "graph/lens", "graph/projects", "graph/relevance/rank", "graph/relevance/search", "graph/pack", "graph/pipeline",
			"graph/outline", "graph/outline/wording",
			"graph/layout", "graph/outline/parts", "graph/reply", "graph/ask", "graph/gist", "graph/ask/scan",
			"graph/answer", "graph/view", "graph/viewdoc",
			"graph/contextdoc/kept", "graph/contextdoc/known", "graph/contextdoc/style",
		},
	},
	{
		"mcp/dialect": {"graph", "graph/states", "graph/rows", "mcp/schema"},
		"graph/feed": {
			"graph/history",
			"graph"},
		"socket": {"graph"},
	},
	{ // questions, and what feeds them
		"mcp/wire":  {"graph", "mcp/dialect", mcpSDK},
		"mcp/setup": {"graph", "mcp/dialect", "mcp/schema"},
		"graph/query": {
			"graph/history",
			"graph", "graph/memory", "graph/reader", "graph/lists", "graph/attention", "graph/access", "graph/edit", "graph/text",
			"graph/searchtext",
			"graph/similarity", "graph/records", "graph/lens", "graph/lensfile", "graph/projects", "graph/relevance/rank", "graph/relevance/search",
			"graph/filter", "graph/outline", "graph/view", "graph/viewdoc", "graph/contextdoc", "graph/contextdoc/kept", "graph/reading",
			"graph/feed", "problems",
		},
		"loaders":    {"graph", "graph/memory", "graph/reader", "graph/lists", "github.com/graph-gophers/dataloader/v7"},
		"embeddings": {"graph"},
		"remote":     {"graph", "socket", "telemetry/metrics"},
		"ndjson":     {"graph", "graph/lists", "graph/pipeline", "graph/records", "graph/rows"},
		"db/sqlstore": {"graph", "graph/reader", "db/access", "db/conn", "db/engine", "db/read", "db/schema", "db/statement", "db/write",
			"problems"},
	},
	{ // stores and the schema
		"db/sqlite": {"graph", "db/sqlstore", "db/disk", "db/engine", "db/migrations", "github.com/ncruces/go-sqlite3", goose},
		"db/backup": {"db/disk", "graph", pgx, "github.com/ncruces/go-sqlite3"},
		"db/postgres": {"problems", "graph", "graph/reader", "graph/lists", "graph/pipeline", "db/sqlstore", "db/schema", "db/statement",
			"db/engine",
			"db/migrations", pgx, goose},
		"db/dbtest/fixture": {"auth", "db/sqlstore", "db/schema", "db/statements", "graph", "graph/access", "graph/check", "graph/filter",
			"graph/history", "graph/lists", "graph/memory", "graph/query", "graph/similarity", "ndjson"},
		"generated": {
			"graph/history",
			"graph", "graph/memory", "graph/lists", "graph/attention", "graph/scalar", "graph/query", "graph/contextdoc", "graph/lens",
			"graph/view",
			"graph/reading", "graph/records", "graph/edit", "graph/access", gqlgen, gqlparser,
		},
	},
	{ // entry points
		"generated/executor": {
			"graph/history",
			"graph", "graph/memory", "graph/lists", "graph/attention", "graph/scalar", "graph/query", "graph/contextdoc",
			"graph/contextdoc/known", "graph/lens", "graph/view",
			"graph/prompt", "graph/reading", "graph/records", "graph/similarity", "graph/relevance/rank", "graph/outline", "graph/edit",
			"graph/access", "generated", gqlgen, gqlparser,
		},
		"mcp": {"graph/called", "graph/states",
			"graph/history",
			"glyphs", "graph", "graph/memory", "graph/reader", "graph/attention", "graph/edit", "graph/rows", "graph/contextdoc",
			"graph/inert", "graph/lens", "graph/outline", "graph/prompt", "graph/reading", "graph/query", "mcp/dialect", "mcp/schema", "mcp/wire",
			mcpSDK,
		},
		"sources/syncer": {"graph", "graph/lists", "ndjson", "sources", "sources/config", "sources/folder"},
		"resolvers": {
			"graph/history",
			"graph", "graph/memory", "graph/reader", "graph/lists", "graph/attention", "graph/access", "graph/edit", "graph/rows",
			"graph/query",
			"graph/contextdoc", "graph/lens", "graph/view", "graph/reading", "graph/scalar", "generated", "literal", "loaders", "meter",
			"plan", gqlgen, gqlparser},
		"db/dbtest/readtest":       {"db/dbtest/fixture", "graph", "graph/lists", "ndjson", "pgregory.net/rapid"},
		"db/dbtest/writetest":      {"db/dbtest/fixture", "graph", "graph/history", "graph/lists", "graph/text", "pgregory.net/rapid"},
		"db/dbtest/mergetest":      {"db/dbtest/fixture", "graph", "ndjson", "pgregory.net/rapid"},
		"db/dbtest/accesstest":     {"db/dbtest/fixture", "graph", "graph/access", "graph/history", "graph/lists"},
		"db/dbtest/changetest":     {"db/dbtest/fixture", "graph", "graph/check", "graph/history", "graph/query", "pgregory.net/rapid"},
		"db/dbtest/concurrenttest": {"db/dbtest/fixture", "graph", "graph/lists"},
		"db/dbtest/foreigntest": {"db/dbtest/fixture", "db/sqlstore", "graph", "graph/history", "graph/lists", "graph/query",
			"pgregory.net/rapid"},
		"db/dbtest/tabletest": {"db/dbtest/fixture", "db/sqlstore", "db/engine", "db/migrations", "db/schema", "graph", "graph/lists",
			"graph/similarity", "golang.org/x/tools/txtar"},
		"db/storetest": {"graph", "graph/searchtext", "db/sqlstore", "db/sqlite", "db/statements", "ndjson"},
	},
	{
		"db/dbtest": {"db/sqlstore", "db/dbtest/fixture", "db/dbtest/readtest", "db/dbtest/writetest", "db/dbtest/mergetest",
			"db/dbtest/accesstest", "db/dbtest/changetest", "db/dbtest/concurrenttest", "graph", "graph/lists", "graph/query", "ndjson"},
		"resolvers/resolverstest": {"generated/executor", "graph/query", "resolvers", gqlgen, gqlparser},
		"graph/outline/outlinetest": {"graph", "graph/memory", "graph/outline", "graph/layout", "graph/projects", "graph/prompt",
			"graph/relevance/rank", "graph/reply",
			"db/storetest"},

		"bench/stores": {
			"bench/sets", "db/sqlstore", "db/managed", "db/postgres", "db/sqlite", "db/statements", "graph", "graph/reader", "graph/query",
			"graph/relevance/rank", "graph/searchtext", "loaders", "ndjson", "resolvers", "tokens", "transport", gqlgen, pgx,
			"github.com/ncruces/go-sqlite3",
		},

		"routes": {"graph/called",
			"graph/history",
			"auth", "graph", "graph/reader", "graph/query", "graph/searchtext", "loaders", "mcp", "ndjson", "sources",
			"sources/archive", "sources/config", "sources/folder", "sources/formats", "transport", "web", "mcp/setup", "mcp/wire", gqlgen, gqlparser,
		},
		"cli/storage": {
			"db/sqlstore", "db/backup", "db/managed", "db/postgres", "db/sqlite", "graph", "graph/lensfile", "graph/searchtext", "ndjson",
			"problems", "sources/config", "sources/formats", "sources/syncer",
		},
		"cli/requests": {"cli/terminal", "glyphs", "graph", "graph/states", "graph/rows", "remote", "tokens", "transport/document"},
		"cli/flags":    {"graph"},
	},
	{ // the command line
		"cli/serving": {
			"graph/history",
			"auth", "cli/flags", "cli/requests", "cli/storage", "cli/terminal", "db/sqlstore", "embeddings", "graph", "graph/contextdoc",
			"graph/query", "graph/reader", "graph/searchtext", "loaders", "ndjson", "problems", "remote", "sources/syncer",
			"sources/watch", "telemetry", "telemetry/metrics", "telemetry/traces", "tokens", "transport", gqlgen, gqlparser,
		},
		"cli/imports": {"graph/called",
			"cli/flags", "cli/requests", "cli/storage", "cli/terminal", "db/sqlstore", "graph", "graph/lists", "graph/rows", "graph/searchtext",
			"ndjson", "remote", "sources", "sources/archive", "sources/config", "sources/folder", "sources/formats", "sources/syncer",
		},
		"cli/doctor": {
			"auth", "cli/flags", "cli/machine", "cli/storage", "cli/terminal", "db/sqlstore", "db/backup", "db/sqlite", "embeddings", "glyphs",
			"graph", "graph/searchtext", "problems", "socket",
		},
	},
	{
		"cli": {"graph/called",
			"graph/history", "graph/states",
			"glyphs", "problems", "graph", "graph/reader", "remote", "graph/lens", "graph/view", "graph/query", "graph/contextdoc",
			"graph/searchtext", "loaders", "ndjson", "cli/complete", "cli/manual", "db/backup", "cli/settings", "socket",
			"telemetry/traces", "db/sqlstore", "mcp", "cli/terminal", "graph/contextdoc/known", "cli/storage", "cli/requests", "cli/doctor",
			"cli/flags", "cli/imports", "cli/serving", "mcp/setup", "mcp/wire", gqlparser, "github.com/alecthomas/kong",
		},
	},
}

// reserved maps packages of the standard library that tie their importer to a
// way of serving or storing to the folders that may import them.
var reserved = map[string][]string{
	"net/http": {"socket", "telemetry", "telemetry/metrics", "telemetry/traces", "auth", "transport", "web", "routes", "mcp/wire", "remote",
		"embeddings", "embeddings/embeddingstest", "sources/github", "bench/stores"},
	"database/sql": {"db/enginetest", "db/migrations", "db/sqlite", "db/postgres", "db/dbtest", "db/dbtest/fixture",
		"db/dbtest/tabletest", "db/dbtest/foreigntest"},
}

// longestChain is the maximum length of a chain of imports in the module: main, cli,
// cli/doctor, cli/storage, db/postgres, db/sqlstore, db/access, db/conn, db/schema,
// db/engine, graph, flat. Within graph, db and transport it is 8, 6 and 2.
const longestChain = 12

// nouns are the packages with the names that all packages in the folders below them
// share. Besides tests, nothing else may import from a folder above its own.
var nouns = []string{"graph", "sources", "generated"}

// An importer is a package in the output of go list.
type importer struct {
	ImportPath string
	Name       string
	Imports    []string
}

func TestLayers(t *testing.T) {
	below := map[string]bool{}
	unlisted := maps.Clone(listed(t))
	for _, layer := range layers {
		for folder, allowed := range layer {
			p, exists := listed(t)[folder]
			if !exists {
				t.Errorf("layers lists %s, which is not a package", folder)
			}
			delete(unlisted, folder)
			checkImports(t, folder, p.Imports, allowed, below)
		}
		for folder := range layer {
			below[folder] = true
		}
	}
	for folder, p := range unlisted {
		if p.Name != "main" {
			t.Errorf("package %s is in no layer: list it in layers with what it may import", folder)
		}
	}
}

// checkImports checks that a package imports only what is allowed, only from
// lower layers, and that it imports everything that is allowed.
func checkImports(t *testing.T, folder string, imports, allowed []string, below map[string]bool) {
	t.Helper()
	for _, path := range imports {
		if !mayImport(folder, allowed, path) {
			t.Errorf("%s must not import %s", folder, path)
		}
		own, ours := strings.CutPrefix(path, module+"/")
		if ours && !below[own] {
			t.Errorf("%s imports %s, which is not in a layer below", folder, own)
		}
		if ours && within(folder, own) && !slices.Contains(nouns, own) && !strings.HasSuffix(folder, "test") {
			t.Errorf("%s imports %s, which is a folder above its own", folder, own)
		}
	}
	for _, root := range allowed {
		if !slices.ContainsFunc(imports, func(path string) bool { return within(path, root) || path == module+"/"+root }) {
			t.Errorf("layers lets %s import %s, which it does not", folder, root)
		}
	}
}

// TestRoot checks that the Go files in the root are those of the program.
func TestRoot(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"../main.go", "../server.go"}; !slices.Equal(files, want) {
		t.Errorf("the root has %s, want %s", files, want)
	}
}

func TestLongestImportChain(t *testing.T) {
	all := listed(t)
	chains := map[string][]string{}
	var chain func(folder string) []string
	chain = func(folder string) []string {
		if known, ok := chains[folder]; ok {
			return known
		}
		var longest []string
		for _, path := range all[folder].Imports {
			if to, ours := strings.CutPrefix(path, module+"/"); ours && len(chain(to)) > len(longest) {
				longest = chain(to)
			}
		}
		chains[folder] = append([]string{folder}, longest...)
		return chains[folder]
	}
	if found := chain("main"); len(found) > longestChain {
		t.Errorf("%s is %d packages deep, allowed %d", strings.Join(found, " → "), len(found), longestChain)
	}
}

// TestNothingIsHidden checks that there are no init functions, and no context
// keys except those of the loaders and the actor.
func TestNothingIsHidden(t *testing.T) {
	var contextValues []string
	for _, file := range sources(t) {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil && n.Name.Name == "init" {
					t.Errorf("%s: an init function", set.Position(n.Pos()))
				}
			case *ast.SelectorExpr:
				if from, ok := n.X.(*ast.Ident); ok && from.Name == "context" && n.Sel.Name == "WithValue" {
					contextValues = append(contextValues, set.Position(n.Pos()).String())
				}
			}
			return true
		})
	}
	if len(contextValues) != 2 {
		t.Errorf("%d context keys, want the loaders' and the actor's: %s", len(contextValues), strings.Join(contextValues, ", "))
	}
}

// TestLiteralsDoNotPanic checks that arguments are evaluated by package literal: gqlparser
// panics for numbers of more than 64 bits, which any client can send.
func TestLiteralsDoNotPanic(t *testing.T) {
	for _, file := range sources(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(file, "testdata") && !strings.Contains(file, "generated") && strings.Contains(string(text), ".ArgumentMap(") {
			t.Errorf("%s: ArgumentMap; expected literal.Arguments", file)
		}
	}
}

// TestEveryTypeIsBound checks that gqlgen has not generated a model, which it
// does for types of the schema that are not bound to a type of the domain.
func TestEveryTypeIsBound(t *testing.T) {
	if _, err := os.Stat(filepath.Join(root, "generated/executor/unbound.go")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("generated/executor/unbound.go: bind its types in gqlgen.yml or name domain types like them (%v)", err)
	}
}

// packages returns the packages of the module by folder, "main" for the root.
var packages = sync.OnceValues(func() (map[string]importer, error) {
	list := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Imports", "./...")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	found := map[string]importer{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p importer
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		folder, ours := strings.CutPrefix(p.ImportPath, module+"/")
		if !ours {
			folder = "main"
		}
		found[folder] = p
	}
})

func listed(t *testing.T) map[string]importer {
	t.Helper()
	all, err := packages()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return all
}

// sources returns the Go files of the module without tests and test data.
func sources(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if entry.IsDir() && slices.Contains([]string{".git", "node_modules", "testdata"}, entry.Name()) {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// mayImport reports whether a package may import another.
func mayImport(folder string, allowed []string, path string) bool {
	if own, ours := strings.CutPrefix(path, module+"/"); ours {
		return slices.Contains(allowed, own)
	}
	if isStandard(path) {
		for root, folders := range reserved {
			if within(path, root) && !slices.Contains(folders, folder) {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(allowed, func(root string) bool { return within(path, root) })
}

// within reports whether a path is root or below it.
func within(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// isStandard reports whether a package that is not of the module is in the
// standard library: any other path begins with a domain.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
