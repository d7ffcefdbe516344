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

// FuzzInspect compares inspect with encoding/json: an accepted text has the
// members of its decoded object, and loses no character.
func FuzzInspect(f *testing.F) {
	for _, text := range []string{`{"a":1,"a":2}`, `{"a":{"b":[{}]},"c":"\ud800"}`, `{"":"","\u0000":[[]]}`, `{"a" : 1e5 , "b":"\\\""}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var object map[string]json.RawMessage
		if !utf8.ValidString(text) || json.Unmarshal([]byte(text), &object) != nil || object == nil {
			return
		}
		members, err := inspect([]byte(text))
		if err != nil {
			return
		}
		if !maps.EqualFunc(members, object, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Errorf("%q: got %s, want %s", text, members, object)
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
