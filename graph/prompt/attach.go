package prompt

import "strings"

// Front renders parts as the beginning of a text: as Markdown, or as the first
// member of a JSON object. It returns "" if there are no parts.
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

// Join returns front, which [Front] rendered, followed by text. The text may be
// empty, for example if there was no room for it.
func Join(front, text string, asJSON bool) string {
	switch {
	case !asJSON || front == "":
		return front + text
	case text == "":
		return strings.TrimSuffix(front, ",") + "}"
	}
	return front + strings.TrimPrefix(text, "{")
}
