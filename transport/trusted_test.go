package transport_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"dossier/problems"
	"dossier/transport"
	"dossier/transport/testdata/echo"
)

// readDocuments reads trusted documents in the echo schema.
func readDocuments(t *testing.T, text string) *transport.Documents {
	t.Helper()
	documents, _, err := transport.ReadDocuments(echo.NewExecutableSchema(echo.Config{}).Schema(), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return documents
}

func byHash(hash string) string {
	return fmt.Sprintf(`{"extensions":{"persistedQuery":{"version":1,"sha256Hash":%q}}}`, hash)
}

func TestTrustedDocuments(t *testing.T) {
	const trusted = `{__typename}`
	hash := transport.HashDocument(trusted)
	const sha1, md5, named = "0ab57f9ea93fd0f4bb8ddf6a01dbb0e0b2b8ed11", "4b6ee3b3d4c8f6b3c59cf2dc1dd3cd14", "viewer"
	only := readDocuments(t, fmt.Sprintf(`{%q: %q, %q: %q}`, "sha256:"+hash, trusted, named, "query Named { echo(text: \"a\") }"))
	none := readDocuments(t, `{}`)
	manifest := readDocuments(t, fmt.Sprintf(`{"format":"apollo-persisted-query-manifest","version":1,"operations":[{"id":%q,"name":"A",`+
		`"type":"query","body":%q}]}`, hash, trusted))
	for name, tt := range map[string]struct {
		documents *transport.Documents
		body      string
		status    int
		code      string
		message   string
	}{
		"by hash":             {only, byHash(hash), 200, "", ""},
		"by id":               {only, `{"documentId":"sha256:` + hash + `"}`, 200, "", ""},
		"by a name":           {only, `{"documentId":"viewer"}`, 200, "", ""},
		"by its own hash":     {only, byHash(transport.HashDocument("query Named { echo(text: \"a\") }")), 200, "", ""},
		"by a manifest":       {manifest, byHash(hash), 200, "", ""},
		"by text":             {only, `{"query":"{__typename}"}`, 200, "", ""},
		"unknown hash":        {only, byHash("0"), 403, "FORBIDDEN", `got "0"`},
		"other hashes":        {only, byHash(sha1 + md5), 403, "FORBIDDEN", `got "` + sha1 + md5},
		"unknown text":        {only, `{"query":"{ __typename }"}`, 403, "FORBIDDEN", `got "{ __typename }"`},
		"unknown operation":   {only, `{"query":"query Other { __typename }","operationName":"Other"}`, 403, "FORBIDDEN", `got "Other"`},
		"long text":           {only, `{"query":"{ ` + strings.Repeat("a ", 900) + `}"}`, 403, "FORBIDDEN", "…"},
		"text under its hash": {only, `{"query":"{item{id}}",` + byHash(hash)[1:], 403, "FORBIDDEN", ""},
		"neither":             {only, `{"extensions":{"persistedQuery":{}}}`, 400, "BAD_USER_INPUT", ""},
		"a number for an id":  {only, `{"documentId":7}`, 400, "BAD_USER_INPUT", `the parameter "documentId" must be a string`},
		"none is trusted":     {none, `{"query":"{__typename}"}`, 403, "FORBIDDEN", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := newServer(transport.Options{Documents: tt.documents}).post(t, tt.body)
			if got.status != tt.status || got.code() != tt.code || !strings.Contains(got.message(), tt.message) || len(got.message()) > 250 {
				t.Errorf("got %d %s, want %d %s %s", got.status, got.raw, tt.status, tt.code, tt.message)
			}
		})
	}
	get := request{method: http.MethodGet, params: url.Values{"documentId": {hash}}}
	if got := newServer(transport.Options{Documents: only}).do(t, get.make()); got.code() != "" {
		t.Errorf("by GET: %s", got.raw)
	}
}

// TestTrustedFilesOfClients reads the files of graphql-codegen, which uses
// SHA-1 by default, and of the Relay compiler, which uses MD5.
func TestTrustedFilesOfClients(t *testing.T) {
	const document = "query Echo {\n  echo(text: \"a\")\n}\n"
	for name, hash := range map[string]string{
		"graphql-codegen": "ea6a9fbe0a1f4a09fb1b10ba2a50c6f4a1d2a6a0", "relay": "c7a1b5a0d1d2f1b1e9c3b0f2a8f0a0aa",
	} {
		entry, _ := json.Marshal(map[string]string{hash: document})
		_, _, err := transport.ReadDocuments(echo.NewExecutableSchema(echo.Config{}).Schema(), strings.NewReader(string(entry)))
		if err == nil {
			t.Fatalf("%s: a wrong hash was accepted", name)
		}
		_, want, _ := strings.Cut(err.Error(), "expected the hash of its document, ")
		if len(want) != len(hash) {
			t.Fatalf("%s: %v", name, err)
		}
		right, _ := json.Marshal(map[string]string{want: document})
		only := readDocuments(t, string(right))
		if got := newServer(transport.Options{Documents: only}).post(t, `{"documentId":"`+want+`"}`); got.code() != "" {
			t.Errorf("%s: %s", name, got.raw)
		}
	}
}

