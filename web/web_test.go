package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// get requests a path with headers, which are alternating names and values.
func get(t *testing.T, method, target string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	w := httptest.NewRecorder()
	handler := Handler("", someValues, "type Query { a: Int }")
	if strings.HasPrefix(target, "/explorer") {
		handler = Explorer("", noConnections)
	}
	handler.ServeHTTP(w, r)
	return w.Result()
}

// allFiles returns the files of both pages.
func allFiles() []file { return slices.Concat(builtFiles("playground"), builtFiles("explorer")) }

func someValues(context.Context) (Values, error) {
	return Values{"project": "cf6112c2-9eed-5243-afda-785d8b2484fe", "topic": "offline queue"}, nil
}

func noConnections(*http.Request) (any, error) { return []string{}, nil }

func noValues(context.Context) (Values, error) { return nil, errors.New("the store does not answer") }

func bodyOf(t *testing.T, r *http.Response) []byte {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestHandlerAnswersOnlyWhatThereIs(t *testing.T) {
	asset := assetPath(t)
	for _, c := range []struct {
		method, target string
		status         int
	}{
		{"GET", "/playground", 200},
		{"HEAD", "/playground", 200},
		{"GET", "/playground/", 302},
		{"GET", "/playground/examples.json", 200},
		{"GET", asset, 200},
		{"HEAD", asset, 200},
		{"GET", "/explorer", 200},
		{"GET", "/explorer/", 302},
		{"GET", "/explorer/entity/cf6112c2-9eed-5243-afda-785d8b2484fe", 200},
		{"GET", "/explorer/assets/none.js", 404},
		{"POST", "/explorer", 405},
		{"GET", "/", 404},
		{"GET", "/playground/index.html", 404},
		{"GET", "/playground/assets", 404},
		{"GET", "/playground/assets/", 404},
		{"GET", "/playground/assets/none.js", 404},
		{"GET", asset + ".gz", 404},
		{"POST", "/playground", 405},
		{"PUT", asset, 405},
		{"DELETE", "/playground/examples.json", 405},
	} {
		r := get(t, c.method, c.target)
		if r.StatusCode != c.status {
			t.Errorf("%s %s: status %d, want %d", c.method, c.target, r.StatusCode, c.status)
		}
		if c.method == "HEAD" && len(bodyOf(t, r)) > 0 {
			t.Errorf("HEAD %s has a body", c.target)
		}
		if c.status == 405 && r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s %s allows %q", c.method, c.target, r.Header.Get("Allow"))
		}
	}
}

func assetPath(t *testing.T) string {
	t.Helper()
	found := regexp.MustCompile(`src="(/playground/assets/[^"]+)"`).FindSubmatch(bodyOf(t, get(t, "GET", "/playground")))
	if found == nil {
		t.Fatal("the page names no script")
	}
	return string(found[1])
}

func TestEveryFileHasOneContentInBothEncodings(t *testing.T) {
	for _, f := range allFiles() {
		plain := get(t, "GET", f.route())
		packed := get(t, "GET", f.route(), "Accept-Encoding", "br, gzip;q=0.5")
		if got := packed.Header.Get("Content-Encoding"); got != "gzip" {
			t.Errorf("%s: Content-Encoding %q", f.route(), got)
		}
		if got := plain.Header.Get("Content-Encoding"); got != "" {
			t.Errorf("%s unasked: Content-Encoding %q", f.route(), got)
		}
		unpacked, err := unzip(bodyOf(t, packed))
		if err != nil {
			t.Fatalf("%s: %v", f.route(), err)
		}
		if !bytes.Equal(unpacked, bodyOf(t, plain)) {
			t.Errorf("%s differs between gzip and identity", f.route())
		}
	}
}

func TestHeaders(t *testing.T) {
	for _, f := range allFiles() {
		h := get(t, "GET", f.route()).Header
		want := "no-cache"
		if path.Base(path.Dir(f.name)) == "assets" {
			want = "public, max-age=31536000, immutable"
		}
		if got := h.Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control %q, want %q", f.route(), got, want)
		}
		for _, name := range []string{"Content-Type", "Content-Security-Policy", "ETag", "Vary"} {
			if h.Get(name) == "" {
				t.Errorf("%s: no %s", f.route(), name)
			}
		}
	}
	for path, policy := range map[string]string{"/none": playgroundPolicy, "/explorer/assets/none.js": explorerPolicy} {
		if h := get(t, "GET", path).Header; h.Get("Content-Security-Policy") != policy {
			t.Errorf("the answer of 404 for %s is without the policy", path)
		}
	}
}

func TestPoliciesNameNoOtherHost(t *testing.T) {
	for policy, allowed := range map[string]*regexp.Regexp{
		explorerPolicy:   regexp.MustCompile(`^\S+ '(none|self)'$`),
		playgroundPolicy: regexp.MustCompile(`^\S+ '(none|self)'$|^style-src 'self' 'unsafe-inline'$|^img-src 'self' data:$`),
	} {
		for directive := range strings.SplitSeq(policy, "; ") {
			if !allowed.MatchString(directive) {
				t.Errorf("the policy has %s", directive)
			}
		}
	}
}

