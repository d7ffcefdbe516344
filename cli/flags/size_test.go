package flags

import (
	"strings"
	"testing"
)

func TestByteSize(t *testing.T) {
	for text, want := range map[string]Size{
		"1": 1, "512": 512, "12b": 12, "2kB": 2000, "500MB": 500_000_000, "1.5 GiB": 1_610_612_736, "1tb": 1_000_000_000_000,
	} {
		var got Size
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q: got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1MB", "MB", "1e300GB", "inf", "NaN", "12 apples", "0x10"} {
		var got Size
		if err := got.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q: got %d, want an error", text, got)
		}
	}
}

func TestNetwork(t *testing.T) {
	for text, want := range map[string]string{"10.0.0.0/8": "10.0.0.0/8", "10.0.0.7": "10.0.0.7/32", "::1": "::1/128", "proxy": "",
		"10.0.0.0/99": ""} {
		var got network
		switch err := got.UnmarshalText([]byte(text)); {
		case want == "" && (err == nil || !strings.Contains(err.Error(), "expected addresses such as 10.0.0.0/8")):
			t.Errorf("%q: %v", text, err)
		case want != "" && (err != nil || got.String() != want):
			t.Errorf("%q: got %v, %v, want %s", text, got, err, want)
		}
	}
}
