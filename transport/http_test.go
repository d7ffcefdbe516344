package transport_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"dossier/transport"
)

func TestRequests(t *testing.T) {
	s := newServer(transport.Options{Limits: transport.Limits{BodyBytes: 2000}})
	get := func(pairs ...string) request {
		params := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			params.Set(pairs[i], pairs[i+1])
		}
		return request{method: http.MethodGet, params: params}
	}
	for name, tt := range map[string]struct {
		request
		status        int
		code, message string // of the first error
	}{
		"query": {request{body: `{"query":"{echo(text:\"a\")}"}`}, 200, "", ""},
		"all parameters": {request{body: `{"query":"query A($t:String!){echo(text:$t)} query B{__typename}","operationName":"A",` +
			`"variables":{"t":"x"},"extensions":{"persistedQuery":{"version":1}}}`}, 200, "", ""},
		"null parameters": {request{body: `{"query":"{__typename}","operationName":null,"variables":null,"extensions":null}`}, 200, "",
			""},
		"unknown members": {request{body: `{"query":"{__typename}","id":[1]}`}, 200, "", ""},
		"byte order mark": {request{body: "\ufeff" + `{"query":"{__typename}"}`}, 200, "", ""},
		"UTF-16":          {request{body: "\xff\xfe{\x00}\x00"}, 400, "BAD_USER_INPUT", "the body is not UTF-8"},
		"charset":         {request{contentType: "application/json; charset=UTF-8", body: `{"query":"{__typename}"}`}, 200, "", ""},
		"mutation":        {request{body: `{"query":"mutation{bump}"}`}, 200, "", ""},
		"get":             {get("query", `{__typename}`), 200, "", ""},
		"get variables":   {get("query", `query($t:String!){echo(text:$t)}`, "variables", `{"t":"x"}`), 200, "", ""},
		"get mutation":    {get("query", `mutation{bump}`), 405, "BAD_USER_INPUT", "a mutation cannot be run by GET"},
		"get nothing":     {get(), 400, "BAD_USER_INPUT", `the parameter "query" is missing`},
		"get wrong variables": {get("query", `{__typename}`, "variables", `{"t":`), 400, "BAD_USER_INPUT",
			`the parameter "variables" must be a JSON object`},
		"get wrong extensions": {get("query", `{__typename}`, "extensions", `[]`), 400, "BAD_USER_INPUT",
			`the parameter "extensions" must be a JSON object`},
		"put": {request{method: http.MethodPut}, 405, "BAD_USER_INPUT", "GraphQL is served by GET and POST"},
		"form": {request{contentType: "application/x-www-form-urlencoded", body: `query={__typename}`}, 415, "BAD_USER_INPUT",
			"the content type must be application/json"},
		"text": {request{contentType: "text/plain", body: `{"query":"mutation{bump}"}`}, 415, "BAD_USER_INPUT",
			"the content type must be application/json"},
		"no media type": {request{contentType: "/", body: `{}`}, 415, "BAD_USER_INPUT", "the content type must be application/json"},
		"latin-1": {request{contentType: "application/json; charset=latin1", body: `{}`}, 415, "BAD_USER_INPUT",
			"the charset must be utf-8"},
		"gzip": {request{encoding: "gzip", body: `{}`}, 415, "BAD_USER_INPUT", "the body must not be encoded"},
		"image": {request{accept: "image/png", body: `{"query":"{__typename}"}`}, 406, "BAD_USER_INPUT",
			"the answer is application/graphql-response+json or application/json"},
		"too large": {request{body: `{"query":"` + strings.Repeat(" ", 2000) + `"}`}, 413, "LIMIT_EXCEEDED",
			"limit exceeded: bodyBytes 2012, allowed 2000"},
		"empty": {request{}, 400, "BAD_USER_INPUT", "the body is empty"},
		"batch": {request{body: `[{"query":"{__typename}"}]`}, 400, "BAD_USER_INPUT",
			"batches are not supported: send one request at a time"},
		"null":      {request{body: `null`}, 400, "BAD_USER_INPUT", "the body must be a JSON object"},
		"not UTF-8": {request{body: "{\"query\":\"\xff\"}"}, 400, "BAD_USER_INPUT", "the body is not UTF-8"},
		"half":      {request{body: `{"query":"{__ty`}, 400, "BAD_USER_INPUT", "the body is not JSON: it ends too early"},
		"not JSON":  {request{body: `{"query":secret}`}, 400, "BAD_USER_INPUT", "the body is not JSON: wrong at byte 10"},
		"two values": {request{body: `{"query":"{__typename}"}{}`}, 400, "BAD_USER_INPUT",
			"the body has something after its JSON object"},
		"no query":          {request{body: `{"qeury":"{__typename}"}`}, 400, "BAD_USER_INPUT", `the parameter "query" is missing`},
		"query is a number": {request{body: `{"query":1}`}, 400, "BAD_USER_INPUT", `the parameter "query" must be a string`},
		"variables are a string": {request{body: `{"query":"{__typename}","variables":"{}"}`}, 400, "BAD_USER_INPUT",
			`the parameter "variables" must be an object`},
		"extensions are a list": {request{body: `{"query":"{__typename}","extensions":[]}`}, 400, "BAD_USER_INPUT",
			`the parameter "extensions" must be an object`},
		"operation is an object": {request{body: `{"query":"{__typename}","operationName":{}}`}, 400, "BAD_USER_INPUT",
			`the parameter "operationName" must be a string`},
		"not GraphQL":        {request{body: `{"query":"{"}`}, 400, "GRAPHQL_PARSE_FAILED", "Expected Name, found <EOF>"},
		"not GraphQL, plain": {request{accept: plainJSON, body: `{"query":"{"}`}, 200, "GRAPHQL_PARSE_FAILED", "Expected Name, found <EOF>"},
		"no such field": {request{body: `{"query":"{ech}"}`}, 400, "GRAPHQL_VALIDATION_FAILED",
			`Cannot query field "ech" on type "Query".`},
		"no such type": {request{body: `{"query":"{...on Itm{id}}"}`}, 400, "GRAPHQL_VALIDATION_FAILED", `Unknown type "Itm".`},
		"wrong variable": {request{body: `{"query":"query($t:String!){echo(text:$t)}","variables":{"t":null}}`}, 400,
			"GRAPHQL_VALIDATION_FAILED", "text: is null; expected a value"},
		"two operations": {request{body: `{"query":"query A{__typename} query B{__typename}"}`}, 400, "GRAPHQL_VALIDATION_FAILED",
			`operationName: is missing; expected one of "A", "B"`},
		"another operation": {request{body: `{"query":"query A{__typename} query B{__typename}","operationName":"C"}`}, 400,
			"GRAPHQL_VALIDATION_FAILED", `operationName: expected one of "A", "B"; got "C"`},
		"an operation's name": {request{body: `{"query":"{__typename}","operationName":"C"}`}, 400, "GRAPHQL_VALIDATION_FAILED",
			`operationName: the operation of the document has no name; expected none; got "C"`},
		"wrong argument": {request{body: `{"query":"{at(time:\"noon\")}"}`}, 200, "BAD_USER_INPUT",
			"time: time should be RFC3339Nano formatted string"},
		"introspection is off": {request{body: `{"query":"{__schema{types{name}}}"}`}, 400, "GRAPHQL_VALIDATION_FAILED",
			"introspection is switched off"},
		"deferred": {request{body: `{"query":"{item{...@defer{id}}}"}`}, 400, "GRAPHQL_VALIDATION_FAILED", "@defer is not supported"},
	} {
		t.Run(name, func(t *testing.T) {
			got := s.do(t, tt.make())
			if got.status != tt.status || got.code() != tt.code || got.message() != tt.message {
				t.Errorf("got %d %s %q\nwant %d %s %q", got.status, got.code(), got.message(), tt.status, tt.code, tt.message)
			}
			if got.status != http.StatusOK && strings.Contains(got.raw, `"data"`) {
				t.Errorf("a refusal has data: %s", got.raw)
			}
			if strings.Contains(got.raw, "secret") {
				t.Errorf("the answer repeats the body: %s", got.raw)
			}
		})
	}
	if s.root.Bumps != 1 {
		t.Errorf("%d mutations ran, want 1: the one that was posted as JSON", s.root.Bumps)
	}
}

