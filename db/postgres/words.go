package postgres

import (
	"strings"
)

// opening reports what a word with a < does to those after it. Postgres' parser
// forgets between two words what was before, except in a tag or a comment, and
// takes neither for text.
type opening int

const (
	opensNothing opening = iota
	opensComment
	opensTag // or what may be one
)

// opens returns what the words of a text open at their first <, which is not at
// the end of the text, and how many bytes that is certain for.
func opens(text string) (what opening, certain int) {
	switch name := strings.TrimPrefix(text[1:], "/"); {
	case strings.HasPrefix(text, "<!--"):
		return opensComment, 0
	case text[1] == '!' && (text[2:] == "" || text[2]|0x20 != 'd'), text[1] == '?' && (text[2:] == "" || text[2] != 'x'):
		return opensNothing, 2
	case text[1] == '!', text[1] == '?':
		return opensTag, 0
	case name == "", !isLetter(name[0]) && name[0] != ':' && name[0] != '_':
		return opensNothing, 1
	default:
		return opensName(name), 1
	}
}

// opensName returns what the name of a tag opens. A tag that ends in the same word
// opens nothing, unless its content is no text.
func opensName(name string) opening {
	for i := range len(name) {
		switch c := name[i]; {
		case c == '>' && !hasFold(name, "script") && !hasFold(name, "style"):
			return opensNothing
		case c == '>', c >= 0x80, isSpace[c]:
			return opensTag
		case !isLetter(c) && (c < '0' || c > '9') && strings.IndexByte(":_.-/", c) < 0:
			return opensNothing
		}
	}
	return opensTag
}

// hasFold reports whether a text begins with a prefix of small letters, in any
// case.
func hasFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

var isSpace = [256]bool{' ': true, '\t': true, '\n': true, '\v': true, '\f': true, '\r': true}

// split calls f for each word of a text. It reports whether Postgres' parser reads
// them one by one, and nothing else. It is part of a longer text, of which begins
// reports whether it is the first: a path at the beginning may have a dot before
// it; and closes whether a comment may end after it.
func split(text string, begins, closes bool, f func(word string)) bool {
	if begins && text != "" && (text[0] == '.' || text[0] == '~') {
		return false
	}
	for end := 0; ; {
		start, after, marked := nextWord(text, end)
		if start == after {
			return true
		}
		end = after
		if marked {
			comment, alone := skipped(text[start:], end-start, closes)
			if !alone {
				return false
			}
			if comment > 0 {
				end = start + comment
				continue
			}
		}
		f(text[start:end])
	}
}

// nextWord returns where the next word of a text is, from a place on, and whether
// it has a <.
func nextWord(text string, from int) (start, end int, marked bool) {
	start = from
	for start < len(text) && isSpace[text[start]] {
		start++
	}
	end = start
	for end < len(text) && !isSpace[text[end]] {
		marked = marked || text[end] == '<'
		end++
	}
	return start, end, marked
}

// skipped returns the end of the comment that begins a text, 0 if none does. It
// reports whether the first word, with so many bytes, opens nothing else. What
// does not end is no comment.
func skipped(text string, word int, closes bool) (after int, alone bool) {
	for at := strings.IndexByte(text[:word], '<'); at >= 0 && at+1 < word; {
		what, certain := opens(text[at:])
		switch what {
		case opensTag:
			return 0, false
		case opensComment:
			inside, _, closed := strings.Cut(text[at+len("<!--"):], "-->")
			after = at + len("<!--") + len(inside) + len("-->")
			if closed || closes {
				return after, closed && at == 0 && (after == len(text) || isSpace[text[after]])
			}
			certain = min(len("<!--"), word-at)
		}
		next := strings.IndexByte(text[at+certain:word], '<')
		if next < 0 {
			break
		}
		at += certain + next
	}
	return 0, true
}
