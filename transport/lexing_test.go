package transport_test

import (
	"strings"
	"testing"
	"time"

	"dossier/transport"
)

// TestInvalidTokens reports what is wrong with a token, and refuses half of a
// surrogate pair, which the lexer replaces with U+FFFD.
func TestInvalidTokens(t *testing.T) {
	const half = "The text has half of a surrogate pair; expected whole characters."
	for query, want := range map[string]string{
		`{echo(text:"é)}`:                           `Unterminated string.`,
		`{echo(text:"\x")}`:                         `Invalid character escape sequence: \x.`,
		`{echo(text:'a')}`:                          `Unexpected single quote character ('), did you mean to use a double quote (")?`,
		`{echo(text:01)}`:                           `Invalid number, unexpected digit after 0: "1".`,
		`{echo(text:"\ud83d")}`:                     half,
		"# \u00e9 \u20ac\n{é😀}":                     `Cannot parse the unexpected character "é".`,
		`{a:echo(text:"é😀") echo(text:"\udE00 b")}`: half,
		`{echo(text:"\ude00\ud83d")}`:               half,
		`{echo(text:"\ud83d\ude00")}`:               "",
		`{echo(text:"\u{1F600}")}`:                  "",
		`{echo(text:"\\ud83d")}`:                    "",
		`{echo(text:"\ufffd")}`:                     "",
		"{echo(text:\"\ufffd\")}":                   "",
		`{echo(text:"""\ud83d""")}`:                 "",
	} {
		got := newServer(transport.Options{}).query(t, query)
		code := "GRAPHQL_PARSE_FAILED"
		if want == "" {
			code = ""
		}
		if got.code() != code || got.message() != want {
			t.Errorf("%s: got %s", query, got.raw)
		}
	}
}

// TestManyReplacementCharacters reads a document in which each text could have
// half of a surrogate pair.
func TestManyReplacementCharacters(t *testing.T) {
	start := time.Now()
	got := newServer(transport.Options{}).query(t, "{"+strings.Repeat("echo(text:\"\ufffd\")", 40_000)+"}")
	if took := time.Since(start); took > time.Minute || got.code() != "LIMIT_EXCEEDED" {
		t.Errorf("after %s: %.200s", took, got.raw)
	}
}
