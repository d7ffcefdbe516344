package gist_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"dossier/graph/gist"
)

// The numbers of questions of questions.txt that may ask for another view than their
// row says, because they have words of two, and that may ask for a view though they are
// about a detail, as in "why is the second column empty". The graph says that there is no
// such decision.
const mostWrong, mostDetails = 22, 16

// TestWishes reads the questions of questions.txt.
func TestWishes(t *testing.T) {
	data, err := os.ReadFile("questions.txt")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 18, 16, 30, 0, 0, time.UTC)
	wrong, details := 0, 0
	for line := range strings.Lines(string(data)) {
		want, question, isRow := strings.Cut(strings.TrimSpace(line), ": ")
		if !isRow || strings.HasPrefix(line, "#") || want == "names" {
			continue
		}
		wish, found := gist.WishOf(question, now, func(string) bool { return true })
		switch {
		case want == "-" && found:
			details++
			t.Logf("%q asks for %q, want none", question, wish.View)
		case want != "-" && wish.View != want:
			wrong++
			t.Logf("%q asks for %q, want %q; it is about %v", question, wish.View, want, wish.Rest)
		}
	}
	if wrong > mostWrong || details > mostDetails {
		t.Errorf("%d and %d questions ask for another view than they should; at most %d and %d may", wrong, details, mostWrong, mostDetails)
	}
}

// TestWishIsAbout checks what questions are about, besides the view.
func TestWishIsAbout(t *testing.T) {
	now := time.Date(2026, 11, 18, 16, 30, 0, 0, time.UTC)
	for question, want := range map[string]string{
		"In a nutshell, what is this repo about, for a newcomer?":          "",
		"what should I work on next in Shoplane Pay":                       "shoplane pay",
		"Top risks for the tape rescue and our answer to each":             "tape rescue",
		"Catch me up on Shoplane since the start of November":              "shoplane · 2026-11-01 onwards",
		"If the offline queue slips by a week, what else moves?":           "offline queue",
		"who owns the winter calibration, and how is it going?":            "winter calibration",
		"I'm taking over from Lúcia Ferreira, what is on her plate?":       "lucia ferreira",
		"Which decisions did the archive take this autumn":                 "archive · 2026-09-01 to 2026-11-30",
		"what happened in the garden in the last 10 days":                  "garden · 2026-11-08 to 2026-11-18",
		"what has Lena done in the last ten days":                          "lena · 2026-11-08 to 2026-11-18",
		"what happened in the shed in the past two weeks":                  "shed · 2026-11-04 to 2026-11-18",
		"Brief me on the winter readiness work":                            "winter readiness",
		"what happened to the October release":                             "release · 2026-10-01 to 2026-10-31",
		"what did we decide in the winter":                                 " · 2026-12-01 to 2027-02-28",
		"Was hat sich im Garten seit September geändert?":                  "garten · 2026-09-01 onwards",
		"Compare the offline work with the fraud rules: how far is each":   "offline fraud rules",
		"Why can't we hang the remaining stations yet and whose job is it": "hang remaining stations",
	} {
		wish, _ := gist.WishOf(question, now, func(string) bool { return true })
		got := strings.Join(wish.Rest, " ")
		if wish.Period != nil {
			got += " · " + strings.Replace(wish.Period.String(), "since ", "", 1)
			if wish.Period.To.IsZero() {
				got += " onwards"
			}
		}
		if got != want {
			t.Errorf("%q is about %q, want %q", question, got, want)
		}
	}
}

// TestConditionsAreNoWishes checks that a question which is read whole has no guessed view.
func TestConditionsAreNoWishes(t *testing.T) {
	for _, question := range []string{"what is ready to work on", "what is ready to start"} {
		if wish, found := gist.WishOf(question, time.Now(), func(string) bool { return true }); found {
			t.Errorf("%q asks for %q, want none", question, wish.View)
		}
	}
}

// TestPassing checks which words of questions name nothing if nothing has their names.
func TestPassing(t *testing.T) {
	for question, want := range map[string]string{
		"so Nell dragged me onto the roof, what's the overview": "dragged onto",
		"Catch me up on the zeppelin tower, I was gonna phone":  "gonna phone",
		"brief me on Zeppelin, they are fuming":                 "fuming",
		"zeppelin tower overview please":                        "zeppelin tower",
	} {
		wish, _ := gist.WishOf(question, time.Date(2026, 11, 18, 16, 30, 0, 0, time.UTC), func(string) bool { return true })
		got := []string{}
		for _, run := range wish.Passing {
			got = append(got, run...)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q says %q by the way, want %q", question, got, want)
		}
	}
}
