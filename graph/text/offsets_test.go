package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOffsets(t *testing.T) {
	source := strings.Repeat("Grüße, 世界! ", 200)
	offsets := NewOffsets(source)
	for at := range source {
		if got, want := offsets.At(at), utf8.RuneCountInString(source[:at]); got != want {
			t.Fatalf("At(%d) = %d; want %d", at, got, want)
		}
	}
	if got, want := offsets.At(len(source)), utf8.RuneCountInString(source); got != want {
		t.Errorf("At the end = %d; want %d", got, want)
	}
}
