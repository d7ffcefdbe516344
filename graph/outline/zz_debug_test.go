package outline_test

import (
	"fmt"
	"os"

	"dossier/graph/outline"
)

func debugReading(test, question string, o *outline.Outline) {
	p := os.Getenv("ASKDEBUG")
	if p == "" {
		return
	}
	f, _ := os.OpenFile(p, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	defer f.Close()
	s := "-"
	if len(o.Readings) > 0 {
		s = o.Readings[0].Query.String() + " | unused " + fmt.Sprint(o.Readings[0].Unused)
	}
	fmt.Fprintf(f, "%s: %q\t%v %v\t%s\n", test, question, o.IsRead, o.Confidence.Reasons, s)
}
