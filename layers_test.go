package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "dossier"

// What several packages may import.
const (
	gqlgen    = "github.com/99designs/gqlgen"
	gqlparser = "github.com/vektah/gqlparser/v2"
	pgx       = "github.com/jackc/pgx/v5"
	goose     = "github.com/pressly/goose/v3"
)

// layers are the packages of the module and what each may import beside the
// standard library: packages of the module by their folder, others by a prefix
// of their path. Tests may import what they like; main packages wire, and so
// may they.
var layers = map[string][]string{
	"graph":            {},
	"graph/graphtest":  {"graph", "golang.org/x/tools/txtar", "pgregory.net/rapid"},
	"graph/text":       {"github.com/kljensen/snowball", "golang.org/x/text"},
	"graph/searchtext": {"graph", "graph/text"},
	"graph/similarity": {"graph", "graph/searchtext"},
	"graph/relevance":  {"graph/text"},
	"graph/prompt":     {"graph", "graph/text"},
	"graph/records":    {"graph", "graph/text"},
	"graph/lens":       {"graph", "graph/prompt", "github.com/goccy/go-yaml"},
	"graph/projects":   {"graph", "graph/text", "graph/relevance", "graph/records", "graph/similarity"},
	"graph/query": {
		"graph", "graph/text", "graph/searchtext", "graph/similarity", "graph/relevance", "graph/prompt", "graph/records",
		"graph/lens", "graph/projects",
	},
	"graph/scalar":    {"graph", gqlgen},
	"graph/generated": {"graph", "graph/scalar", "graph/query", "graph/lens", "graph/prompt", "graph/records", gqlgen, gqlparser},

	"embeddings":                {"graph"},
	"embeddings/embeddingstest": {},

	"loaders":   {"graph", "github.com/graph-gophers/dataloader/v7"},
	"resolvers": {"graph", "graph/query", "graph/lens", "graph/prompt", "graph/generated", gqlgen, gqlparser},
	"transport": {gqlgen, gqlparser},
	"tokens":    {"github.com/pkoukk/tiktoken-go", "github.com/pkoukk/tiktoken-go-loader"},
	"ndjson":    {"graph", "graph/records"},
	"web":       {},

	"bench/sets": {"golang.org/x/text"},
	"bench/bm25": {},

	"db":                     {"graph", goose},
	"db/sqlite":              {"graph", "db", "github.com/ncruces/go-sqlite3", goose},
	"db/postgres":            {"graph", "db", pgx, goose},
	"db/managed":             {pgx},
	"db/managed/managedtest": {"db/managed", pgx},
	"db/storetest":           {"graph", "graph/searchtext", "db", "db/sqlite", "ndjson"},
	"db/dbtest":              {"graph", "graph/query", "graph/similarity", "db", "ndjson", "pgregory.net/rapid"},
}

// reserved are packages of the standard library that make a package know how it
// is served or stored, and the folders that may.
var reserved = map[string][]string{
	"net/http":     {"transport", "web", "embeddings", "embeddings/embeddingstest"},
	"database/sql": {"db", "db/sqlite", "db/postgres", "db/dbtest"},
}

// longestChain is how many packages deep the module may be:
// main, resolvers, graph/generated, graph/query, graph/projects,
// graph/similarity, graph/searchtext, graph/text.
const longestChain = 8

// importer is a package as go list tells of it.
type importer struct {
	ImportPath string
	Name       string
	Imports    []string
}

func TestLayers(t *testing.T) {
	for folder, p := range listed(t) {
		if p.Name == "main" {
			continue
		}
		layer, known := layers[folder]
		if !known {
			t.Errorf("package %s is not listed: say in layers what it may import", folder)
		}
		for _, path := range p.Imports {
			if !mayImport(folder, layer, path) {
				t.Errorf("%s must not import %s", folder, path)
			}
		}
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
	for folder, p := range all {
		if found := chain(folder); p.Name == "main" && len(found) > longestChain {
			t.Errorf("%s is %d packages deep, allowed %d", strings.Join(found, " → "), len(found), longestChain)
		}
	}
}

// TestNothingIsHidden keeps what acts without being called where a reader sees
// it: no init functions, and of context keys the loaders' and the actor's only.
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

// TestEveryTypeIsBound finds what gqlgen writes when a type of the schema is
// bound to nothing of the domain.
func TestEveryTypeIsBound(t *testing.T) {
	if _, err := os.Stat("graph/generated/unbound.go"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("graph/generated/unbound.go: bind its types in gqlgen.yml or name domain types like them (%v)", err)
	}
}

// packages are the packages of the module by their folder, "main" for the root.
var packages = sync.OnceValues(func() (map[string]importer, error) {
	out, err := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Imports", "./...").Output()
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

// sources are the Go files of the module, tests and test data aside.
func sources(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
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
func mayImport(folder string, layer []string, path string) bool {
	if own, ours := strings.CutPrefix(path, module+"/"); ours {
		return slices.Contains(layer, own)
	}
	if isStandard(path) {
		for root, folders := range reserved {
			if below(path, root) && !slices.Contains(folders, folder) {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(layer, func(root string) bool { return below(path, root) })
}

// below reports whether a path is root or in a folder of it.
func below(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// isStandard reports whether a package, of another module, is of the standard
// library: the first part of any other path is a domain.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
