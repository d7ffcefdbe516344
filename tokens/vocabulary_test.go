package tokens

import (
	"bytes"
	"compress/gzip"
	"flag"
	"maps"
	"os"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

var update = flag.Bool("update", false, "write the embedded vocabularies")

// packed returns the file of a vocabulary as it is published.
func packed(t *testing.T, published map[string]int) []byte {
	t.Helper()
	most := 0
	for _, rank := range published {
		most = max(most, rank)
	}
	tokens := make([]string, most+1)
	for token, rank := range published {
		tokens[rank] = token
	}
	var file bytes.Buffer
	writer, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		if _, err := writer.Write(append([]byte{byte(len(token))}, token...)); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestVocabularies compares the embedded vocabularies with those that are
// published. With -update it writes them.
func TestVocabularies(t *testing.T) {
	for _, one := range encodings {
		name := one.name
		if name == tiktoken.MODEL_P50K_EDIT { // that of p50k_base
			continue
		}
		published, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
		if err != nil {
			t.Fatal(err)
		}
		if path := "vocabularies/" + name + ".gz"; *update && name != tiktoken.MODEL_R50K_BASE {
			if err := os.WriteFile(path, packed(t, published), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		read, err := one.load()
		if err != nil {
			t.Fatal(err)
		}
		for b := range 256 {
			if read.rank(string([]byte{byte(b)})) == unmerged {
				t.Errorf("%s has no token for the byte %#x", name, b)
			}
		}
		embedded := map[string]int{}
		for _, s := range read.slots {
			if s.size > 0 {
				embedded[read.bytes[s.start:int(s.start)+int(s.size)]] = int(s.rank)
			}
		}
		if !maps.Equal(embedded, published) {
			t.Errorf("%s: %d tokens, want the %d that are published", name, len(embedded), len(published))
		}
	}
}

// TestDamagedVocabulary reads files that are cut or no files of a vocabulary.
func TestDamagedVocabulary(t *testing.T) {
	whole := packed(t, map[string]int{"a": 0, "bc": 2, "d": 3})
	tokens, err := unpacked(whole)
	if err != nil || len(tokens) != 4 || tokens[1] != "" || tokens[2] != "bc" {
		t.Errorf("got %q, %v", tokens, err)
	}
	var cut bytes.Buffer
	writer := gzip.NewWriter(&cut)
	_, _ = writer.Write([]byte{1, 'a', 9, 'b'})
	_ = writer.Close()
	for name, file := range map[string][]byte{"empty": nil, "no gzip": []byte("tokens"), "half": whole[:len(whole)/2],
		"a token is cut": cut.Bytes()} {
		if tokens, err := unpacked(file); err == nil {
			t.Errorf("%s: got %q, want an error", name, tokens)
		}
	}
}
