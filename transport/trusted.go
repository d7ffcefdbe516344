package transport

import (
	"bytes"
	"cmp"
	"context"
	"crypto/md5"  //nolint:gosec // names documents of clients that use it
	"crypto/sha1" //nolint:gosec // as above
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/problems"
	"dossier/transport/document"
)

// Documents are the trusted documents of a server, which runs no others. A
// request has the name of a document as documentId or in
// extensions.persistedQuery.sha256Hash, or its exact text. Documents are parsed
// once. A nil *Documents means that every document is run.
type Documents struct{ atomic.Pointer[documentSet] }

// A documentSet are the documents of a file.
type documentSet struct {
	texts  map[string]string // by name
	parsed map[string]*ast.QueryDocument
}

// Replace replaces the documents by others, for requests that come from now on.
func (d *Documents) Replace(by *Documents) { d.Store(by.Load()) }

// ReadDocuments reads trusted documents from a JSON object of texts by hash,
// the format of graphql-codegen and the Relay compiler, or from a manifest of
// Apollo. Each document must be valid in the schema. A key that looks like an
// MD5, SHA-1 or SHA-256 must be the hash of its document. A document that is not as
// it should be is left out, and found says why, unless none is left.
func ReadDocuments(schema *ast.Schema, in io.Reader) (d *Documents, _ problems.Found, _ error) {
	entries, err := readEntries(in)
	if err != nil {
		return nil, nil, err
	}
	read, found := &documentSet{texts: map[string]string{}, parsed: map[string]*ast.QueryDocument{}}, problems.Found{}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		if err := read.add(schema, name, entries[name]); err != nil {
			found[problems.LeftOut("trusted document", name)] = fmt.Errorf("entry %q: %w", document.Short(name), err)
		}
	}
	if len(found) > 0 && len(read.texts) == 0 {
		first := slices.Min(slices.Collect(maps.Keys(found)))
		return nil, nil, fmt.Errorf("no document of the file can be used: %w", found[first])
	}
	d = &Documents{}
	d.Store(read)
	return d, found, nil
}

// readEntries reads the texts of a file of documents by their names.
func readEntries(in io.Reader) (entries map[string]json.RawMessage, err error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimLeft(text, "\ufeff")
	if _, err = document.ReadJSON(text); err == nil {
		err = json.Unmarshal(text, &entries)
	}
	if err != nil {
		return nil, fmt.Errorf("expected a JSON object of documents by hash: %w", err)
	}
	if string(entries["format"]) == `"apollo-persisted-query-manifest"` {
		return ofManifest(entries["operations"])
	}
	return entries, nil
}

// ofManifest returns the texts of a manifest's operations by their ids.
func ofManifest(operations json.RawMessage) (map[string]json.RawMessage, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(operations, &all); err != nil {
		return nil, fmt.Errorf("operations: expected a list of id and body: %w", err)
	}
	entries := map[string]json.RawMessage{}
	for i, operation := range all {
		var one struct {
			ID   string          `json:"id"`
			Body json.RawMessage `json:"body"`
		}
		if json.Unmarshal(operation, &one) != nil || one.ID == "" {
			entries[fmt.Sprint("number ", i+1)] = operation // no text: it is left out
			continue
		}
		entries[one.ID] = one.Body
	}
	return entries, nil
}

func (d *documentSet) add(schema *ast.Schema, name string, value json.RawMessage) error {
	var text string
	if json.Unmarshal(value, &text) != nil || text == "" {
		return fmt.Errorf("expected the text of a document; got %s", document.Short(string(value)))
	}
	bare := strings.TrimPrefix(name, "sha256:")
	if want := hashLike(bare, text); want != "" && want != strings.ToLower(bare) {
		return fmt.Errorf("expected the hash of its document, %s", want)
	}
	parsed, errs := gqlparser.LoadQueryWithRules(schema, text, nil)
	if errs != nil {
		return fmt.Errorf("the document is not valid: %s", document.Shortened(errs[0].Message))
	}
	d.texts[bare], d.texts[HashDocument(text)], d.parsed[text] = text, text, parsed
	return nil
}

// hashLike returns the hash of text by the function whose hashes have the
// length of name, or "" if name is not a hash.
func hashLike(name, text string) string {
	if _, err := hex.DecodeString(name); err != nil {
		return ""
	}
	switch len(name) {
	case 2 * md5.Size:
		return fmt.Sprintf("%x", md5.Sum([]byte(text))) //nolint:gosec // as above
	case 2 * sha1.Size:
		return fmt.Sprintf("%x", sha1.Sum([]byte(text))) //nolint:gosec // as above
	case 2 * sha256.Size:
		return HashDocument(text)
	}
	return ""
}

// HashDocument returns the SHA-256 of a document's text in lower-case
// hexadecimal digits.
func HashDocument(text string) string {
	hash := sha256.Sum256([]byte(text))
	return hex.EncodeToString(hash[:])
}

// resolve sets params.Query to the trusted document of the request. It refuses
// a request for another document.
func (d *Documents) resolve(params *graphql.RawParams) *gqlerror.Error {
	set, name := d.Load(), strings.TrimPrefix(persistedHash(params), "sha256:")
	if params.Query != "" {
		if _, known := set.parsed[params.Query]; known {
			return nil
		}
		return refuseDocument(cmp.Or(params.OperationName, name, params.Query))
	}
	text, known := set.texts[name]
	if !known {
		return refuseDocument(name)
	}
	params.Query = text
	return nil
}

func refuseDocument(name string) *gqlerror.Error {
	return coded(codeForbidden, fmt.Sprintf("expected a trusted document, as this server runs no others; got %q", document.Short(name)))
}

// persistedHash returns the hash of the document in a request's extensions, or
// "".
func persistedHash(params *graphql.RawParams) string {
	persisted, _ := params.Extensions["persistedQuery"].(map[string]any)
	hash, _ := persisted["sha256Hash"].(string)
	return hash
}

// parsedDocuments holds parsed documents: trusted ones permanently, and others
// as long as the cache keeps them.
type parsedDocuments struct {
	trusted *Documents
	graphql.Cache[*ast.QueryDocument]
}

// Get implements graphql.Cache.
func (p parsedDocuments) Get(ctx context.Context, query string) (*ast.QueryDocument, bool) {
	if p.trusted != nil {
		if parsed, known := p.trusted.Load().parsed[query]; known {
			return parsed, true
		}
	}
	return p.Cache.Get(ctx, query)
}

// Add implements graphql.Cache.
func (p parsedDocuments) Add(ctx context.Context, query string, doc *ast.QueryDocument) {
	if len(query) <= documentMaxKept {
		p.Cache.Add(ctx, query, doc)
	}
}