func TestAllowHeader(t *testing.T) {
	s := newServer(transport.Options{})
	for method, want := range map[string]string{http.MethodDelete: "GET, POST", http.MethodGet: "POST"} {
		got := s.do(t, request{method: method, params: url.Values{"query": {"mutation{bump}"}}}.make())
		if allow := got.header.Get("Allow"); allow != want {
			t.Errorf("%s: Allow is %q, want %q", method, allow, want)
		}
	}
}

func TestNegotiation(t *testing.T) {
	s := newServer(transport.Options{})
	for accept, want := range map[string]string{
		"*/*":                          plainJSON,
		"application/*":                plainJSON,
		";;":                           plainJSON,
		plainJSON:                      plainJSON,
		graphqlJSON:                    graphqlJSON,
		"text/html, */*;q=0.8":         plainJSON,
		graphqlJSON + ", */*":          graphqlJSON,
		plainJSON + ", " + graphqlJSON: graphqlJSON,
		plainJSON + ", " + graphqlJSON + ";q=0.5":   plainJSON,
		plainJSON + ";q=0, " + graphqlJSON + ";q=1": graphqlJSON,
	} {
		got := s.do(t, request{accept: accept, body: `{"query":"{__typename}"}`}.make())
		if media := got.header.Get("Content-Type"); got.status != http.StatusOK || media != want+"; charset=utf-8" {
			t.Errorf("Accept %s: got %d %s, want %s", accept, got.status, media, want)
		}
	}
}

func TestAnswerIsCompleteJSON(t *testing.T) {
	got := newServer(transport.Options{}).query(t, `{ echo(text: "<\"ü\">") item { id } }`)
	const want = `{"data":{"echo":"<\"ü\">","item":{"id":"0"}},"extensions":{"price":102}}`
	if got.raw != want {
		t.Errorf("got  %s\nwant %s", got.raw, want)
	}
}
