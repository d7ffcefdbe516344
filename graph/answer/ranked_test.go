package answer

import "testing"

// TestKeysOfAmounts orders texts behind numbers, and members without a value last.
func TestKeysOfAmounts(t *testing.T) {
	ordered := []key{numberKey(-500), numberKey(0), numberKey(1200.5), {has: true, text: "a"}, {has: true, text: "unknown"}, {}}
	for i := range ordered {
		for j := range ordered {
			if got, want := ordered[i].compare(ordered[j], false), min(max(i-j, -1), 1); got != want {
				t.Errorf("%v and %v: got %d, want %d", ordered[i], ordered[j], got, want)
			}
		}
	}
	if (key{has: true, text: "a"}).compare(numberKey(1), true) != 1 {
		t.Error("in a descending order, a text is before numbers")
	}
}

func TestWithDecimals(t *testing.T) {
	for words, want := range map[string]string{
		"1.200 50": "1.200,50", "12.500 00 eur": "12.500,00 eur", "1.250.000 5": "1.250.000,5", "1 500": "1 500", "2 5": "2 5",
		"900": "900", "chf 2 000.50": "chf 2 000.50", "1.200": "1.200", "1.200 500": "1.200 500", "": "",
	} {
		if got := withDecimals(words); got != want {
			t.Errorf("%q: got %q, want %q", words, got, want)
		}
	}
}
