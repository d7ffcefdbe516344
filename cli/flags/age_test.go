package flags

import (
	"testing"
	"time"
)

func TestAge(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90d": 90 * 24 * time.Hour, "1.5d": 36 * time.Hour, "12h": 12 * time.Hour, "36500d": 36500 * 24 * time.Hour,
		"36501d": 0, "infd": 0, "NaNd": 0, "-1d": 0, "0h": 0, "d": 0, "9999999h": 0, "": 0,
	} {
		var age Age
		err := age.UnmarshalText([]byte(text))
		if (err == nil) != (want > 0) || time.Duration(age) != want {
			t.Errorf("%q: got %v, %v; expected %v", text, time.Duration(age), err, want)
		}
	}
}
