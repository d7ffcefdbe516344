package transport

import (
	"cmp"
	"dossier/transport/document"
	"fmt"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Limits bound the cost of one request. A zero field means its default; to
// disable a limit, set it high. A request over a limit gets a LIMIT_EXCEEDED
// error, whose extensions have the limit's name, the value found and the value
// allowed.
type Limits struct {
	BodyBytes           int           // of a POST's body
	Tokens              int           // of the document, comments included
	Values              int           // in the variables, those in lists and objects included
	ValueLevels         int           // of lists and objects in each other in the variables
	NameBytes           int           // of a name in the document
	Repeats             int           // of one name in the document: merging equal fields takes a step for each two of them
	Depth               int           // of nested fields, introspection aside
	IntrospectionDepth  int           // of nested fields below __schema and __type; tools ask for about 15
	IntrospectionFields int           // selected below __schema and __type, fragments expanded
	Aliases             int           // of an operation, fragments expanded
	RootFields          int           // different root fields of an operation
	Directives          int           // of an operation, fragments expanded
	Complexity          int           // the price of an operation, in units of 1 to 2 µs of a processor
	AtOnce              int           // the price of all operations that are executed at once
	ResponseBytes       int           // of an answer, or of one event, before compression
	Subscriptions       int           // of a client at once
	SocketOperations    int           // of a WebSocket at once
	KeepAlive           time.Duration // between two checks that the client of an open connection is there, and is still allowed
	WriteTimeout        time.Duration // for a client to accept an event
	Timeout             time.Duration // from the last byte read to the answer

	// More returns a time by which an answer over HTTP may be later than Timeout, as
	// long as the server starts. It may be nil.
	More func() time.Duration
}

// answerWithin returns the time limit of a request that comes now.
func (l *Limits) answerWithin() time.Duration {
	if l.More == nil {
		return l.Timeout
	}
	return l.Timeout + l.More()
}

// DefaultLimits are the limits of a server that sets none.
func DefaultLimits() Limits {
	return Limits{
		BodyBytes:           1 << 20,
		Tokens:              2000,
		Values:              25_000, // 500 changes of 50 values each; reading them takes about .2 s
		ValueLevels:         520,    // a value of JSON may have 500
		NameBytes:           100,
		Repeats:             250,
		Depth:               15,
		IntrospectionDepth:  20,
		IntrospectionFields: 1000,
		Aliases:             60,
		RootFields:          20,
		Directives:          60,
		Complexity:          50_000,
		AtOnce:              200_000,
		ResponseBytes:       8 << 20,
		Subscriptions:       1000,
		SocketOperations:    100,
		KeepAlive:           10 * time.Second,
		WriteTimeout:        10 * time.Second,
		Timeout:             10 * time.Second,
	}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	return Limits{
		BodyBytes:           cmp.Or(l.BodyBytes, d.BodyBytes),
		Tokens:              cmp.Or(l.Tokens, d.Tokens),
		Values:              cmp.Or(l.Values, d.Values),
		ValueLevels:         cmp.Or(l.ValueLevels, d.ValueLevels),
		NameBytes:           cmp.Or(l.NameBytes, d.NameBytes),
		Repeats:             cmp.Or(l.Repeats, d.Repeats),
		Depth:               cmp.Or(l.Depth, d.Depth),
		IntrospectionDepth:  cmp.Or(l.IntrospectionDepth, d.IntrospectionDepth),
		IntrospectionFields: cmp.Or(l.IntrospectionFields, d.IntrospectionFields),
		Aliases:             cmp.Or(l.Aliases, d.Aliases),
		RootFields:          cmp.Or(l.RootFields, d.RootFields),
		Directives:          cmp.Or(l.Directives, d.Directives),
		Complexity:          cmp.Or(l.Complexity, d.Complexity),
		AtOnce:              cmp.Or(l.AtOnce, d.AtOnce),
		ResponseBytes:       cmp.Or(l.ResponseBytes, d.ResponseBytes),
		Subscriptions:       cmp.Or(l.Subscriptions, d.Subscriptions),
		SocketOperations:    cmp.Or(l.SocketOperations, d.SocketOperations),
		KeepAlive:           cmp.Or(l.KeepAlive, d.KeepAlive),
		WriteTimeout:        cmp.Or(l.WriteTimeout, d.WriteTimeout),
		Timeout:             cmp.Or(l.Timeout, d.Timeout),
		More:                l.More,
	}
}

// checkTokens checks the number of tokens, the length of names, the number of
// occurrences of the most frequent name, and that each token is valid. It counts
// to the end of the query, so that the error can report the number.
func (l Limits) checkTokens(query string) *gqlerror.Error {
	found := document.CountTokens(query)
	if err := within("tokens", found.Tokens, l.Tokens); err != nil {
		return err
	}
	if err := within("nameBytes", found.Longest, l.NameBytes); err != nil {
		return err
	}
	if err := within("repeats", found.Repeats, l.Repeats); err != nil {
		err.Message += fmt.Sprintf("; the name %q occurs too often", found.Repeated)
		return err
	}
	return found.Invalid
}

// checkValues checks the number of values in variables, and how deep they are.
// Each is checked and read before the operation is priced, in steps for each
// level above it.
func (l Limits) checkValues(variables map[string]any) *gqlerror.Error {
	count, levels := countValues(variables)
	return cmp.Or(within("values", count-1, l.Values), within("valueLevels", levels-1, l.ValueLevels))
}

// countValues returns the number of values in a JSON value, and itself, and the
// number of levels of lists and objects.
func countValues(value any) (count, levels int) {
	count = 1
	add := func(item any) {
		n, below := countValues(item)
		count, levels = count+n, max(levels, below+1)
	}
	switch value := value.(type) {
	case map[string]any:
		levels = 1
		for _, item := range value {
			add(item)
		}
	case []any:
		levels = 1
		for _, item := range value {
			add(item)
		}
	}
	return count, levels
}

// checkShape compares an operation with the limits, in their order. It checks
// the number of fields against the complexity, because pricing takes a step for
// each field, and a few nested fragments can contain too many fields to visit.
func (l Limits) checkShape(s document.Shape) *gqlerror.Error {
	for _, limit := range []struct {
		name           string
		found, allowed int
	}{
		{"depth", s.Depth, l.Depth},
		{"introspectionDepth", s.Introspection.Depth, l.IntrospectionDepth},
		{"introspectionFields", s.Introspection.Fields, l.IntrospectionFields},
		{"aliases", s.Aliases, l.Aliases},
		{"rootFields", s.RootFields, l.RootFields},
		{"directives", s.Directives, l.Directives},
		{"complexity", s.Fields, l.Complexity},
	} {
		if err := within(limit.name, limit.found, limit.allowed); err != nil {
			return err
		}
	}
	return nil
}

// within returns an error if found is greater than allowed.
func within(limit string, found, allowed int) *gqlerror.Error {
	if found <= allowed {
		return nil
	}
	return &gqlerror.Error{
		Message: fmt.Sprintf("limit exceeded: %s %d, allowed %d", limit, found, allowed),
		Extensions: map[string]any{
			"code": codeLimitExceeded, "limit": limit, "found": found, "allowed": allowed,
		},
	}
}
