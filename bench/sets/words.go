package sets

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// markup lists expressions for markup, each with a sign that all matches
// contain.
var markup = []struct {
	sign    string
	pattern *regexp.Regexp
	by      string
}{
	{"<!--", regexp.MustCompile(`(?s)<!--.*?-->`), " "},
	{"](", regexp.MustCompile(`\]\([^)\s]*(?:\s[^)]*)?\)`), "]"},
	{"://", regexp.MustCompile(`https?://[^\s\v\x1c-\x1f\x{85}\p{Z}]+`), " "},
}

// Words returns the words of a text in lower case, without Markdown and
// addresses. Underscores are kept only inside words.
func Words(s string) []string {
	s = norm.NFKC.String(s)
	for _, m := range markup {
		if strings.Contains(s, m.sign) { // most lines do not
			s = m.pattern.ReplaceAllLiteralString(s, m.by)
		}
	}
	var list []string
	for _, run := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r != '_' && !isWord(r) }) {
		if run = strings.Trim(run, "_"); run != "" {
			list = append(list, run)
		}
	}
	return list
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// plain returns the words of a text, joined by spaces.
func plain(s string) string { return strings.Join(Words(s), " ") }

// between returns a plain text between spaces, so that a search for words
// between spaces finds only whole words.
func between(s string) string { return " " + s + " " }

// firstLetters returns the first n characters of a text.
func firstLetters(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// longer reports whether a text has more characters than the given number.
func longer(s string, than int) bool { return len(firstLetters(s, than)) < len(s) }

// runs returns the sequences of half the words of a sentence, of six to eight
// words. A text that contains one of them is taken to contain the sentence.
func runs(sentence string) (list []string) {
	list = []string{}
	ws := Words(sentence)
	k := 8
	if len(ws) < 16 {
		k = max(6, (len(ws)+1)/2)
	}
	for i := range max(1, len(ws)-k+1) {
		list = append(list, strings.Join(ws[i:min(i+k, len(ws))], " "))
	}
	return list
}
