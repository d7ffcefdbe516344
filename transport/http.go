package transport

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/meter"
	"dossier/transport/document"
)

// overHTTP implements the specification of GraphQL over HTTP. It accepts all
// requests that other transports do not, so that each is answered in JSON.
type overHTTP struct {
	limits     Limits
	schema     *ast.Schema
	suggests   bool // errors may suggest names of the schema
	conditions *conditions
	admission  *Admission
	late       error                 // see Options
	observe    Observe               // nil for none
	reads      func(context.Context) // see Options
}

var _ graphql.Transport = overHTTP{}

// Supports implements graphql.Transport.
func (overHTTP) Supports(*http.Request) bool { return true }

// Do implements graphql.Transport.
func (t overHTTP) Do(w http.ResponseWriter, r *http.Request, executor graphql.GraphExecutor) {
	w.Header().Add("Vary", "Accept")
	media, acceptable := negotiate(r.Header.Values("Accept"))
	reply := reply{w, media, &outcome{}}
	if !acceptable {
		reply.refuse(refuse(http.StatusNotAcceptable, "the answer is %s or %s", mediaGraphQL, mediaJSON))
		return
	}
	start := graphql.Now()
	params, refused := readParams(w, r, t.limits.BodyBytes)
	if refused != nil {
		reply.refuse(refused)
		return
	}
	NoteDetails(w, "document", params.Query, "variables", params.Variables)
	params.Headers = r.Header
	params.ReadTime = graphql.TraceTiming{Start: start, End: graphql.Now()}
	ctx, cancel := context.WithTimeout(r.Context(), t.limits.answerWithin())
	defer cancel()
	t.answer(ctx, reply, executor, params, r.Method)
}

// answer runs the operation, unless its method is not allowed or the client
// already has the answer. A panic outside the resolvers is answered like one
// inside.
func (t overHTTP) answer(ctx context.Context, reply reply, executor graphql.GraphExecutor, params *graphql.RawParams, method string) {
	defer func() {
		if value := recover(); value != nil {
			reply.send(fail(ctx, executor, recovered(ctx, value)))
		}
	}()
	operation, invalid := t.create(ctx, executor, params)
	ctx, end := t.observed(ctx, operation, reply)
	defer end()
	if invalid != nil {
		reply.send(invalid)
		return
	}
	if refused := t.begin(ctx, reply, operation, method); refused != nil {
		reply.refuse(refused)
		return
	}
	condition := t.conditions.of(ctx, params.Headers, operation)
	if tag, is := t.conditions.fresh(ctx, condition); is {
		reply.same(tag)
		return
	}
	leave, busy := t.admission.enter(ctx, meter.Price(operation))
	if busy != nil {
		reply.busy(busy, dispatched(ctx, executor, operation, busy))
		return
	}
	response := t.execute(ctx, executor, operation, leave, reply.now)
	if response == nil {
		return
	}
	sent, busy := t.admission.hold(ctx, len(response.Data))
	if busy != nil {
		reply.busy(busy, dispatched(ctx, executor, operation, busy))
		return
	}
	defer sent()
	if len(response.Errors) > 0 || operation.Operation.Operation != ast.Query {
		reply.send(response)
	} else if tag := tagOf(response); t.conditions.matches(ctx, condition, tag) {
		reply.same(tag)
	} else {
		reply.tagged(tag, response)
	}
}

// begin returns the error of a method that is not allowed, or else writes the header with
// the project, and lets a query read a replica.
func (t overHTTP) begin(ctx context.Context, reply reply, operation *graphql.OperationContext, method string) *refusal {
	if refused := checkMethod(operation.Operation.Operation, method); refused != nil {
		reply.Header().Set("Allow", http.MethodPost)
		return refused
	}
	if project := projectOf(operation); project != "" {
		reply.Header()[projectHeader] = []string{project}
	}
	if operation.Operation.Operation == ast.Query && t.reads != nil {
		t.reads(ctx)
	}
	return nil
}

// observed returns the context of an operation that is observed until end is
// called. operation has no definition if the request is not valid.
func (t overHTTP) observed(ctx context.Context, operation *graphql.OperationContext, reply reply) (_ context.Context, end func()) {
	name, kind := "", "invalid"
	if operation != nil && operation.Operation != nil {
		name, kind = operation.Operation.Name, string(operation.Operation.Operation)
	}
	ended := func(string, int) {}
	if t.observe != nil {
		ctx, ended = t.observe(ctx, name, kind)
	}
	return ctx, func() {
		price := 0
		if kind != "invalid" {
			price = meter.Price(operation)
		}
		code := cmp.Or(reply.outcome.code, codeInternal)
		ended(code, price)
		Note(reply.ResponseWriter, "operation", document.Short(name), "type", kind, "outcome", code, "price", price)
	}
}

// An outcome is the code of the answer to a request.
type outcome struct{ code string }

