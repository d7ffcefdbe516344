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

// negotiate returns the media type of the answer: the one that the Accept
// header prefers, application/graphql-response+json if it prefers neither, and
// application/json if it names neither. If neither is acceptable, it returns
// application/json for the refusal.
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

// acceptRanges returns the quality values in an Accept header by media range.
// It ignores invalid media ranges.
func acceptRanges(accept []string) map[string]float64 {
	if len(accept) == 1 {
		if ranges := usualRanges[accept[0]]; ranges != nil {
			return ranges
		}
	}
	return parseRanges(accept)
}

// usualRanges are the ranges of headers that need not be parsed for every
// request, and are not changed.
var usualRanges = map[string]map[string]float64{
	mediaJSON: {mediaJSON: 1}, mediaGraphQL: {mediaGraphQL: 1}, "*/*": {"*/*": 1},
}

func parseRanges(accept []string) map[string]float64 {
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
