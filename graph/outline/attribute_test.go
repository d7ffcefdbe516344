package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph/outline"
)

// tour is the graph of an orchestra's tour. Its legs are known by what is before
// the colon of their names.
func tour(t *testing.T) *library {
	t.Helper()
	var cues strings.Builder
	for i := 1; i <= 12; i++ {
		fmt.Fprintf(&cues, `{"kind":"task","id":"q%d","project_id":"p","title":"Cue sheet %d","state_key":"done","due_at":"2026-03-%02d"}
{"kind":"edge","rel":"has_task","src_id":"n","dst_id":"q%d"}
`, i, i, i, i)
	}
	return openWith(t, `{"kind":"project","id":"p","name":"Spring tour"}
{"kind":"record_type","id":"person","name":"Person","fields":[{"name":"role","type":"text"}]}
{"kind":"record_type","id":"engine","name":"Engine","fields":[]}
{"kind":"record","id":"r","project_id":"p","record_type":"person","fields":{"role":"Stage manager"},"name":"Ilse Brandvold"}
{"kind":"record","id":"v8","project_id":"p","record_type":"engine","name":"Bus motor"}
{"kind":"plan","id":"n","project_id":"p","name":"Leg 2: northern halls","state_key":"active"}
{"kind":"plan","id":"s","project_id":"p","name":"Leg 3: seaside bandstands","state_key":"completed"}
{"kind":"milestone","id":"m","project_id":"p","title":"Leg 2 sold out","state_key":"pending"}
{"kind":"task","id":"a","project_id":"p","title":"Rent the timpani","state_key":"todo","due_at":"2026-08-01",`+
		`"props":{"label":"showstopper","owner":"Ilse Brandvold"}}
{"kind":"task","id":"b","project_id":"p","title":"Order rosin","state_key":"todo","due_at":"2026-12-01"}
{"kind":"task","id":"c","project_id":"p","title":"Thank the porters","state_key":"todo"}
{"kind":"risk","id":"k","project_id":"p","title":"Fog closes the ferry","state_key":"identified"}
{"kind":"edge","rel":"has_task","src_id":"n","dst_id":"a"}
{"kind":"edge","rel":"has_task","src_id":"n","dst_id":"b"}
{"kind":"edge","rel":"has_task","src_id":"n","dst_id":"c"}
{"kind":"edge","rel":"has_risk","src_id":"n","dst_id":"k"}
`+cues.String())
}

// TestMissingAttributes asks for what named subjects have and lack.
func TestMissingAttributes(t *testing.T) {
	l := tour(t)
	for question, want := range map[string]outline.Answerability{
		"what is Ilse Brandvold's blood group":  outline.Partly,
		"which shoe size has Ilse Brandvold":    outline.Partly,
		"what is Ilse Brandvold's role":         outline.Likely,
		"what does Ilse Brandvold have to rent": outline.Likely,
		"is leg 3 completed":                    outline.Likely,
		"what is missing for leg 2":             outline.Likely,
		"is the fog of leg 2 on the 27th":       outline.Likely,
		"does leg 2 need 280 litres of diesel":  outline.Partly, // an amount
		"does leg 2 need LX-280":                outline.Unlikely,
	} {
		if got := l.find(question).Confidence; got.Answer != want {
			t.Errorf("%q is %s (%.2f, %v), want %s", question, got.Answer, got.Value, got.Reasons, want)
		}
	}
}

// TestLongGroupsAreShort asks about a plan with many tasks that are done. The
// first lines have those that are not, and the rest comes after all other parts.
func TestLongGroupsAreShort(t *testing.T) {
	l := tour(t)
	question := "status of leg 2"
	whole := text(l.Plan(t, question, l.find(question)).First(0))
	plan := l.Plan(t, question, l.find(question))
	at := func(label string) int {
		for n := range len(plan.Lines) + 1 {
			if strings.Contains(text(plan.First(n)), label) {
				return n
			}
		}
		t.Fatalf("no line has %q:\n%s", label, whole)
		return 0
	}
	first, risk, rest := at("Thank the porters"), at("Fog closes the ferry"), at("Cue sheet 12")
	if first > risk || risk > rest {
		t.Errorf("the open task is in line %d, the risk in %d, the last task that is done in %d; want this order", first, risk, rest)
	}
}

// TestLogsOfFewWords checks that the numbers of a log do not lower the confidence
// in what it names, also if it repeats its words.
func TestLogsOfFewWords(t *testing.T) {
	l := openWith(t, garden)
	log := "INFO picked job 7781\nWARN see Clay pipes\nERROR job 7781 failed\nINFO picked job 7781\nERROR job 7781 failed"
	if c := l.find(log).Confidence; c.Answer != outline.Likely {
		t.Errorf("the confidence in a log is %v", c)
	}
	if c := l.find("job 7781 of Clay pipes").Confidence; c.Answer == outline.Likely {
		t.Errorf("the confidence in an unknown number is %v", c)
	}
}