// create returns the operation of the parameters, or an error response.
func (t overHTTP) create(ctx context.Context, executor graphql.GraphExecutor, params *graphql.RawParams) (*graphql.OperationContext,
	*graphql.Response) {
	operation, errs := executor.CreateOperationContext(ctx, params)
	reader := requestReader{t.schema, !t.suggests, t.limits.Tokens}
	if errs = reader.check(operation, params, errs); errs != nil {
		return nil, executor.DispatchError(graphql.WithOperationContext(ctx, operation), errs)
	}
	return operation, nil
}

// execute runs the operation, and calls leave when it ends; ctx has a deadline.
// An answer that is too large is replaced by an error. If the operation has not ended [graceful] after
// its deadline, late is called with an answer without data, from another
// goroutine; then execute returns nil when the operation ends. The operation runs
// on the goroutine of the request, because passing it on to another one wakes a
// thread in an idle process: a tenth of the processor time of a small request.
func (t overHTTP) execute(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext, leave func(),
	late func(*graphql.Response)) *graphql.Response {
	metered, counted, end := meter.Start(ctx, operation, t.limits.ResponseBytes)
	defer end()
	without := func(cause error) *graphql.Response {
		return fail(graphql.WithOperationContext(ctx, operation), executor, cause)
	}
	var answered sync.Once
	isLate := false
	deadline, _ := ctx.Deadline()
	timer := time.AfterFunc(time.Until(deadline)+gracefulFor(operation), func() {
		answered.Do(func() { isLate = true; late(without(t.lateCause(metered, operation, counted))) })
	})
	response := t.run(metered, executor, operation)
	leave()
	timer.Stop()
	answered.Do(func() {}) // waits for late
	switch {
	case isLate:
		return nil
	case errors.Is(context.Cause(metered), meter.ErrExceeded):
		err := tooLarge(counted.Bytes(), t.limits.ResponseBytes)
		return dispatched(ctx, executor, operation, err)
	case response == nil: // the context ended before the operation began
		return without(context.Cause(metered))
	}
	return response
}

// run executes the operation. It returns a panic as an error of the response.
func (t overHTTP) run(ctx context.Context, executor graphql.GraphExecutor,
	operation *graphql.OperationContext) (response *graphql.Response) {
	defer func() {
		if value := recover(); value != nil {
			response = fail(graphql.WithOperationContext(ctx, operation), executor, recovered(ctx, value))
		}
	}()
	next, inner := executor.DispatchOperation(ctx, operation)
	return next(inner)
}

// lateCause returns the error of an operation that has not ended after its
// deadline. A mutation may still be written, unless it already is.
func (t overHTTP) lateCause(ctx context.Context, operation *graphql.OperationContext, counted *meter.Meter) error {
	if operation.Operation.Operation == ast.Mutation && !counted.AllWritten() {
		return t.late
	}
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return context.DeadlineExceeded // in a busy process, the timer may run before that of ctx
}

// The time that an operation has to return an answer after its deadline. A
// mutation that has not ended may be in its commit, so that its outcome is
// unknown: it has more.
const (
	graceful         = 50 * time.Millisecond
	mutationGraceful = time.Second
)

func gracefulFor(operation *graphql.OperationContext) time.Duration {
	if operation.Operation.Operation == ast.Mutation {
		return mutationGraceful
	}
	return graceful
}

// dispatched returns an answer of an operation with only an error.
func dispatched(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext,
	err *gqlerror.Error) *graphql.Response {
	return executor.DispatchError(graphql.WithOperationContext(ctx, operation), gqlerror.List{err})
}

func fail(ctx context.Context, executor graphql.GraphExecutor, err error) *graphql.Response {
	return executor.DispatchError(ctx, gqlerror.List{gqlerror.Wrap(err)})
}

// checkMethod refuses subscriptions, and mutations by methods other than POST.
func checkMethod(operation ast.Operation, method string) *refusal {
	if operation == ast.Query || operation == ast.Mutation && method == http.MethodPost {
		return nil
	}
	if operation == ast.Subscription {
		return refuse(http.StatusMethodNotAllowed, "a subscription is answered over WebSocket, or to a request that accepts %s", mediaEvents)
	}
	return refuse(http.StatusMethodNotAllowed, "a %s cannot be run by %s", operation, method)
}

// reply writes answers of one media type.
type reply struct {
	http.ResponseWriter
	media   string
	outcome *outcome
}

// refuse answers a request that has no valid operation.
func (r reply) refuse(refused *refusal) {
	r.write(refused.status, &graphql.Response{Errors: gqlerror.List{refused.err}})
}

// send answers with the result of an operation. As the specification requires,
// a client that accepts only plain JSON gets status 200 for every well-formed
// request, except for statuses that proxies use.
func (r reply) send(response *graphql.Response) {
	status := http.StatusOK
	if len(response.Data) == 0 {
		status = statusOf(response.Errors)
	}
	if r.media == mediaJSON && status == http.StatusBadRequest {
		status = http.StatusOK
	}
	r.write(status, response)
}

