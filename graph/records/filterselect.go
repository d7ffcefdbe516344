package records

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
)

// A token is a piece of a SELECT.
type token struct {
	kind  tokenKind
	text  string // of a string or quoted name, without its quotes
	start int
}

type tokenKind int

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenQuoted // a name in double quotes
	tokenString
	tokenNumber
	tokenSymbol
)

// A selecting is the parser of a SELECT.
type selecting struct {
	text  string
	next  int // offset of the end of now
	now   token
	err   error
	alias string
}

// parseSelect parses the SELECT form of a query. Keywords are case-insensitive.
func parseSelect(text string) (*filter, error) {
	s := &selecting{text: text}
	s.advance()
	f := &filter{limit: maxRows}
	s.keyword("SELECT")
	s.alias = s.name("the name of what is selected, such as p").name
	s.keyword("FROM")
	f.from = s.name("a record type or kind")
	s.fromAlias()
	f.where = s.where()
	if s.takes("ORDER") {
		s.keyword("BY")
		f.order = s.field()
		f.descending = s.takes("DESC")
		if !f.descending {
			s.takes("ASC")
		}
	}
	if s.takes("LIMIT") {
		s.limit(f)
	}
	s.symbol(";")
	if s.now.kind != tokenEnd {
		s.want("AND, ORDER BY, LIMIT or the end")
	}
	return f, s.err
}

// fromAlias skips the alias after FROM Person, if it is repeated.
func (s *selecting) fromAlias() {
	again := s.takes("AS")
	if again || s.now.kind == tokenName && s.now.text == s.alias {
		if name := s.name("the alias"); s.err == nil && name.name != s.alias {
			s.fail(name.at, "%q is not what is selected; expected %q", graph.Truncate(name.name, 60), s.alias)
		}
	}
}

func (s *selecting) where() *clause {
	if !s.takes("WHERE") {
		return nil
	}
	all := &clause{join: "and", parts: []clause{s.comparison()}}
	for s.takes("AND") {
		all.parts = append(all.parts, s.comparison())
	}
	return all
}

// symbolOperators has the JSON name of each operator of a SELECT.
var symbolOperators = map[string]string{"=": "eq", "!=": "ne", "<": "lt", ">": "gt", "<=": "lte", ">=": "gte"}

func (s *selecting) comparison() clause {
	c := clause{field: s.field()}
	c.operator = named{symbolOperators[s.now.text], s.at()}
	switch {
	case s.takes("CONTAINS"):
		c.operator.name = "contains"
	case s.now.kind == tokenSymbol && c.operator.name != "":
		s.advance()
	default:
		s.want("=, !=, <, >, <=, >= or CONTAINS")
	}
	c.valueAt = s.at()
	c.value = s.value()
	return c
}

// field parses a name with or without the alias before it.
func (s *selecting) field() named {
	field := s.name("a field, such as " + s.alias + ".name")
	if s.symbol(".") {
		if s.err == nil && field.name != s.alias {
			s.fail(field.at, "%q is not what is selected; expected %q", graph.Truncate(field.name, 60), s.alias)
		}
		field = s.name("a field")
	}
	return field
}

func (s *selecting) value() any {
	now := s.now
	switch {
	case now.kind == tokenString, now.kind == tokenQuoted, now.kind == tokenSymbol && now.text == thisRecord:
		s.advance()
		return now.text
	case now.kind == tokenNumber:
		s.advance()
		number, err := strconv.ParseFloat(now.text, 64)
		if err != nil {
			s.fail(s.place(now.start), "%s is no number", short(now.text))
		}
		return number
	case s.takes("TRUE"):
		return true
	case s.takes("FALSE"):
		return false
	}
	s.want("a value: 'text', a number, true, false or {this}")
	return nil
}

func (s *selecting) limit(f *filter) {
	at, text := s.at(), s.now.text
	number, err := strconv.ParseFloat(text, 64)
	if s.now.kind != tokenNumber || err != nil {
		s.want("a number")
		return
	}
	s.advance()
	if err := f.setLimit(number, at); err != nil && s.err == nil {
		s.err = err
	}
}

