package transport

import (
	"mime"
	"strconv"
	"strings"
)

// The media types of requests and answers.
const (
	mediaJSON    = "application/json"
	mediaGraphQL = "application/graphql-response+json"
)

// negotiate picks the media type of the answer: the one that the Accept header
// prefers, application/graphql-response+json when it names both alike, and
// application/json when it names neither. The latter is also the type to refuse
// in when nothing is acceptable.
func negotiate(accept []string) (media string, acceptable bool) {
	ranges := acceptRanges(accept)
	if len(ranges) == 0 {
		return mediaJSON, true
	}
	other := max(ranges["*/*"], ranges["application/*"])
	plain, named := ranges[mediaJSON]
	if !named {
		plain = other
	}
	if q := ranges[mediaGraphQL]; q > 0 && q >= ranges[mediaJSON] {
		return mediaGraphQL, true
	}
	return mediaJSON, plain > 0
}

// acceptRanges are the quality values of the media ranges that an Accept header
// names; what is no media range is left out.
func acceptRanges(accept []string) map[string]float64 {
	ranges := map[string]float64{}
	for _, text := range strings.Split(strings.Join(accept, ","), ",") {
		media, params, err := mime.ParseMediaType(text)
		if err != nil {
			continue
		}
		quality, err := strconv.ParseFloat(params["q"], 64)
		if err != nil {
			quality = 1
		}
		ranges[media] = max(ranges[media], quality)
	}
	return ranges
}
