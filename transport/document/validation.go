// Package document reads GraphQL documents and JSON values from clients, and
// checks them: their tokens, shape and values.
package document

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// Limits on the errors of an answer: a person reads no more.
const (
	errorsShown = 20
	quotedShown = 100 // characters of a quotation in an error
	errorShown  = 600 // characters of an error
)

// BoundedRules returns the rules of validation. Each stops at the number of
// errors shown, and makes no suggestions, because comparing each name with all
// others takes long for many names.
func BoundedRules(terse bool) *rules.Rules {
	all := rulesOf(terse)
	for suggests, quiet := range map[string]core.Rule{
		rules.FieldsOnCorrectTypeRule.Name: rules.FieldsOnCorrectTypeRuleWithoutSuggestions,
		rules.KnownArgumentNamesRule.Name:  rules.KnownArgumentNamesRuleWithoutSuggestions,
		rules.KnownTypeNamesRule.Name:      rules.KnownTypeNamesRuleWithoutSuggestions,
		rules.ScalarLeafsRule.Name:         rules.ScalarLeafsRuleWithoutSuggestions,
	} {
		all.RemoveRule(suggests)
		all.AddRule(quiet.Name, quiet.RuleFunc)
	}
	for name, rule := range all.GetInner() {
		all.ReplaceRule(name, bounded(rule))
	}
	return all
}

// rulesOf returns the rules of the specification, with that of this package for
// values.
func rulesOf(terse bool) *rules.Rules {
	all := rules.NewDefaultRules()
	all.ReplaceRule(rules.ValuesOfCorrectTypeRule.Name, valuesRule(terse))
	return all
}

func bounded(rule core.RuleFunc) core.RuleFunc {
	return func(events *core.Events, add core.AddErrFunc) {
		left := errorsShown + 1
		rule(events, func(options ...core.ErrorOption) {
			if left--; left >= 0 {
				add(options...)
			}
		})
	}
}

// Suggest returns the errors of an invalid document with suggestions. It takes
// little time, because there are few errors and names are short.
func Suggest(schema *ast.Schema, document string, errs gqlerror.List, tokens int) gqlerror.List {
	if len(errs) == 0 || len(errs) > errorsShown || CodeOf(errs[0]) != errcode.ValidationFailed {
		return errs
	}
	parsed, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: document}, tokens)
	if err != nil {
		return errs
	}
	better := validator.ValidateWithRules(schema, parsed, rulesOf(false))
	if len(better) == 0 {
		return errs
	}
	arguments := argumentPlaces(parsed)
	for _, one := range better {
		errcode.Set(one, errcode.ValidationFailed)
		one.Message += deeper(schema, one.Message)
		if len(one.Locations) == 0 || one.Extensions["argument"] != nil {
			continue
		}
		if argument, is := arguments[one.Locations[0]]; is {
			one.Extensions["argument"] = argument
		}
	}
	return better
}

// noField matches the error for an unknown field that is like no other.
var noField = regexp.MustCompile(`^Cannot query field "(\w+)" on type "(\w+)"\.$`)

// deeper suggests the first fields of a type that have an unknown field, such as
// nodes { id } for the id of a list.
func deeper(schema *ast.Schema, message string) string {
	found := noField.FindStringSubmatch(message)
	if found == nil {
		return ""
	}
	var places []string
	for _, field := range schema.Types[found[2]].Fields {
		inner := schema.Types[field.Type.Name()]
		if inner.Fields.ForName(found[1]) != nil && !inner.BuiltIn && len(places) < 2 {
			places = append(places, fmt.Sprintf(`"%s { %s }"`, field.Name, found[1]))
		}
	}
	if places == nil {
		return ""
	}
	return " Did you mean " + strings.Join(places, " or ") + "?"
}

// NoOperation returns the error for a request whose operation name is missing
// or not in the document.
func NoOperation(document *ast.QueryDocument, name string) *gqlerror.Error {
	var names []string
	for _, operation := range document.Operations {
		if operation.Name != "" {
			names = append(names, strconv.Quote(operation.Name))
		}
	}
	switch {
	case names == nil:
		return Invalid(fmt.Sprintf("operationName: the operation of the document has no name; expected none; got %q", name))
	case name == "":
		return Invalid("operationName: is missing; expected one of " + strings.Join(names, ", "))
	}
	return Invalid(fmt.Sprintf("operationName: expected one of %s; got %q", strings.Join(names, ", "), name))
}

// Complete completes the text of an error in a request: with its argument, and
// without names of the schema if it must be terse.
func Complete(shown *gqlerror.Error, terse bool) {
	if terse {
		shown.Message, _, _ = strings.Cut(shown.Message, " Did you mean")
	}
	if argument, is := shown.Extensions["argument"].(string); is {
		shown.Message = argument + ": " + shown.Message
	}
}

// CodeOf returns the code in the extensions of an error, "" if it has none.
func CodeOf(err *gqlerror.Error) string {
	code, _ := err.Extensions["code"].(string)
	return code
}

// Invalid returns the error for an invalid request.
func Invalid(message string) *gqlerror.Error {
	err := &gqlerror.Error{Message: message}
	errcode.Set(err, errcode.ValidationFailed)
	return err
}

// ShownErrors returns the first errors, and the number of the omitted ones.
func ShownErrors(errs gqlerror.List) (shown gqlerror.List, omitted int) {
	if len(errs) <= errorsShown {
		return errs, 0
	}
	return errs[:errorsShown], len(errs) - errorsShown
}

// Shortened returns the text of an error with its quotations, and then the
// whole text, cut to the lengths shown.
func Shortened(message string) string {
	if len(message) <= quotedShown {
		return message
	}
	var out strings.Builder
	for rest := message; rest != ""; {
		from := strings.IndexByte(rest, '"')
		if from < 0 {
			out.WriteString(rest)
			break
		}
		to := from + 1 + quoteEnd(rest[from+1:])
		out.WriteString(rest[:from+1])
		out.WriteString(Short(rest[from+1 : to]))
		rest = rest[to:]
		if rest != "" {
			out.WriteByte('"')
			rest = rest[1:]
		}
	}
	return cutTo(out.String(), errorShown)
}

// quoteEnd returns the index of the next quote that is not escaped.
func quoteEnd(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(text)
}

// Short returns the part of text that an error may quote.
func Short(text string) string { return cutTo(text, quotedShown) }

func cutTo(text string, characters int) string {
	if utf8.RuneCountInString(text) <= characters {
		return text
	}
	return string([]rune(text)[:characters-1]) + "…"
}