// now is like send, but does not wait for the handler to return. A client that
// accepts compressed answers gets this one as it is.
func (r reply) now(response *graphql.Response) {
	r.send(response)
	_ = http.NewResponseController(r).Flush() // a client that left is not an error
}

// Unwrap returns the underlying writer, for [http.ResponseController].
func (r reply) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func statusOf(errs gqlerror.List) int {
	for _, err := range errs {
		if status := statuses[document.CodeOf(err)]; status != 0 {
			return status
		}
	}
	return http.StatusBadRequest
}

// busy answers a request that is refused because the server is busy, or whose
// answer is: then a mutation was made, and must not be repeated.
func (r reply) busy(busy *gqlerror.Error, response *graphql.Response) {
	if document.CodeOf(response.Errors[0]) == codeWritten {
		r.send(response)
		return
	}
	r.Header().Set("Retry-After", fmt.Sprint(busy.Extensions["retryAfter"]))
	r.write(http.StatusServiceUnavailable, response)
}

// same answers with status 304: the client already has the answer.
func (r reply) same(tag string) {
	r.outcome.code = "unchanged"
	r.cacheable(tag)
	r.WriteHeader(http.StatusNotModified)
}

// tagged answers with a result that the client may cache privately, and must
// revalidate before it uses it again.
func (r reply) tagged(tag string, response *graphql.Response) {
	r.cacheable(tag)
	r.write(http.StatusOK, response)
}

func (r reply) cacheable(tag string) {
	header := r.Header()
	header["Etag"] = []string{"W/" + tag}
	header["Cache-Control"] = revalidated
}

// Values of headers that answers share. They are set by the canonical names of
// the headers, because to find these takes as long as to set the header.
var (
	contentTypes = map[string][]string{mediaJSON: {mediaJSON + "; charset=utf-8"}, mediaGraphQL: {mediaGraphQL + "; charset=utf-8"}}
	noStore      = []string{"no-store"}
	revalidated  = []string{"private, no-cache"}
	noSniff      = []string{"nosniff"}
)

func (r reply) write(status int, response *graphql.Response) {
	r.outcome.code = "ok"
	if len(response.Errors) > 0 {
		r.outcome.code = document.CodeOf(response.Errors[0])
	}
	before, after := around(response)
	header := r.Header()
	header["Content-Type"] = contentTypes[r.media]
	size := len(before) + len(response.Data) + len(after)
	header["Content-Length"] = []string{strconv.Itoa(size)}
	if header["Cache-Control"] == nil {
		header["Cache-Control"] = noStore
	}
	header["X-Content-Type-Options"] = noSniff
	r.WriteHeader(status)
	parts := [][]byte{before, response.Data, after}
	if size <= smallAnswer { // one write is fewer system calls
		whole := bodies.Get().(*bytes.Buffer)
		defer bodies.Put(whole)
		whole.Reset()
		for _, part := range parts {
			whole.Write(part)
		}
		parts = [][]byte{whole.Bytes()}
	}
	for _, part := range parts {
		if _, err := r.ResponseWriter.Write(part); err != nil {
			return // a client that left is not an error
		}
	}
}

// bodies keeps buffers of small answers for reuse.
var bodies = sync.Pool{New: func() any { return &bytes.Buffer{} }}

// around returns the JSON before and after the data of an answer, so that the
// data is sent without a copy. An answer has no data if nothing was executed.
func around(response *graphql.Response) (before, after []byte) {
	errs, omitted := document.ShownErrors(response.Errors)
	extensions := response.Extensions
	if omitted > 0 {
		extensions = maps.Clone(extensions)
		if extensions == nil {
			extensions = map[string]any{}
		}
		extensions["errorsOmitted"] = omitted
	}
	separator := byte('{')
	member := func(out []byte, name string, value []byte) []byte {
		out = append(append(out, separator), `"`+name+`":`...)
		separator = ','
		return append(out, value...)
	}
	if len(errs) > 0 {
		before = member(before, "errors", marshal(errs))
	}
	if len(response.Data) > 0 {
		before = member(before, "data", nil)
	}
	if len(extensions) > 0 {
		after = member(after, "extensions", numbers(extensions))
	}
	if separator == '{' { // the answer has no members
		before = []byte("{")
	}
	return before, append(after, '}')
}

// numbers returns an object as JSON. Most have only the prices, for which
// encoding/json takes as long as for the body of a request.
func numbers(object map[string]any) []byte {
	text := []byte{'{'}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		number, is := object[name].(int)
		if !is {
			return marshal(object)
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(append(append(text, '"'), name...), `":`...) // names are plain words
		text = strconv.AppendInt(text, int64(number), 10)
	}
	return append(text, '}')
}

// marshal returns value as JSON. It panics if value has none, which can only be
// an extension set by the program.
func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}
