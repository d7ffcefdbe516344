package transport

import (
	"net/url"
	"testing"
)

func TestRepeats(t *testing.T) {
	for body, want := range map[string]string{
		`{"query":"{a}","variables":{"a":{"b":1},"c":[{"b":1},{"b":2}]},"extensions":{"a":1}}`: "",
		`{"query":"{a}","query":"{b}"}`:                            `the body has the key "query" twice in an object; expected it once`,
		`{"query":"{a}","Query":"{b}"}`:                            `the body has the key "Query" twice in an object; expected it once`,
		`{"query":"{a}","qu\u0065ry":"{b}"}`:                       `the body has the key "query" twice in an object; expected it once`,
		`{"query":"{a}","variables":{"a":1,"a":2}}`:                `the body has the key "a" twice in an object; expected it once`,
		`{"query":"{a}","variables":{"a":1,"A":2}}`:                "",
		`{"query":"{a}","variables":{"x":[{"y":{"b":1,"b":1}}]}}`:  `the body has the key "b" twice in an object; expected it once`,
		`{"query":"{a}","unknown":{"b":1,"b":1}}`:                  `the body has the key "b" twice in an object; expected it once`,
		`{"query":"{a}","extensions":{"b":"x,\"b\":1","c":null}}`:  "",
		`{"query":"{a}","variables":{"a":"\ud83d"}}`:               "the body has half of a surrogate pair; expected whole characters",
		`{"query":"{a}","variables":{"a":"\ude00\ud83d x"}}`:       "the body has half of a surrogate pair; expected whole characters",
		`{"query":"{a}","variables":{"\ud83d\u0041":1}}`:           "the body has half of a surrogate pair; expected whole characters",
		`{"query":"{a}","variables":{"a":"\ud83d\ude00 \\ud83d"}}`: "",
	} {
		_, refused := parseBody([]byte(body))
		got := ""
		if refused != nil {
			got = refused.err.Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
	for query, want := range map[string]string{
		"query={a}&variables={\"a\":1}":           "",
		"query={a}&query={b}":                     `the parameter "query" is there 2 times; expected it once`,
		"query={a}&variables={\"a\":\"\\ud83d\"}": `the parameter "variables" has half of a surrogate pair; expected whole characters`,
		"query={\xff}":                            `the parameter "query" is not UTF-8`,
		"query={a}&variables={\"a\":1,\"a\":1}":   `the parameter "variables" has the key "a" twice in an object; expected it once`,
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		_, refused := queryParams(values.Encode())
		got := ""
		if refused != nil {
			got = refused.err.Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
}
