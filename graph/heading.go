package graph

import (
	"cmp"
	"strings"
)

// The names of what a signal is about, in its props, where an import puts what it
// gives as a summary, and in its payload.
var (
	SummaryProps    = []string{"payload_summary", "summary"}
	subjectPayloads = []string{"subject", "title", "summary"}
)

// Heading returns what an entity is called in texts: its label, and of a signal what
// it says, because its label is only where it came from. That is the summary that it
// was given, or the subject of its payload, or its text, which alone the light view
// has.
func Heading(e Entity) string {
	signal, is := e.(*Signal)
	if !is {
		return e.Self().Label
	}
	about := cmp.Or(FirstText(signal.Props.Object(), SummaryProps...), FirstText(signal.Payload.Object(), subjectPayloads...),
		signal.PayloadSummary)
	if about == nil || IsBlank(*about) {
		return signal.Channel
	}
	return *about
}

// FirstText returns the first of the named members that is a text and not
// blank, nil if there is none.
func FirstText(object map[string]any, names ...string) *string {
	for _, name := range names {
		if text, ok := object[name].(string); ok && strings.TrimSpace(text) != "" {
			return &text
		}
	}
	return nil
}
