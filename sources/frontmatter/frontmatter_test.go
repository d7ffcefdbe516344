package frontmatter

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, in string
		fields   string // as JSON
		problems string
		body     string
		line     int
	}{
		{"none", "# Title\n", `{}`, "", "# Title\n", 1},
		{"yaml", "---\ntitle: A\ntags: [x, y]\n---\nText\n", `{"tags":["x","y"],"title":"A"}`, "", "Text\n", 5},
		{"byte order mark and CRLF", "\ufeff---\r\ntitle: A\r\n---\r\nText\r\n", `{"title":"A"}`, "", "Text\n", 4},
		{"an at sign", "---\nid: 7\nreporter: @ann\nlabels:\n  - x\n---\n", `{"id":7,"labels":["x"],"reporter":"@ann"}`,
			`3: reporter: "@ann" is no YAML; it was taken as text`, "", 7},
		{"a list of at signs", "---\nassignee:\n  - @ann\n  - \"@bob\"\n---\n", `{"assignee":["@ann","@bob"]}`,
			`2: assignee: "- @ann\n  - \"@bob\"" is no YAML; it was taken as text`, "", 6},
		{"a flow list of at signs", "---\nassignee: [@ann, '@bob']\n---\n", `{"assignee":["@ann","@bob"]}`,
			`2: assignee: "[@ann, '@bob']" is no YAML; it was taken as text`, "", 4},
		{"a colon in a title", "---\ntitle: A: b\nstate: done\n---\nx", `{"state":"done","title":"A: b"}`,
			`2: title: "A: b" is no YAML; it was taken as text`, "x", 5},
		{"an open list", "---\ntags: [a, b\ntitle: T\n---\nx", `{"tags":"[a, b","title":"T"}`,
			`2: tags: "[a, b" is no YAML; it was taken as text`, "x", 5},
		{"an open quote", "---\na: \"b\nc: d\n---\nx", `{"a":"b","c":"d"}`, `2: a: "\"b" is no YAML; it was taken as text`, "x", 5},
		{"a tab", "---\na:\n\t- b\nc: d\n---\nx", `{"a":["b"],"c":"d"}`, `2: a: "- b" is no YAML; it was taken as text`, "x", 6},
		{"a key twice", "---\na: 1\na: 2\n---\nx", `{"a":1}`, `3: the key a is on an earlier line already; that one counts`, "x", 5},
		{"a line without a key", "---\nwhat: @\nis this\n---\nx", `{"what":"@\nis this"}`,
			`2: what: "@\nis this" is no YAML; it was taken as text`, "x", 5},
		{"a conflict of git", "---\nid: 1\n<<<<<<< HEAD\na: x\n=======\n---\n", `{"a":"x","id":1}`,
			`3: "<<<<<<< HEAD" is no entry; expected a key, a colon and a value` + "\n" +
				`5: "=======" is no entry; expected a key, a colon and a value`, "", 7},
		{"no end", "---\ntitle: A\n\n# Heading\n", `{"title":"A"}`, `1: the front matter has no end; expected a line of ---`, "\n# Heading\n", 3},
		{"a heading behind the end", "---\ntitle: A\n---## Heading\n\nText\n---\n", `{"title":"A"}`, "", "## Heading\n\nText\n---\n", 3},
		{"a rule", "---\n\nText\n", `{}`, "", "---\n\nText\n", 1},
		{"empty", "---\n---\nText", `{}`, "", "Text", 3},
		{"numbers", "---\nid: 0007\nversion: 1.10\nsize: 2.5\nn: -3\n---\n", `{"id":"0007","n":-3,"size":2.5,"version":"1.10"}`, "", "", 7},
		{"dates and booleans", "---\ndate: 2026-01-02\ndraft: true\nnone:\n---\n", `{"date":"2026-01-02","draft":true,"none":null}`, "", "", 6},
		{"a block", "---\ntext: |\n  a\n  b\nmap:\n  k: v\n---\n", `{"map":{"k":"v"},"text":"a\nb\n"}`, "", "", 8},
		{"a comment", "---\n# status: x\ntitle: T # y\n---\n", `{"title":"T"}`, "", "", 5},
		{"only comments", "---\n# status: x\n---\nText", `{}`, "", "Text", 4},
		{"TOML", "+++\ntitle = \"A\"\ntags = [\"x\"]\ndate = 2026-01-02\n[extra]\nweight = 3\n+++\nText",
			`{"date":"2026-01-02","tags":["x"],"title":"A","weight":3}`, "", "Text", 8},
		{"wikilinks", "---\nup: \"[[Index]]\"\nrelated: [[A]]\n---\n", `{"related":[["A"]],"up":"[[Index]]"}`, "", "", 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Read([]byte(c.in))
			fields := map[string]any{}
			for _, f := range m.Fields {
				fields[f.Key] = f.Value
			}
			got, _ := json.Marshal(fields)
			var problems []string
			for _, p := range m.Problems {
				problems = append(problems, strings.Join([]string{string(rune('0' + p.Line)), p.Text}, ": "))
			}
			if string(got) != c.fields || strings.Join(problems, "\n") != c.problems || m.Body != c.body || m.BodyLine != c.line {
				t.Errorf("got %s\n%s\n%q at %d\nexpected %s\n%s\n%q at %d", got, strings.Join(problems, "\n"), m.Body, m.BodyLine, c.fields,
					c.problems, c.body, c.line)
			}
		})
	}
}

func TestGet(t *testing.T) {
	m := Read([]byte("---\nSuperseded-By: 9\nkep number: 4\n---\n"))
	if m.Get("superseded_by") != int64(9) || m.Get("kep_number") != int64(4) || m.Get("other") != nil {
		t.Errorf("got %v", m.Fields)
	}
}

// Whatever the file has, nothing behind its head is lost, and reading it twice
// returns the same.
func FuzzRead(f *testing.F) {
	f.Add("---\ntitle: A\n---\nText")
	f.Add("\ufeff---\r\na: @b\r\n- c\r\n...\r\nx")
	f.Add("+++\na = [1\n+++\n")
	f.Add("---\n? a\n: &x [*x, !!t {b: c}]\n---\n")
	f.Fuzz(func(t *testing.T, in string) {
		m := Read([]byte(in))
		if !reflect.DeepEqual(m, Read([]byte(in))) {
			t.Error("two readings differ")
		}
		plain := strings.ReplaceAll(strings.ReplaceAll(strings.TrimLeft(in, "\ufeff"), "\r\n", "\n"), "\r", "\n")
		if !strings.HasSuffix(plain, m.Body) {
			t.Errorf("the body %q is no end of %q", m.Body, plain)
		}
		if before := plain[:len(plain)-len(m.Body)]; strings.Count(before, "\n")+1 < m.BodyLine-1 {
			t.Errorf("the body starts at line %d behind %q", m.BodyLine, before)
		}
	})
}
