package prompt

import "strings"

// Front returns parts as they are before the rest of a text: in Markdown their
// text, in JSON the first member of the object. It is empty for no parts.
func Front(parts []Part, asJSON bool) string {
	if asJSON && len(parts) > 0 {
		return attachedMember(parts)
	}
	var out strings.Builder
	for _, part := range parts {
		out.WriteString(part.Markdown())
	}
	return out.String()
}

// Join returns a text behind its front, as [Front] wrote it. The text may be
// empty, as one that there was no room for.
func Join(front, text string, asJSON bool) string {
	switch {
	case !asJSON || front == "":
		return front + text
	case text == "":
		return strings.TrimSuffix(front, ",") + "}"
	}
	return front + strings.TrimPrefix(text, "{")
}
