package transport

import (
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// compressFrom is the size from which answers are compressed. Smaller ones fit
// into a packet.
const compressFrom = 1400 // bytes

// gzipLevel takes a third of the default's time, with 5 % more output. By eye.
const gzipLevel = 3

// Compress returns a handler that compresses the answers of next by gzip or
// zstd, whichever the client's quality values prefer. The length of a
// compressed answer reveals no secret, because credentials are in headers,
// which are not compressed. Answers sent in pieces are not compressed.
func Compress(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(compressFrom), gzhttp.CompressionLevel(gzipLevel))
	if err != nil { // can only be due to the constants above
		panic(err)
	}
	compressed := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isLive(r) {
			next.ServeHTTP(w, r)
			return
		}
		if lines := r.Header.Values("Accept-Encoding"); len(lines) > 1 { // gzhttp reads only the first
			r.Header.Set("Accept-Encoding", strings.Join(lines, ","))
		}
		compressed.ServeHTTP(w, r)
	})
}
