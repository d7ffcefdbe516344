package transport

import (
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// Answers smaller than this are sent as they are: they fit into a packet.
const compressFrom = 1400 // bytes

// gzipLevel costs a third of the default and is 5 % larger. By eye.
const gzipLevel = 3

// Compress sends answers by gzip or zstd to clients that accept one, as their
// quality values prefer. An answer holds no secret, so its length gives none
// away: credentials are in headers, which are not compressed. What is sent in
// pieces is sent as it is.
func Compress(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(compressFrom), gzhttp.CompressionLevel(gzipLevel))
	if err != nil { // of the constants above
		panic(err)
	}
	compressed := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isLive(r) {
			next.ServeHTTP(w, r)
			return
		}
		if lines := r.Header.Values("Accept-Encoding"); len(lines) > 1 { // of which gzhttp reads the first
			r.Header.Set("Accept-Encoding", strings.Join(lines, ","))
		}
		compressed.ServeHTTP(w, r)
	})
}
