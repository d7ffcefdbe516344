package transport

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/meter"
)

// overHTTP is GraphQL over HTTP, as its specification has it. It takes whatever
// the transports before it left, so that every request gets an answer in JSON.
type overHTTP struct {
	limits     Limits
	schema     *ast.Schema
	suggests   bool // whether errors may name what the client may have meant
	conditions *conditions
	admission  *admission
}

var _ graphql.Transport = overHTTP{}

// Supports implements graphql.Transport.
func (overHTTP) Supports(*http.Request) bool { return true }

// Do implements graphql.Transport.
func (t overHTTP) Do(w http.ResponseWriter, r *http.Request, executor graphql.GraphExecutor) {
	w.Header().Add("Vary", "Accept")
	media, acceptable := negotiate(r.Header.Values("Accept"))
	reply := reply{w, media}
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
	params.Headers = r.Header
	params.ReadTime = graphql.TraceTiming{Start: start, End: graphql.Now()}
	ctx, cancel := context.WithTimeout(r.Context(), t.limits.Timeout)
	defer cancel()
	t.answer(ctx, reply, executor, params, r.Method)
}

// answer runs the operation, or refuses one that the method may not run, or
// finds that the client has the answer. A panic outside the resolvers is
// answered like one inside.
func (t overHTTP) answer(ctx context.Context, reply reply, executor graphql.GraphExecutor, params *graphql.RawParams, method string) {
	defer func() {
		if value := recover(); value != nil {
			reply.send(fail(ctx, executor, recovered(ctx, value)))
		}
	}()
	operation, invalid := t.create(ctx, executor, params)
	if invalid != nil {
		reply.send(invalid)
		return
	}
	if refused := checkMethod(operation.Operation.Operation, method); refused != nil {
		reply.Header().Set("Allow", http.MethodPost)
		reply.refuse(refused)
		return
	}
	condition := t.conditions.of(ctx, params.Headers, operation)
	if tag, is := t.conditions.fresh(ctx, condition); is {
		reply.same(tag)
		return
	}
	price, _ := operation.Stats.GetExtension(priceKey).(int)
	leave, busy := t.admission.enter(ctx, price)
	if busy != nil {
		reply.Header().Set("Retry-After", "1")
		reply.write(http.StatusServiceUnavailable, executor.DispatchError(graphql.WithOperationContext(ctx, operation), gqlerror.List{busy}))
		return
	}
	response := t.execute(ctx, executor, operation, leave)
	if len(response.Errors) > 0 || operation.Operation.Operation != ast.Query {
		reply.send(response)
		return
	}
	tag := tagOf(response)
	if t.conditions.matches(ctx, condition, tag) {
		reply.same(tag)
		return
	}
	reply.tagged(tag, response)
}

// create returns the operation of the parameters, or what to answer if it is
// not valid.
func (t overHTTP) create(ctx context.Context, executor graphql.GraphExecutor, params *graphql.RawParams) (*graphql.OperationContext, *graphql.Response) {
	operation, errs := executor.CreateOperationContext(ctx, params)
	if errs == nil {
		return operation, nil
	}
	if operation.Doc != nil && operation.Operation == nil {
		errs = gqlerror.List{noOperation(operation.Doc, params.OperationName)}
	}
	if t.suggests {
		errs = suggest(t.schema, params.Query, errs, t.limits.Tokens)
	}
	return nil, executor.DispatchError(graphql.WithOperationContext(ctx, operation), errs)
}

// execute runs the operation until its answer is too large, or its time is over.
// Of an answer that is too large, the error alone is sent.
func (t overHTTP) execute(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext, leave func()) *graphql.Response {
	metered, counted, end := meter.Start(ctx, operation, t.limits.ResponseBytes)
	defer end()
	done := make(chan *graphql.Response, 1)
	go func() {
		defer leave()
		done <- t.run(metered, executor, operation)
	}()
	response := awaited(metered, done)
	switch {
	case errors.Is(context.Cause(metered), meter.ErrExceeded):
		err := tooLarge(counted.Bytes(), t.limits.ResponseBytes)
		return executor.DispatchError(graphql.WithOperationContext(ctx, operation), gqlerror.List{err})
	case response == nil: // the context ended before it began, or work goes on
		return fail(graphql.WithOperationContext(ctx, operation), executor, context.Cause(metered))
	}
	return response
}

// run executes the operation; a panic is its error.
func (t overHTTP) run(ctx context.Context, executor graphql.GraphExecutor, operation *graphql.OperationContext) (response *graphql.Response) {
	defer func() {
		if value := recover(); value != nil {
			response = fail(graphql.WithOperationContext(ctx, operation), executor, recovered(ctx, value))
		}
	}()
	next, inner := executor.DispatchOperation(ctx, operation)
	return next(inner)
}

// graceful is how long work has, when its context has ended, to end by itself
// with what it has.
const graceful = 50 * time.Millisecond

// awaited returns the response, or nil if the context ended and the work has not
// ended soon after.
func awaited(ctx context.Context, done <-chan *graphql.Response) *graphql.Response {
	select {
	case response := <-done:
		return response
	case <-ctx.Done():
	}
	select {
	case response := <-done:
		return response
	case <-time.After(graceful):
		return nil
	}
}

func fail(ctx context.Context, executor graphql.GraphExecutor, err error) *graphql.Response {
	return executor.DispatchError(ctx, gqlerror.List{gqlerror.Wrap(err)})
}

// checkMethod lets GET run queries, and POST mutations too.
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
	media string
}

// refuse answers a request that never became an operation.
func (r reply) refuse(refused *refusal) {
	r.write(refused.status, &graphql.Response{Errors: gqlerror.List{refused.err}})
}

// send answers with an operation's result. A client that asks for plain JSON
// gets 200 for a request that was well formed, whatever became of it, as the
// specification has it; statuses that mean something to a proxy stay.
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

func statusOf(errs gqlerror.List) int {
	for _, err := range errs {
		if status := statuses[codeOf(err)]; status != 0 {
			return status
		}
	}
	return http.StatusBadRequest
}

// same answers that the client has the answer already.
func (r reply) same(tag string) {
	r.cacheable(tag)
	r.WriteHeader(http.StatusNotModified)
}

// tagged answers with a result that a client may keep for itself, and has to ask
// about before it uses it again.
func (r reply) tagged(tag string, response *graphql.Response) {
	r.cacheable(tag)
	r.write(http.StatusOK, response)
}

func (r reply) cacheable(tag string) {
	r.Header().Set("ETag", "W/"+tag)
	r.Header().Set("Cache-Control", "private, no-cache")
}

func (r reply) write(status int, response *graphql.Response) {
	before, after := around(response)
	header := r.Header()
	header.Set("Content-Type", r.media+"; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(before)+len(response.Data)+len(after)))
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "no-store")
	}
	header.Set("X-Content-Type-Options", "nosniff")
	r.WriteHeader(status)
	for _, part := range [][]byte{before, response.Data, after} {
		if _, err := r.ResponseWriter.Write(part); err != nil {
			return // a client that left is nobody's error
		}
	}
}

// around returns the JSON before and after the data of an answer: the data is
// sent as the executor wrote it, and not copied. There is no data when nothing
// was executed.
func around(response *graphql.Response) (before, after []byte) {
	errs, omitted := shownErrors(response.Errors)
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
		after = member(after, "extensions", marshal(extensions))
	}
	if separator == '{' { // nothing at all
		before = []byte("{")
	}
	return before, append(after, '}')
}

// marshal panics on what has no JSON: extensions that a programmer put there.
func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}
