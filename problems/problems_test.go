package problems_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"dossier/problems"
)

func TestList(t *testing.T) {
	var log bytes.Buffer
	list := problems.New(slog.New(slog.NewTextHandler(&log, nil)))
	bad, worse := errors.New("bad"), errors.New("worse")
	list.Set(t.Context(), "lenses", problems.Found{"one": bad, "two": bad})
	list.Set(t.Context(), "lenses", problems.Found{"two": bad})
	list.Add(t.Context(), "keys", "three", bad)
	list.Add(t.Context(), "keys", "three", bad)
	list.Add(t.Context(), "keys", "four", worse)
	list.Remove("keys", "four")
	if got := fmt.Sprint(list.All()); got != "[three two]" {
		t.Error(got)
	}
	list.Set(t.Context(), "lenses", problems.Found{"two": worse})
	if lines := strings.Count(log.String(), "\n"); lines != 5 {
		t.Errorf("%d lines: %s", lines, &log)
	}
	for i := range 3000 {
		list.Add(t.Context(), "texts", fmt.Sprintf("text %4d", i), bad)
	}
	if got := list.All(); len(got) != 23 || got[22] != "texts: and 980 more" {
		t.Errorf("%d: %q", len(got), got)
	}
	var none *problems.List
	none.Set(t.Context(), "a", nil)
	none.Add(t.Context(), "a", "b", bad)
	none.Remove("a", "b")
	if none.All() != nil {
		t.Error("a nil list has problems")
	}
}
