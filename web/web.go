// Package web serves the explorer, which shows what agents see, and the
// playground, a GraphQL editor. They are built from the folders explorer and
// playground into dist and embedded here, so that a server needs neither Node nor
// a network to serve them.
package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

//go:embed all:dist
var dist embed.FS

// policyOf returns a policy that restricts a page to its own origin, with more
// sources of styles and images.
func policyOf(styles, images string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self'" + styles + "; connect-src 'self'; img-src 'self'" + images +
		"; font-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// The policies of the pages. The playground's editor adds style elements while it
// runs, and draws some of its marks from data: URLs.
var (
	explorerPolicy   = policyOf("", "")
	playgroundPolicy = policyOf(" 'unsafe-inline'", " data:")
)

// Handler serves /playground, its assets below /playground/assets/ and the
// example queries, with the values of their variables, as
// /playground/examples.json, to GET and HEAD. Other paths get 404, other
// methods 405; /playground/ is redirected. The page sends its queries to
// /graphql. /playground/schema.graphqls is the schema as text, unless that is "".
// Clients see all paths below base, which is not a part of the paths here.
func Handler(base string, values func(context.Context) (Values, error), schema string) http.Handler {
	mux := http.NewServeMux()
	for _, f := range builtFiles("playground") {
		mux.Handle("GET "+f.route(), f.below(base))
	}
	mux.Handle("GET /playground/{$}", http.RedirectHandler(base+"/playground", http.StatusFound))
	mux.HandleFunc("GET /playground/examples.json", serveExamples(values))
	if schema != "" {
		mux.HandleFunc("GET /playground/schema.graphqls", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.Header().Set("Content-Disposition", `attachment; filename="schema.graphqls"`)
			_, _ = io.WriteString(w, schema) // the client may have left
		})
	}
	return secured(mux, playgroundPolicy)
}

// Explorer serves /explorer and the addresses of its views below it, which are
// the same page, and its assets below /explorer/assets/. The page sends its
// queries to /graphql. /explorer/clients.json has how programs connect to the
// server, as connections returns it. base is as for [Handler].
func Explorer(base string, connections func(*http.Request) (any, error)) http.Handler {
	mux := http.NewServeMux()
	for _, f := range builtFiles("explorer") {
		f = f.below(base)
		mux.Handle("GET "+f.route(), f)
		if f.route() == "/explorer" {
			mux.Handle("GET /explorer/{view...}", f)
		}
	}
	mux.HandleFunc("GET /explorer/clients.json", serveJSON(connections))
	mux.Handle("GET /explorer/assets/", http.NotFoundHandler())
	mux.Handle("GET /explorer/{$}", http.RedirectHandler(base+"/explorer", http.StatusFound))
	return secured(mux, explorerPolicy)
}

func secured(next http.Handler, policy string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// serveExamples serves the examples. If there are no values, for example
// because the store does not answer, it serves those that need none.
func serveExamples(values func(context.Context) (Values, error)) http.HandlerFunc {
	return serveJSON(func(r *http.Request) (any, error) {
		filled, err := values(r.Context())
		if err != nil {
			filled = nil
		}
		return Examples(filled), nil
	})
}

// serveJSON serves a value as JSON.
func serveJSON(of func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		value, err := of(r)
		if err == nil {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Cache-Control", "no-cache")
			err = json.NewEncoder(w).Encode(value)
		}
		if err != nil {
			http.Error(w, "encode "+r.URL.Path, http.StatusInternalServerError)
		}
	}
}

// A file is a file of the built page, gzipped as it is embedded.
type file struct {
	name    string // below dist, without .gz
	gzipped []byte
	tag     string // weak, because it is the same for all encodings of the content
}

func newFile(name string, gzipped []byte) file {
	sum := sha256.Sum256(gzipped)
	return file{name, gzipped, `W/"` + hex.EncodeToString(sum[:12]) + `"`}
}

// builtFiles returns the files of a page. It panics if one cannot be read,
// because that is a mistake in the build.
func builtFiles(page string) []file {
	var files []file
	err := fs.WalkDir(dist, "dist/"+page, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		gzipped, err := dist.ReadFile(name)
		if err != nil {
			return err
		}
		files = append(files, newFile(strings.TrimSuffix(strings.TrimPrefix(name, "dist/"), ".gz"), gzipped))
		return nil
	})
	if err != nil {
		panic(fmt.Errorf("read the embedded page: %w", err))
	}
	return files
}

// below returns the file for a server whose paths are below base. A page names its
// files by whole paths, because it is served at the addresses of all its views;
// the files name each other by where they are.
func (f file) below(base string) file {
	if base == "" || path.Ext(f.name) != ".html" {
		return f
	}
	plain, err := unzip(f.gzipped)
	if err != nil {
		panic(fmt.Errorf("unpack %s: %w", f.name, err))
	}
	page := path.Dir(f.name)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err = w.Write(bytes.ReplaceAll(plain, []byte(`"/`+page+`/`), []byte(`"`+html.EscapeString(base)+`/`+page+`/`)))
	if err = errors.Join(err, w.Close()); err != nil {
		panic(fmt.Errorf("pack %s: %w", f.name, err))
	}
	return newFile(f.name, packed.Bytes())
}

// route returns the path of the file's URL, for index.html that of its folder.
func (f file) route() string {
	return "/" + strings.TrimSuffix(f.name, "/index.html")
}

// ServeHTTP serves the gzipped bytes if the client accepts them, and the plain
// ones otherwise.
func (f file) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := f.gzipped
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		w.Header().Set("Content-Encoding", "gzip")
	} else if plain, err := unzip(f.gzipped); err == nil {
		body = plain
	} else {
		http.Error(w, "unpack "+f.name, http.StatusInternalServerError)
		return
	}
	f.describe(w.Header())
	http.ServeContent(w, r, f.name, time.Time{}, bytes.NewReader(body))
}

// describe sets the headers that do not depend on the request. Names below
// assets contain a hash of the content, so those files never change.
func (f file) describe(h http.Header) {
	h.Set("Content-Type", contentTypes[path.Ext(f.name)])
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", f.tag)
	h.Set("Cache-Control", "no-cache")
	if path.Base(path.Dir(f.name)) == "assets" {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
}

// contentTypes has the types of the suffixes that the build produces. The
// system's table of types is not used, because it differs between systems.
var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".md":   "text/plain; charset=utf-8",
	".svg":  "image/svg+xml",
	".ttf":  "font/ttf",
}

// acceptsGzip reports whether an Accept-Encoding header names gzip with a
// weight above zero.
func acceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		coding, params, err := mime.ParseMediaType(part)
		if err != nil || coding != "gzip" {
			continue
		}
		weight, err := strconv.ParseFloat(params["q"], 64)
		return err != nil || weight > 0
	}
	return false
}

func unzip(gzipped []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(gzipped))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