// name parses a name, quoted or not.
func (s *selecting) name(what string) named {
	found := named{s.now.text, s.at()}
	if s.now.kind != tokenName && s.now.kind != tokenQuoted {
		s.want(what)
	}
	s.advance()
	return found
}

// takes skips a keyword, and reports whether it was next.
func (s *selecting) takes(keyword string) bool {
	found := s.err == nil && s.now.kind == tokenName && strings.EqualFold(s.now.text, keyword)
	if found {
		s.advance()
	}
	return found
}

func (s *selecting) keyword(keyword string) {
	if !s.takes(keyword) {
		s.want(keyword)
	}
}

// symbol skips a symbol, and reports whether it was next.
func (s *selecting) symbol(symbol string) bool {
	found := s.err == nil && s.now.kind == tokenSymbol && s.now.text == symbol
	if found {
		s.advance()
	}
	return found
}

// want fails because of the next token.
func (s *selecting) want(what string) {
	if s.now.kind == tokenEnd {
		s.fail(s.at(), "the query ends here; expected %s", what)
		return
	}
	s.fail(s.at(), "got %s; expected %s", short(s.now.text), what)
}

// fail records the first error and ends parsing.
func (s *selecting) fail(at position, format string, args ...any) {
	if s.err == nil {
		s.err = at.bad(format, args...)
	}
	s.now = token{start: len(s.text)}
	s.next = len(s.text)
}

func (s *selecting) at() position { return s.place(s.now.start) }

// place returns the line and column of an offset, from 1; columns are in runes.
func (s *selecting) place(offset int) position {
	before := s.text[:offset]
	line := strings.LastIndexByte(before, '\n') + 1
	return position{line: strings.Count(before, "\n") + 1, column: utf8.RuneCountInString(before[line:]) + 1}
}

// advance reads the next token.
func (s *selecting) advance() {
	s.skip()
	start := s.next
	rest := s.text[start:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		s.now = token{start: start}
		return
	case r == '\'' || r == '"':
		s.quoted(byte(r))
		return
	case strings.HasPrefix(rest, thisRecord):
		s.take(tokenSymbol, len(thisRecord))
	case unicode.IsLetter(r) || r == '_':
		s.take(tokenName, lengthOf(rest, isNameRune))
	case unicode.IsDigit(r) || r == '-':
		s.take(tokenNumber, size+lengthOf(rest[size:], isNumberRune))
	case len(rest) > 1 && symbolOperators[rest[:2]] != "":
		s.take(tokenSymbol, 2)
	default:
		s.take(tokenSymbol, size)
	}
}

func (s *selecting) take(kind tokenKind, length int) {
	s.now = token{kind: kind, text: s.text[s.next : s.next+length], start: s.next}
	s.next += length
}

// skip skips white space and comments.
func (s *selecting) skip() {
	for {
		rest := s.text[s.next:]
		s.next += lengthOf(rest, unicode.IsSpace)
		rest = s.text[s.next:]
		if !strings.HasPrefix(rest, "--") {
			return
		}
		s.next += lengthOf(rest, func(r rune) bool { return r != '\n' })
	}
}

// quoted reads a string in single quotes or a name in double quotes. A doubled
// quote is read as a single one.
func (s *selecting) quoted(quote byte) {
	start := s.next
	var text strings.Builder
	for at := start + 1; at < len(s.text); at++ {
		if s.text[at] != quote {
			text.WriteByte(s.text[at])
			continue
		}
		if at++; at == len(s.text) || s.text[at] != quote {
			s.now = token{kind: map[byte]tokenKind{'\'': tokenString, '"': tokenQuoted}[quote], text: text.String(), start: start}
			s.next = at
			return
		}
		text.WriteByte(quote)
	}
	s.fail(s.place(start), "the quote is not closed")
}

func isNameRune(r rune) bool   { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
func isNumberRune(r rune) bool { return r == '.' || unicode.IsDigit(r) }

// lengthOf returns the length in bytes of the longest prefix of allowed runes.
func lengthOf(text string, allowed func(rune) bool) int {
	end := strings.IndexFunc(text, func(r rune) bool { return !allowed(r) })
	if end < 0 {
		return len(text)
	}
	return end
}
