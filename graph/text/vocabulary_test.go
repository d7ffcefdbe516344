package text

import (
	"errors"
	"slices"
	"testing"
)

// TestVocabulary compares the words of a vector with those that Decode returns.
func TestVocabulary(t *testing.T) {
	for _, test := range []struct {
		fields []Field
		titled []string
	}{
		{[]Field{{Name: "title", Text: "Pay the bill. Pay it."}, {Name: "body", Text: "The bill is due"}}, []string{"pay", "the", "bill", "it"}},
		{[]Field{{Name: "title", Text: ""}, {Name: "body", Text: "Due"}}, []string{}},
		{[]Field{{Name: "title", Text: "KEP-1287"}}, []string{"kep", "1287", "kep-1287"}},
		{nil, []string{}},
	} {
		blob := Analyse(test.fields...)
		words, titled, err := Vocabulary(blob)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := Decode(blob)
		if err != nil || !slices.Equal(words, whole.Vocabulary) {
			t.Errorf("%v: got %q, %v, want %q", test.fields, words, err, whole.Vocabulary)
		}
		if got := slices.Sorted(slices.Values(words[:titled])); !slices.Equal(got, slices.Sorted(slices.Values(test.titled))) {
			t.Errorf("%v: got the titled %q, want %q", test.fields, got, test.titled)
		}
	}
}

func TestVocabularyOfDamage(t *testing.T) {
	blob := Analyse(Field{Name: "title", Text: "Pay the bill"}, Field{Name: "body", Text: "It is due"})
	for _, damaged := range [][]byte{nil, {2}, blob[:4], {1, 200}, {1, 0, 1, 0, 1, 0, 0, 0, 1, 80}} {
		if _, _, err := Vocabulary(damaged); !errors.Is(err, ErrVector) {
			t.Errorf("%v: got %v, want ErrVector", damaged, err)
		}
	}
}
