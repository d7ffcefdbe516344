package document

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"
)

// A Count is the result of counting the tokens of a document.
type Count struct {
	Tokens   int
	Longest  int // bytes of the longest name
	Repeats  int // occurrences of the most frequent name
	Repeated string
	Invalid  *gqlerror.Error // the first token that is not valid
}

// CountTokens counts tokens up to an invalid one.
func CountTokens(query string) (found Count) {
	tokens := lexer.New(&ast.Source{Input: query})
	names := map[string]int{}
	texts := texts{query: query}
	for ; ; found.Tokens++ {
		token, err := tokens.ReadToken()
		switch {
		case err != nil:
			found.Invalid = notParsed(texts.reread(err, token))
			return found
		case token.Kind == lexer.EOF:
			return found
		case token.Kind == lexer.String && texts.hasHalf(token):
			found.Invalid = notParsed(gqlerror.ErrorLocf("", token.Pos.Line, token.Pos.Column, "The text %s.", ErrHalf))
			return found
		case token.Kind != lexer.Name:
			continue
		}
		found.Longest = max(found.Longest, len(token.Value))
		if names[token.Value]++; names[token.Value] > found.Repeats {
			found.Repeated, found.Repeats = token.Value, names[token.Value]
		}
	}
}

// notParsed returns the error for a document that cannot be parsed. The parser
// would name an invalid token, and not what is wrong with it.
func notParsed(err error) *gqlerror.Error {
	invalid, is := errors.AsType[*gqlerror.Error](err)
	if !is {
		invalid = &gqlerror.Error{Message: err.Error()}
	}
	errcode.Set(invalid, errcode.ParseFailed)
	return invalid
}

// texts are the texts of a document.
type texts struct {
	query      string
	characters []rune // of the query, when they are needed
}

// inCharacters returns the query by characters, as positions of tokens are.
func (t *texts) inCharacters() []rune {
	if t.characters == nil {
		t.characters = []rune(t.query)
	}
	return t.characters
}

// reread returns the error about an invalid token. If that is a character beyond
// ASCII, the lexer would name the character of its first byte.
func (t *texts) reread(err error, token lexer.Token) error {
	const unexpected = "Cannot parse the unexpected character"
	query, at := t.inCharacters(), token.Pos.Start
	if !strings.Contains(err.Error(), unexpected) || at >= len(query) {
		return err
	}
	return gqlerror.ErrorLocf("", token.Pos.Line, token.Pos.Column, `%s "%c".`, unexpected, query[at])
}

// hasHalf reports whether a text has half of a surrogate pair, as an escape
// sequence, which the lexer replaces with U+FFFD.
func (t *texts) hasHalf(token lexer.Token) bool {
	if !strings.ContainsRune(token.Value, utf8.RuneError) {
		return false
	}
	s := scanner{text: []byte(string(t.inCharacters()[token.Pos.Start:token.Pos.End]))}
	s.quoted()
	return s.half
}
