package transport

import (
	"context"
	"dossier/transport/price"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// The error codes of the protocol for automatic persisted queries.
const (
	codePersistedNotFound     = "PERSISTED_QUERY_NOT_FOUND"
	codePersistedNotSupported = "PERSISTED_QUERY_NOT_SUPPORTED"
)

// persistedKept is the number of documents kept. Each has at most
// [documentMaxKept] bytes, all together 8 MB.
const persistedKept = 512

// persisted holds documents that clients sent together with their hashes, so
// that later requests need only the hash. It contains only valid documents.
type persisted struct{ texts *lru.LRU[string] }

func newPersisted() *persisted { return &persisted{lru.New[string](persistedKept)} }

// resolve sets params.Query if the request has only a hash. If the request has
// both a hash and a document, it checks that they match.
func (p *persisted) resolve(ctx context.Context, params *graphql.RawParams) *gqlerror.Error {
	if version := persistedVersion(params); version != 1 {
		return coded(codePersistedNotSupported, "PersistedQueryNotSupported")
	}
	hash := persistedHash(params)
	if params.Query != "" {
		if HashDocument(params.Query) != hash {
			return coded(codeBadUserInput, "extensions.persistedQuery.sha256Hash is not the SHA-256 of the query")
		}
		return nil
	}
	text, known := p.texts.Get(ctx, hash)
	if !known {
		return coded(codePersistedNotFound, "PersistedQueryNotFound")
	}
	params.Query = text
	return nil
}

// keep keeps a valid document that was sent with its hash.
func (p *persisted) keep(ctx context.Context, op *graphql.OperationContext) {
	hash := persistedHash(&graphql.RawParams{Extensions: op.Extensions})
	if hash != "" && len(op.RawQuery) <= documentMaxKept {
		p.texts.Add(ctx, hash, op.RawQuery)
	}
}

// persistedVersion returns the version of the protocol, 1 if none is given.
func persistedVersion(params *graphql.RawParams) float64 {
	object, _ := params.Extensions["persistedQuery"].(map[string]any)
	if object["version"] == nil {
		return 1
	}
	version, _ := price.NumberOf(object["version"])
	return version
}

func coded(code, message string) *gqlerror.Error {
	return &gqlerror.Error{Message: message, Extensions: map[string]any{"code": code}}
}
