package tokens

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"sync"
)

// vocabularies has a file for each vocabulary: its tokens in the order of their
// ranks, each after a byte with its length, compressed. A rank without a token has
// the length 0. They are a quarter as large as in the form in which they are
// published, which a test compares them with.
//
//go:embed vocabularies
var vocabularies embed.FS

// vocabulary returns a function that reads, at its first call, the tokens with
// ranks below most of the vocabulary with a name.
func vocabulary(name string, most int) func() (*ranks, error) {
	return sync.OnceValues(func() (*ranks, error) {
		packed, err := vocabularies.ReadFile("vocabularies/" + name + ".gz")
		if err != nil {
			return nil, err
		}
		tokens, err := unpacked(packed)
		if err != nil {
			return nil, fmt.Errorf("read the vocabulary %s: %w", name, err)
		}
		return newRanks(tokens[:min(len(tokens), most)])
	})
}

// unpacked returns the tokens of a file, by rank.
func unpacked(packed []byte) (tokens []string, err error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		return nil, err
	}
	for all := string(text); all != ""; {
		size := 1 + int(all[0])
		if size > len(all) {
			return nil, io.ErrUnexpectedEOF
		}
		tokens = append(tokens, all[1:size])
		all = all[size:]
	}
	return tokens, nil
}
