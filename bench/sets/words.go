package sets

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// markup is what is no word, and the sign without which a text has none of it.
var markup = []struct {
	sign    string
	pattern *regexp.Regexp
	by      string
}{
	{"<!--", regexp.MustCompile(`(?s)<!--.*?-->`), " "},
	{"](", regexp.MustCompile(`\]\([^)\s]*(?:\s[^)]*)?\)`), "]"},
	{"://", regexp.MustCompile(`https?://[^\s\v\x1c-\x1f\x{85}\p{Z}]+`), " "},
}

// Words are the words of a text in small letters, without its Markdown and
// addresses. Underscores join words inside and are dropped around them.
func Words(s string) []string {
	s = norm.NFKC.String(s)
	for _, m := range markup {
		if strings.Contains(s, m.sign) { // most lines have none
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

// plain is a text as its words.
func plain(s string) string { return strings.Join(Words(s), " ") }

// between is a plain text whose first and last words have spaces around them
// too, so that words are found as a whole.
func between(s string) string { return " " + s + " " }

// firstLetters are the first n characters of a text.
func firstLetters(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// letters is how many characters a text has, up to most.
func longer(s string, than int) bool { return len(firstLetters(s, than)) < len(s) }

// runs are the runs of half the words of a sentence, six to eight of them. One
// that is in a text says that the sentence is.
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
