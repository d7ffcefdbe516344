package transport_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"dossier/transport"
)

// TestValidationAttacks sends documents that took seconds or megabytes to
// refuse. It checks sizes and counts; time follows from them.
func TestValidationAttacks(t *testing.T) {
	var conflicts, types strings.Builder
	for i := range 249 {
		fmt.Fprintf(&conflicts, "a:e%d ", i)
	}
	for i := range 240 {
		fmt.Fprintf(&types, " fragment F%d on Q%d{id}", i, i)
	}
	long := strings.Repeat("x", 1_000_000)
	quoted := regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	for name, tt := range map[string]struct{ query, limit, code string }{
		"a type of 1 MB":            {`{item{...F}} fragment F on ` + long[:900_000] + `{id}`, "nameBytes", "LIMIT_EXCEEDED"},
		"a field of 1 MB":           {`{` + long[:900_000] + `}`, "nameBytes", "LIMIT_EXCEEDED"},
		"an argument of 200 bytes":  {`{echo(` + long[:200] + `:1)}`, "nameBytes", "LIMIT_EXCEEDED"},
		"200 types of 5 kB":         {`{item{id}}` + strings.Repeat(` fragment F on `+long[:5000]+`{id}`, 100), "nameBytes", "LIMIT_EXCEEDED"},
		"249 conflicts":             {`{` + conflicts.String() + `}`, "", "GRAPHQL_VALIDATION_FAILED"},
		"240 unknown types":         {`{item{id}}` + types.String(), "", "GRAPHQL_VALIDATION_FAILED"},
		"900 repeats":               {`{item{` + strings.Repeat("id ", 900) + `}}`, "repeats", "LIMIT_EXCEEDED"},
		"1,900 repeats":             {`{` + strings.Repeat("a ", 1900) + `}`, "repeats", "LIMIT_EXCEEDED"},
		"a text of 800 kB":          {`{item{items(first:"` + long[:800_000] + `"){id}}}`, "", "GRAPHQL_VALIDATION_FAILED"},
		"an escaped text of 200 kB": {`{item{items(first:"` + strings.Repeat(`\"`, 100_000) + `"){id}}}`, "", "GRAPHQL_VALIDATION_FAILED"},
		"a number of 200 kB":        {`{item{items(first:` + strings.Repeat("9", 200_000) + `){id}}}`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			body, err := json.Marshal(map[string]string{"query": tt.query})
			if err != nil {
				t.Fatal(err)
			}
			got := newServer(transport.Options{Introspection: true}).post(t, string(body))
			if got.code() == "" || tt.code != "" && got.code() != tt.code || tt.limit != "" && got.Errors[0].Extensions["limit"] != tt.limit {
				t.Errorf("got %.300s, want %s %s", got.raw, tt.code, tt.limit)
			}
			if len(got.raw) > 20_000 || len(got.Errors) > 20 {
				t.Errorf("%d errors, %d bytes: %.300s", len(got.Errors), len(got.raw), got.raw)
			}
			for _, one := range got.Errors {
				for _, quote := range quoted.FindAllString(one.Message, -1) {
					if len([]rune(quote)) > 102 {
						t.Errorf("quotes %d characters", len(quote))
					}
				}
			}
		})
	}
}

// TestErrorsLeftOut checks the number of omitted errors in an answer.
func TestErrorsLeftOut(t *testing.T) {
	var fields strings.Builder
	for i := range 50 {
		fmt.Fprintf(&fields, "e%d ", i)
	}
	got := newServer(transport.Options{}).query(t, "{"+fields.String()+"}")
	if omitted, _ := got.Extensions["errorsOmitted"].(float64); len(got.Errors) != 20 || omitted < 1 {
		t.Errorf("%d errors, %v left out", len(got.Errors), got.Extensions)
	}
}

// TestArgumentsAtFault checks that an error about a value in the document names
// the argument, like one about a value in a variable.
func TestArgumentsAtFault(t *testing.T) {
	for query, want := range map[string]string{
		`{echo(text:1)}`:               "text: expected String; got 1",
		`{item{items(first:2.5){id}}}`: "first: expected Int; got 2.5",
		`{item{...F}} fragment F on Item{items(first:"2"){id}}`: "first: expected Int; got",
		`query($t:Int){echo(text:$t)}`:                          "text: ",
	} {
		got := newServer(transport.Options{Introspection: true}).query(t, query)
		argument, _, _ := strings.Cut(want, ":")
		if len(got.Errors) == 0 || !strings.HasPrefix(got.Errors[0].Message, want) || got.Errors[0].Extensions["argument"] != argument {
			t.Errorf("%s: got %s, want %s", query, got.raw, want)
		}
	}
}

// TestSuggestions checks that a few errors have suggestions, and that errors
// have none if introspection is off.
func TestSuggestions(t *testing.T) {
	for query, suggestion := range map[string]string{
		"{ech}": `Did you mean "echo"?`, "{item{...F}} fragment F on Itm{id}": `Did you mean "Item"`, "{echo(txt:1)}": `Did you mean "text"`,
	} {
		open := newServer(transport.Options{Introspection: true}).query(t, query)
		if !strings.Contains(open.raw, strings.ReplaceAll(suggestion, `"`, `\"`)) {
			t.Errorf("%s: %s, want %s", query, open.raw, suggestion)
		}
		if closed := newServer(transport.Options{}).query(t, query); strings.Contains(closed.raw, "Did you mean") ||
			closed.code() != "GRAPHQL_VALIDATION_FAILED" {
			t.Errorf("%s: %s, want no suggestion", query, closed.raw)
		}
	}
}
