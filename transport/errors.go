package transport

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/glyphs"
	"dossier/meter"
	"dossier/transport/document"
)

// A Problem is the public part of an error of a resolver.
type Problem struct {
	Code     string // extensions.code; clients may not see the text of an error with "" or INTERNAL
	Message  string // for the client
	Argument string // the path of the argument at fault, "" for none
	// Details are further extensions, by name; nil for none.
	Details map[string]any
}

// The codes that this package returns or handles.
const (
	codeBadUserInput    = "BAD_USER_INPUT"
	codeUnauthenticated = "UNAUTHENTICATED"
	codeForbidden       = "FORBIDDEN"
	codeLimitExceeded   = "LIMIT_EXCEEDED"
	codeRateLimited     = "RATE_LIMITED"
	codeTimeout         = "TIMEOUT"
	codeUnavailable     = "UNAVAILABLE"
	codeInternal        = "INTERNAL"
	codeUnknown         = "OUTCOME_UNKNOWN"
	codeWritten         = "WRITTEN"
)

// statuses are the HTTP statuses of answers without data, by code. The status
// of any other code is 400.
var statuses = map[string]int{
	codeUnauthenticated: http.StatusUnauthorized,
	codeForbidden:       http.StatusForbidden,
	codeRateLimited:     http.StatusTooManyRequests,
	codeTimeout:         http.StatusGatewayTimeout,
	codeUnavailable:     http.StatusServiceUnavailable,
	codeInternal:        http.StatusInternalServerError,
	codeUnknown:         http.StatusGatewayTimeout,
	codeWritten:         http.StatusOK,
}

// presenter turns the errors of an operation into their public form.
type presenter struct {
	classify func(error) Problem
	newID    func() string
	log      *slog.Logger
	timeout  time.Duration
	terse    bool // errors contain no names of the schema except those in the document
}

// present implements graphql.ErrorPresenterFunc. An error that has a code already
// comes from the parser, the validator or the guard, and keeps its text.
func (p *presenter) present(ctx context.Context, err error) *gqlerror.Error {
	if errors.Is(context.Cause(ctx), meter.ErrExceeded) {
		return exceeded // not sent: see execute
	}
	shown := *graphql.DefaultErrorPresenter(ctx, err)
	if document.CodeOf(&shown) == "" {
		problem, id := p.describe(ctx, err)
		shown.Message = problem.Message
		shown.Extensions = problem.extensions(id)
	}
	if isProtocol(&shown) {
		document.Complete(&shown, p.terse)
	}
	if readingArguments(ctx) {
		atField(&shown, graphql.GetFieldContext(ctx))
	}
	p.presentWritten(ctx, &shown)
	shown.Message = document.Shortened(glyphs.Shown(shown.Message))
	return &shown
}

// madeBut begins the text of an error after a commit.
const madeBut = "the change was made, only its answer is incomplete: "

// presentWritten changes an error of a mutation whose change is committed already:
// the change was made, and the error is only about its answer.
func (p *presenter) presentWritten(ctx context.Context, shown *gqlerror.Error) {
	ids, is := writtenBefore(ctx, shown)
	if !is {
		return
	}
	code, reason := document.CodeOf(shown), shown.Message
	if code == codeTimeout {
		reason = fmt.Sprintf("reading it took longer than %s", p.timeout)
	}
	shown.Message = madeBut + reason
	shown.Extensions = map[string]any{"code": codeWritten, "cause": code, "ids": ids}
}

// writtenBefore returns the ids that the root field of an error had changed
// before, or all root fields if the error is about the whole answer.
func writtenBefore(ctx context.Context, shown *gqlerror.Error) (ids []string, is bool) {
	if !graphql.HasOperationContext(ctx) || document.CodeOf(shown) == codeUnknown {
		return nil, false
	}
	field := ""
	if len(shown.Path) > 0 {
		name, _ := shown.Path[0].(ast.PathName)
		field = string(name)
	}
	ids, is = meter.Of(graphql.GetOperationContext(ctx)).Written(field)
	return append([]string{}, ids...), is
}

// atField sets the place of an error to a field. That of gqlgen goes on into the
// arguments, which are not part of an answer, and has no location.
func atField(shown *gqlerror.Error, field *graphql.FieldContext) {
	shown.Path, shown.Locations = field.Path(), nil
	if at := field.Field.Position; at != nil {
		shown.Locations = []gqlerror.Location{{Line: at.Line, Column: at.Column}}
	}
}

// exceeded replaces every error of an answer that is too large.
var exceeded = &gqlerror.Error{Message: meter.ErrExceeded.Error()}

// describe returns the public part of an error. id is not empty if the error
// was logged under it.
func (p *presenter) describe(ctx context.Context, err error) (problem Problem, id string) {
	if p.classify != nil {
		problem = p.classify(err)
	}
	switch {
	case problem.Code != "" && problem.Code != codeInternal && problem.Code != codeTimeout:
		return problem, ""
	case isPanic(err):
		return p.internal(ctx, err)
	case errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil || problem.Code == codeTimeout:
		return Problem{Code: codeTimeout, Message: fmt.Sprintf("not done within %s", p.timeout)}, ""
	case readingArguments(ctx):
		return unread(graphql.GetFieldContext(ctx), err), ""
	}
	return p.internal(ctx, err)
}

// internal logs the error under a new id, and returns a problem without text.
func (p *presenter) internal(ctx context.Context, err error) (problem Problem, id string) {
	if p.newID != nil {
		id = p.newID()
	}
	attributes := []any{"id", id, "path", graphql.GetPath(ctx).String(), "error", err}
	if caught := (*panicked)(nil); errors.As(err, &caught) {
		attributes = append(attributes, "stack", string(caught.stack))
	}
	p.log.ErrorContext(ctx, "graphql internal error", attributes...)
	return Problem{Code: codeInternal, Message: "internal error"}, id
}

func (p Problem) extensions(id string) map[string]any {
	extensions := map[string]any{"code": p.Code}
	maps.Copy(extensions, p.Details)
	if id != "" {
		extensions["id"] = id
	}
	if p.Argument != "" {
		extensions["argument"] = p.Argument
	}
	return extensions
}

// readingArguments reports whether the field in ctx has arguments that are not
// read yet. An error at that time is gqlgen's, about a value from the client.
func readingArguments(ctx context.Context) bool {
	field := graphql.GetFieldContext(ctx)
	if field == nil || field.Args != nil || field.Field.Field == nil || field.Field.Definition == nil {
		return false
	}
	return len(field.Field.Definition.Arguments) > 0
}

// unread returns the problem of an argument of a field that gqlgen could not
// read. The path of its error goes on into the arguments.
func unread(field *graphql.FieldContext, err error) Problem {
	problem := Problem{Code: codeBadUserInput, Message: err.Error()}
	located, is := errors.AsType[*gqlerror.Error](err)
	if !is {
		return problem
	}
	problem.Message = located.Message
	if above := len(field.Path()); len(located.Path) > above {
		problem.Argument = located.Path[above:].String()
		problem.Message = problem.Argument + ": " + problem.Message
	}
	return problem
}

// isProtocol reports whether an error comes from the parser or the validator.
func isProtocol(err *gqlerror.Error) bool {
	code := document.CodeOf(err)
	return code == errcode.ParseFailed || code == errcode.ValidationFailed
}

// panicked is a panic as an error. Its text and stack are only for the log.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

func isPanic(err error) bool {
	_, is := errors.AsType[*panicked](err)
	return is
}

// recovered implements graphql.RecoverFunc.
func recovered(_ context.Context, value any) error {
	return &panicked{value: value, stack: debug.Stack()}
}
