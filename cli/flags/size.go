package flags

import (
	"fmt"
	"strconv"
	"strings"
)

// A Size is the size of a flag in bytes, such as 500MB or 2GiB.
type Size int64

// units are the units of a Size, the longest names first.
var units = []struct {
	name  string
	bytes float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12}, {"b", 1}, {"", 1},
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Size) UnmarshalText(text []byte) error {
	given := strings.ToLower(strings.TrimSpace(string(text)))
	for _, unit := range units {
		number, has := strings.CutSuffix(given, unit.name)
		if !has {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(value > 0) || value*unit.bytes > 1<<62 {
			break
		}
		*s = Size(value * unit.bytes)
		return nil
	}
	return fmt.Errorf("expected a size such as 500MB or 2GiB; got %q", text)
}