func TestConditionalRequest(t *testing.T) {
	tag := get(t, "GET", "/playground").Header.Get("ETag")
	for _, encoding := range []string{"gzip", "identity"} {
		r := get(t, "GET", "/playground", "If-None-Match", tag, "Accept-Encoding", encoding)
		if r.StatusCode != http.StatusNotModified || len(bodyOf(t, r)) > 0 {
			t.Errorf("%s: status %d for a tag that stands", encoding, r.StatusCode)
		}
	}
	if r := get(t, "GET", "/playground", "If-None-Match", `W/"other"`); r.StatusCode != http.StatusOK {
		t.Errorf("status %d for another tag", r.StatusCode)
	}
}

func TestAcceptsGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"":                     false,
		"gzip":                 true,
		"deflate, GZIP":        true,
		"gzip;q=0":             false,
		"br;q=1, gzip; q=0.0":  false,
		"br;q=0, gzip; q=0.10": true,
		"identity":             false,
		"gzipped":              false,
		";;, gzip":             true,
	} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("acceptsGzip(%q) = %v", header, got)
		}
	}
}

func TestPageRefersOnlyToItsOwnFiles(t *testing.T) {
	for _, address := range []string{"/playground", "/explorer"} {
		checkPage(t, string(bodyOf(t, get(t, "GET", address))))
	}
}

// checkPage checks that a page has no code in it, and that what it refers to is
// served.
func checkPage(t *testing.T, page string) {
	t.Helper()
	if strings.Contains(page, "://") || strings.Contains(page, `"//`) {
		t.Errorf("the page names another host:\n%s", page)
	}
	if strings.Contains(page, "<script>") || strings.Contains(page, "style=") {
		t.Errorf("the page has inline code:\n%s", page)
	}
	for _, reference := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if r := get(t, "GET", reference[1]); r.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", reference[1], r.StatusCode)
		}
	}
}

func TestBuildIsSmallAndWithoutDates(t *testing.T) {
	const bound = 2_500_000
	total := 0
	for _, f := range allFiles() {
		total += len(f.gzipped)
		if date := f.gzipped[4:8]; !bytes.Equal(date, make([]byte, 4)) {
			t.Errorf("%s carries the date %x", f.name, date)
		}
	}
	if total == 0 || total > bound {
		t.Errorf("the page takes %d bytes, at most %d are allowed", total, bound)
	}
}

func TestExamples(t *testing.T) {
	values, _ := someValues(t.Context())
	examples := Examples(values)
	if len(examples) < 6 {
		t.Errorf("%d examples", len(examples))
	}
	schema := publicSchema(t)
	seen := map[string]bool{}
	for _, e := range examples {
		if err := checkExample(schema, e); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if seen[e.Name] {
			t.Errorf("two examples are named %s", e.Name)
		}
		seen[e.Name] = true
	}
}

func publicSchema(t *testing.T) *ast.Schema {
	t.Helper()
	text, err := os.ReadFile("../schema.graphqls")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphqls", Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// checkExample requires a title, one operation valid in the schema, with a name
// for its tab, and a value for each of its variables and for no other.
func checkExample(schema *ast.Schema, e Example) error {
	if e.Title == "" || !strings.HasPrefix(e.Query, "# "+e.Title+"\n") {
		return fmt.Errorf("title %q is not the query's first line", e.Title)
	}
	document, errs := gqlparser.LoadQueryWithRules(schema, e.Query, rules.NewDefaultRules())
	if errs != nil {
		return errs
	}
	if len(document.Operations) != 1 || document.Operations[0].Name == "" {
		return fmt.Errorf("want one operation with a name, have %d", len(document.Operations))
	}
	given := map[string]any{}
	for name, value := range e.Variables {
		given[name] = value
	}
	declared := document.Operations[0].VariableDefinitions
	if len(given) != len(declared) {
		return fmt.Errorf("%d variables for %d declared", len(given), len(declared))
	}
	_, err := validator.VariableValues(schema, document.Operations[0], given)
	return err
}

// TestExamplesAreServed checks that the examples have the values of the store,
// and that those without variables are served when it has none.
func TestExamplesAreServed(t *testing.T) {
	for name, values := range map[string]func(context.Context) (Values, error){"values": someValues, "no values": noValues} {
		w := httptest.NewRecorder()
		Handler("", values, "").ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/playground/examples.json", nil))
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%s: Content-Type %q", name, got)
		}
		var served []Example
		if err := json.Unmarshal(w.Body.Bytes(), &served); err != nil {
			t.Fatal(err)
		}
		filled, _ := values(t.Context())
		if want := Examples(filled); !reflect.DeepEqual(served, want) {
			t.Errorf("%s: served %v; want %v", name, served, want)
		}
	}
}

func ExampleExamples() {
	for _, e := range Examples(nil) { // the store is empty
		fmt.Printf("%s: %s\n", e.Name, e.Title)
	}
	fmt.Println()
	for _, e := range Examples(Values{"project": "0b1f", "topic": "offline queue"}) {
		fmt.Println(e.Name, e.Variables)
	}
	// Output:
	// projects: Projects at a glance
	// links: Open tasks with the plans and goals they are linked to
	// task: A task in full, and what is linked to it as prompt text
	//
	// context map[topic:offline queue]
	// projects map[]
	// project map[project:0b1f]
	// links map[]
	// snapshot map[project:0b1f]
	// search map[topic:offline queue]
	// task map[]
	// changes map[project:0b1f]
	// change map[project:0b1f]
}
