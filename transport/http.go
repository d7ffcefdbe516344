package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// overHTTP is GraphQL over HTTP, as its specification has it. It takes whatever
// the transports before it left, so that every request gets an answer in JSON.
type overHTTP struct {
	limits Limits
}

var _ graphql.Transport = overHTTP{}

// Supports implements graphql.Transport.
func (overHTTP) Supports(*http.Request) bool { return true }

// Do implements graphql.Transport.
func (t overHTTP) Do(w http.ResponseWriter, r *http.Request, executor graphql.GraphExecutor) {
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
	response, refused := execute(ctx, executor, params, r.Method)
	if refused != nil {
		w.Header().Set("Allow", http.MethodPost)
		reply.refuse(refused)
		return
	}
	reply.send(response)
}

// execute runs the operation, or refuses one that the method may not run. A
// panic outside the resolvers is answered like one inside.
func execute(
	ctx context.Context, executor graphql.GraphExecutor, params *graphql.RawParams, method string,
) (response *graphql.Response, refused *refusal) {
	defer func() {
		if value := recover(); value != nil {
			response = fail(ctx, executor, recovered(ctx, value))
		}
	}()
	operation, errs := executor.CreateOperationContext(ctx, params)
	if errs != nil {
		return executor.DispatchError(graphql.WithOperationContext(ctx, operation), errs), nil
	}
	if refused := checkMethod(operation.Operation.Operation, method); refused != nil {
		return nil, refused
	}
	next, ctx := executor.DispatchOperation(ctx, operation)
	if response = next(ctx); response == nil { // the context ended before it began
		response = fail(ctx, executor, context.Cause(ctx))
	}
	return response, nil
}

func fail(ctx context.Context, executor graphql.GraphExecutor, err error) *graphql.Response {
	return executor.DispatchError(ctx, gqlerror.List{gqlerror.Wrap(err)})
}

// checkMethod lets GET run queries, and POST mutations too.
func checkMethod(operation ast.Operation, method string) *refusal {
	if operation == ast.Query || operation == ast.Mutation && method == http.MethodPost {
		return nil
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

func (r reply) write(status int, response *graphql.Response) {
	body := encode(response)
	header := r.Header()
	header.Set("Content-Type", r.media+"; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	r.WriteHeader(status)
	_, _ = r.ResponseWriter.Write(body) // a client that left is nobody's error
}

// encode writes the data as the executor wrote it: encoding/json would read all
// of it again. There is no data when nothing was executed.
func encode(response *graphql.Response) []byte {
	var out bytes.Buffer
	out.Grow(len(response.Data) + 256)
	separator := byte('{')
	member := func(name string, value []byte) {
		out.WriteByte(separator)
		out.WriteString(`"` + name + `":`)
		out.Write(value)
		separator = ','
	}
	if len(response.Errors) > 0 {
		member("errors", marshal(response.Errors))
	}
	if len(response.Data) > 0 {
		member("data", response.Data)
	}
	if len(response.Extensions) > 0 {
		member("extensions", marshal(response.Extensions))
	}
	out.WriteByte('}')
	return out.Bytes()
}

// marshal panics on what has no JSON: extensions that a programmer put there.
func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}
