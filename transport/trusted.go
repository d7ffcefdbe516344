package transport

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Documents are the only documents that a server runs, by [HashDocument]; nil
// lets it run any. A request names one by extensions.persistedQuery.sha256Hash,
// or sends its text as it is.
type Documents map[string]string

// HashDocument is the name of a document: the SHA-256 of its text, in lower-case
// hexadecimal digits.
func HashDocument(text string) string {
	hash := sha256.Sum256([]byte(text))
	return hex.EncodeToString(hash[:])
}

// resolve puts the text of the document that is asked for into the parameters.
func (d Documents) resolve(params *graphql.RawParams) *gqlerror.Error {
	hash := persistedHash(params)
	switch {
	case d == nil && params.Query == "" && hash != "":
		return invalid("persisted documents are not supported")
	case d == nil:
		return nil
	case params.Query != "":
		hash = HashDocument(params.Query)
	}
	text, known := d[hash]
	if !known {
		return &gqlerror.Error{
			Message:    "only trusted documents are run, and this is none",
			Extensions: map[string]any{"code": codeForbidden},
		}
	}
	params.Query = text
	return nil
}

// persistedHash is the hash that a request names its document by, "" for none.
func persistedHash(params *graphql.RawParams) string {
	persisted, _ := params.Extensions["persistedQuery"].(map[string]any)
	hash, _ := persisted["sha256Hash"].(string)
	return hash
}
