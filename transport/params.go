package transport

import (
	"bytes"
	"dossier/transport/document"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// A refusal is the answer to an invalid GraphQL request, without parts of its
// body.
type refusal struct {
	status int
	err    *gqlerror.Error
}

func refuse(status int, format string, args ...any) *refusal {
	return &refusal{status, &gqlerror.Error{
		Message:    fmt.Sprintf(format, args...),
		Extensions: map[string]any{"code": codeBadUserInput},
	}}
}

// readParams returns the GraphQL parameters in the URL of a GET or the body of
// a POST.
func readParams(w http.ResponseWriter, r *http.Request, maxBytes int) (*graphql.RawParams, *refusal) {
	var params *graphql.RawParams
	var refused *refusal
	switch r.Method {
	case http.MethodGet:
		params, refused = queryParams(r.URL.RawQuery)
	case http.MethodPost:
		params, refused = postParams(w, r, maxBytes)
	default:
		w.Header().Set("Allow", "GET, POST")
		return nil, refuse(http.StatusMethodNotAllowed, "GraphQL is served by GET and POST")
	}
	if refused == nil && params.Query == "" && persistedHash(params) == "" {
		return nil, refuse(http.StatusBadRequest, `the parameter "query" is missing`)
	}
	return params, refused
}

func queryParams(rawQuery string) (*graphql.RawParams, *refusal) {
	values, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "the URL's query is not well formed")
	}
	for _, name := range slices.Sorted(maps.Keys(wants)) {
		switch {
		case len(values[name]) > 1:
			return nil, refuse(http.StatusBadRequest, "the parameter %q is there %d times; expected it once", name, len(values[name]))
		case !utf8.ValidString(values.Get(name)):
			return nil, refuse(http.StatusBadRequest, "the parameter %q is not UTF-8", name)
		}
	}
	params := &graphql.RawParams{
		Query:         values.Get("query"),
		OperationName: values.Get("operationName"),
	}
	for _, object := range []struct {
		name string
		into *map[string]any
	}{
		{"variables", &params.Variables},
		{"extensions", &params.Extensions},
	} {
		text := values.Get(object.name)
		if text == "" {
			continue
		}
		err := document.ReadObject([]byte(text), object.into)
		if _, twice := errors.AsType[*document.RepeatedKey](err); twice || errors.Is(err, document.ErrHalf) {
			return nil, refuse(http.StatusBadRequest, "the parameter %q %s", object.name, err)
		}
		if err != nil {
			return nil, refuse(http.StatusBadRequest, "the parameter %q must be a JSON object", object.name)
		}
	}
	return withDocumentID(params, values.Get("documentId")), nil
}

func postParams(w http.ResponseWriter, r *http.Request, maxBytes int) (*graphql.RawParams, *refusal) {
	if refused := checkMedia(r.Header); refused != nil {
		return nil, refused
	}
	body, err := readAll(http.MaxBytesReader(w, r.Body, int64(maxBytes)), min(r.ContentLength, int64(maxBytes)))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		found := max(int(r.ContentLength), maxBytes+1) // a chunked body has no length
		return nil, &refusal{http.StatusRequestEntityTooLarge, within("bodyBytes", found, maxBytes)}
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "the body could not be read to its end")
	}
	return parseBody(body)
}

// readAll reads to the end of r. The text mostly has the given size.
func readAll(r io.Reader, size int64) ([]byte, error) {
	text := make([]byte, 0, max(size, 0)+1) // the end of a body is read together with its last byte, or after it
	for {
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case err == io.EOF:
			return text, nil
		case err != nil:
			return nil, err
		case len(text) == cap(text):
			text = slices.Grow(text, bytes.MinRead)
		}
	}
}

// checkMedia refuses bodies that are not uncompressed JSON in UTF-8.
func checkMedia(header http.Header) *refusal {
	if header.Get("Content-Type") == mediaJSON && header["Content-Encoding"] == nil {
		return nil
	}
	media, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || media != mediaJSON {
		return refuse(http.StatusUnsupportedMediaType, "the content type must be application/json")
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return refuse(http.StatusUnsupportedMediaType, "the charset must be utf-8")
	}
	if encoding := header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return refuse(http.StatusUnsupportedMediaType, "the body must not be encoded")
	}
	return nil
}

// parseBody returns the parameters in the body of a POST. It ignores other
// members, as the specification requires, and a byte order mark.
func parseBody(body []byte) (*graphql.RawParams, *refusal) {
	body = bytes.TrimLeft(body, "\ufeff")
	trimmed := bytes.TrimLeft(body, jsonSpace)
	switch {
	case !utf8.Valid(body):
		return nil, refuse(http.StatusBadRequest, "the body is not UTF-8")
	case len(trimmed) == 0:
		return nil, refuse(http.StatusBadRequest, "the body is empty")
	case trimmed[0] == '[':
		return nil, refuse(http.StatusBadRequest, "batches are not supported: send one request at a time")
	case trimmed[0] != '{':
		return nil, refuse(http.StatusBadRequest, "the body must be a JSON object")
	}
	value, err := document.ReadJSON(body)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "%s", explain(err))
	}
	return paramsOf(value.(map[string]any))
}

// paramsOf returns the parameters with the values of an object.
func paramsOf(object map[string]any) (*graphql.RawParams, *refusal) {
	var params graphql.RawParams
	var id, wrong string
	for name, value := range object {
		is := true
		switch {
		case value == nil:
		case strings.EqualFold(name, "query"):
			params.Query, is = value.(string)
		case strings.EqualFold(name, "operationName"):
			params.OperationName, is = value.(string)
		case strings.EqualFold(name, "documentId"):
			id, is = value.(string)
		case strings.EqualFold(name, "variables"):
			params.Variables, is = value.(map[string]any)
		case strings.EqualFold(name, "extensions"):
			params.Extensions, is = value.(map[string]any)
		}
		if !is && (wrong == "" || name < wrong) {
			wrong = name
		}
	}
	for name, want := range wants {
		if strings.EqualFold(name, wrong) {
			return nil, refuse(http.StatusBadRequest, "the parameter %q must be %s", name, want)
		}
	}
	return withDocumentID(&params, id), nil
}

// withDocumentID sets the id of the document, from the parameter that the
// appendix on persisted documents of GraphQL over HTTP defines.
func withDocumentID(params *graphql.RawParams, id string) *graphql.RawParams {
	if id != "" && persistedHash(params) == "" {
		if params.Extensions == nil {
			params.Extensions = map[string]any{}
		}
		params.Extensions["persistedQuery"] = map[string]any{"sha256Hash": strings.TrimPrefix(id, "sha256:")}
	}
	return params
}

// jsonSpace are the characters that JSON permits around values.
const jsonSpace = " \t\r\n"

// wants describes the type of each parameter, by the name in errors.
var wants = map[string]string{
	"query": "a string", "operationName": "a string", "variables": "an object", "extensions": "an object", "documentId": "a string",
}

// explain returns a description of an error in a body, without parts of the
// body.
func explain(err error) string {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf("the body is not JSON: wrong at byte %d", syntax.Offset)
	}
	if twice, ok := errors.AsType[*document.RepeatedKey](err); ok {
		return "the body " + twice.Error()
	}
	switch {
	case errors.Is(err, document.ErrHalf):
		return "the body " + err.Error()
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the body is not JSON: it ends too early"
	case errors.Is(err, document.ErrTrailing):
		return "the body has something after its JSON object"
	}
	return "the body is not JSON"
}
