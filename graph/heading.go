package graph

import "cmp"

// The names of what a signal is about, in its props, where an import puts what it
// gives as a summary, and in its payload.
var (
	summaryProps    = []string{"payload_summary", "summary"}
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
	about := cmp.Or(firstText(signal.Props.Object(), summaryProps...), firstText(signal.Payload.Object(), subjectPayloads...),
		signal.PayloadSummary)
	if about == nil || IsBlank(*about) {
		return signal.Channel
	}
	return *about
}
