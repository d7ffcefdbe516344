package cli

import "testing"

func TestByteSize(t *testing.T) {
	for text, want := range map[string]byteSize{
		"1": 1, "512": 512, "12b": 12, "2kB": 2000, "500MB": 500_000_000, "1.5 GiB": 1_610_612_736, "1tb": 1_000_000_000_000,
	} {
		var got byteSize
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q: got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1MB", "MB", "1e300GB", "inf", "NaN", "12 apples", "0x10"} {
		var got byteSize
		if err := got.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q: got %d, want an error", text, got)
		}
	}
}