func TestTrustedFilesThatAreWrong(t *testing.T) {
	for text, want := range map[string]string{
		``:                    "expected a JSON object of documents by hash",
		`[]`:                  "expected a JSON object of documents by hash",
		`{"a":"{__typename}"`: "expected a JSON object of documents by hash",
		`{"a":7}`:             `entry "a": expected the text of a document; got 7`,
		`{"a":""}`:            `entry "a": expected the text of a document`,
		`{"a":"{"}`:           `entry "a": the document is not valid: Expected Name`,
		`{"b":"{any}","a":"{nothing}"}`: `no document of the file can be used: entry "a": the document is ` +
			`not valid: Cannot query field "nothing"`,
		`{"` + strings.Repeat("0", 64) + `":"{__typename}"}`:  `expected the hash of its document, ` + transport.HashDocument("{__typename}"),
		`{"a":"{` + strings.Repeat("x", 3000) + `}"}`:         `entry "a": the document is not valid: Cannot query field "xxxx`,
		`{"` + strings.Repeat("name", 500) + `":"{nothing}"}`: `entry "name`,
	} {
		_, _, err := transport.ReadDocuments(echo.NewExecutableSchema(echo.Config{}).Schema(), strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 500 {
			t.Errorf("%.80s: %v, want %s", text, err, want)
		}
	}
}

// TestTrustedDocumentsLeftOut checks that a document that is not as it should be
// spoils no other.
func TestTrustedDocumentsLeftOut(t *testing.T) {
	schema := echo.NewExecutableSchema(echo.Config{}).Schema()
	const good = `"good":"{__typename}"`
	for text, name := range map[string]string{
		`{` + good + `,"bad":7}`: "bad", `{` + good + `,"bad":""}`: "bad", `{` + good + `,"bad":null}`: "bad",
		`{` + good + `,"bad":"{nothing}"}`: "bad", `{` + good + `,"bad":"{"}`: "bad",
		`{` + good + `,"bad":"query A {__typename} query A {__typename}"}`: "bad",
		`{` + good + `,"` + strings.Repeat("0",
			32) + `":"{__typename}"}`: strings.Repeat("0", 32),
		`{"format":"apollo-persisted-query-manifest","operations":[{"id":"good","body":"{__typename}"},` +
			`{"id":7,"body":"{__typename}"}]}`: "number 2",
		`{"format":"apollo-persisted-query-manifest","operations":["text",{"id":"good","body":"{__typename}"}]}`:       "number 1",
		`{"format":"apollo-persisted-query-manifest","operations":[{"id":"bad"},{"id":"good","body":"{__typename}"}]}`: "bad",
	} {
		documents, found, err := transport.ReadDocuments(schema, strings.NewReader(text))
		if err != nil || len(found) != 1 || found[problems.LeftOut("trusted document", name)] == nil {
			t.Errorf("%s: %v, %v", text, found, err)
			continue
		}
		if got := newServer(transport.Options{Documents: documents}).post(t, `{"documentId":"good"}`); got.code() != "" {
			t.Errorf("%s: %s", text, got.raw)
		}
	}
}

// TestTrustedDocumentsStayParsed checks, by counting allocations, that a
// trusted document is not parsed again after many other documents were refused.
func TestTrustedDocumentsStayParsed(t *testing.T) {
	var document strings.Builder
	document.WriteString("query Long { item { ")
	for i := range 50 {
		fmt.Fprintf(&document, "a%d: id ", i)
	}
	document.WriteString("} }")
	hash := transport.HashDocument(document.String())
	entry, _ := json.Marshal(map[string]string{hash: document.String()})
	trusting, free := newServer(transport.Options{Documents: readDocuments(t, string(entry))}), newServer(transport.Options{})
	for i := range 1200 {
		trusting.post(t, byHash(fmt.Sprint(i)))
	}
	kept := testing.AllocsPerRun(5, func() { trusting.post(t, byHash(hash)) })
	n := 0
	parsed := testing.AllocsPerRun(5, func() { n++; free.query(t, fmt.Sprintf("%s # %d", document.String(), n)) })
	if kept > 0.75*parsed {
		t.Errorf("%v allocations of a trusted document, %v of one that is parsed", kept, parsed)
	}
}
