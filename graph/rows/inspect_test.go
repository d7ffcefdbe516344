package rows

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"dossier/graph"
)

func TestInspect(t *testing.T) {
	wide := "{"
	for n := range 3 * many {
		wide += fmt.Sprintf(`"k%d":%d,`, n, n)
	}
	for _, test := range []struct{ text, field, want string }{
		{`{}`, "", ""},
		{` { "a" : [ 1 , "x" , { } , [ ] , true , null ] , "b" : -1.5e3 } `, "", ""},
		{`{"a":{"b":1},"b":{"b":2},"c":[{"b":1},{"b":2}]}`, "", ""},
		{`{"a":"\"a\":1,\"a\":2","b":"\\"}`, "", ""},
		{`{"a":"\ud83d\ude00","b":"\uD83D\uDE00 \u00e4 \\ud83d"}`, "", ""},
		{`{"title":"a","title":"b"}`, "title", "is in the line twice"},
		{`{"title":"a","t\u0069tle":"b"}`, "title", "is in the line twice"},
		{`{"props":{"x":1,"y":[{"z":1,"z":1}]}}`, "props", `has the key "z" twice`},
		{`{"props":{"\u0007":1,"\u0007":2}}`, "props", `has the key "\a" twice`},
		{wide + `"last":1}`, "", ""},
		{wide + `"k7":1}`, "k7", "twice"},
		{`{"title":"\ud83d"}`, "title", `has \ud83d, half of a surrogate pair`},
		{`{"title":"\ude00\ud83d"}`, "title", `has \ude00, half`},
		{`{"title":"\ud83d\u0041"}`, "title", `has \ud83d, half`},
		{`{"title":"\ud83dx"}`, "title", `has \ud83d, half`},
		{`{"props":{"\udfff":1}}`, "props", `has \udfff, half`},
	} {
		if !json.Valid([]byte(test.text)) {
			t.Fatalf("%s is not JSON", test.text)
		}
		_, err := inspect([]byte(test.text))
		known, _ := errors.AsType[*graph.Error](err)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%.200s: got %v", test.text, err)
		case test.want != "" && (known == nil || known.Argument != test.field || !strings.Contains(known.Text, test.want)):
			t.Errorf("%.200s: got %v, want %s: %s", test.text, err, test.field, test.want)
		}
	}
}

// FuzzInspect compares inspect with encoding/json: it refuses all texts that are
// not JSON objects, an accepted text has the members of its decoded object with
// their contents, and loses no character.
func FuzzInspect(f *testing.F) {
	for _, text := range []string{
		`{"a":1,"a":2}`, `{"a":{"b":[{}]},"c":"\ud800"}`, `{"":"","\u0000":[[]]}`, `{"a" : 1e5 , "b":"\\\""}`,
		``, ` `, `[]`, `"a"`, `7`, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{,}`, `{"a" 1}`, `{"a":1 "b":2}`, `{a:1}`, `{}x`,
		`{}{}`, "\ufeff{}", `{"a":01}`, `{"a":-}`, `{"a":-0}`, `{"a":1.}`, `{"a":.5}`, `{"a":0.50e+07}`, `{"a":1e}`, `{"a":1E-}`, `{"a":+1}`,
		`{"a":0x1}`, `{"a":1_0}`, `{"a":NaN}`, `{"a":tru}`, `{"a":truex}`, `{"a":true}`, `{"a":false,"b":null}`, `{"a":nul`, `{"a":[1,]}`,
		`{"a":[,1]}`, `{"a":[1 2]}`, `{"a":[1}}`, `{"a":[]]}`, `{"a":"\x"}`, `{"a":"\u12"}`, `{"a":"\u_123"}`, `{"a":"\u+123"}`, `{"a":"\`,
		`{"a":"\"`, `{"a":"b\u00e9\/\b\f\n\r\t\ud83d\ude00"}`, "{\"a\":\"\n\"}", "{\"a\":\"\x7f\"}", "{\v}", `{"a":` + strings.Repeat("[",
			maxDepth) + strings.Repeat("]", maxDepth) + `}`, `{"a":` + strings.Repeat("[", maxDepth-1) + strings.Repeat("]", maxDepth-1) + `}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		var object map[string]json.RawMessage
		isObject := json.Unmarshal([]byte(text), &object) == nil && object != nil
		members, err := inspect([]byte(text))
		if !isObject && err == nil || isObject && errors.Is(err, errInvalid) {
			t.Errorf("%q: got %v, want an object: %v", text, err, isObject)
		}
		if !isObject || err != nil {
			return
		}
		if !maps.EqualFunc(members, object, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Errorf("%q: got %s, want %s", text, members, object)
		}
		for name, raw := range members {
			var want string
			isText := json.Unmarshal(raw, &want) == nil && raw[0] == '"'
			if got, ok := content(raw); ok != isText || got != want {
				t.Errorf("%q: %s is %q, want %q", text, name, got, want)
			}
		}
		names := countNames(t, text)
		if names != len(object) {
			t.Errorf("%q has %d members, and %d names", text, names, len(object))
		}
		var decoded map[string]any
		if json.Unmarshal([]byte(text), &decoded) != nil { // a number out of range
			return
		}
		given := strings.Contains(text, "\ufffd") || strings.Contains(strings.ToLower(text), `\ufffd`)
		if strings.Contains(fmt.Sprint(decoded), "\ufffd") && !given {
			t.Errorf("%q loses a character", text)
		}
	})
}

// countNames returns the number of members of an object, with repetitions.
func countNames(t *testing.T, text string) (count int) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	for ; decoder.More(); count++ {
		var value json.RawMessage
		if _, err := decoder.Token(); err != nil {
			t.Fatal(err)
		}
		if err := decoder.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return count
}
