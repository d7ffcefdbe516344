package markdown

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"dossier/sources"
)

// meetingWords are words in the names of minutes and of their folders.
var meetingWords = strings.Fields("meeting meetings minutes standup standups sync call calls retro retrospective agenda council board " +
	"protokoll protokolle besprechung besprechungen sitzung sitzungen réunion réunions reunion procès acta actas reunión reuniones")

// isMinutes reports whether a page is about a meeting: by what it decided, or by its title,
// its name or that of its folder.
func (p *page) isMinutes() bool {
	if p.class != document {
		return false
	}
	words := strings.Split(slug(p.title+" "+p.stem()+" "+path.Base(p.dir())), "-")
	return len(p.decided) > 0 || slices.ContainsFunc(words, func(word string) bool { return slices.Contains(meetingWords, word) })
}

// setRecent sets the day from which on what minutes ask somebody to do may still be open: a
// year before the latest ones, by eye.
func (f *folder) setRecent() {
	for _, p := range f.pages {
		if latest, err := time.Parse(time.DateOnly, p.day[:min(len(p.day), len(time.DateOnly))]); err == nil && p.isMinutes() {
			f.recent = max(f.recent, latest.AddDate(-1, 0, 0).Format(time.DateOnly))
		}
	}
}

// heldOn returns the day of minutes: that of front matter or the header, of the name of
// the file, or of the title, "" for none.
func (p *page) heldOn() string {
	if !p.isMinutes() {
		return ""
	}
	said := p.head.Text("date", "datum", "fecha")
	for _, h := range p.header {
		if key := folded(h.key); key == "date" || key == "datum" || key == "fecha" {
			said = cmp.Or(said, h.value)
		}
	}
	return cmp.Or(dayIn(said), dayIn(strings.ReplaceAll(p.stem(), "_", " ")), dayIn(p.title))
}

// numbered are dates of numbers with the year first, as names of files have them.
var numbered = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?:\D|$)`)

// dayIn returns the first date in a text, as an import has it, "" for none.
func dayIn(text string) string {
	if found := numbered.FindStringSubmatch(text); found != nil {
		if at, is := sources.Time(strings.Join(found[1:], "-")); is {
			return at
		}
	}
	words := strings.Fields(text)
	for i, word := range words {
		word = strings.Trim(word, "()[],;:")
		for _, ordinal := range []string{"st", "nd", "rd", "th"} {
			if number, is := strings.CutSuffix(word, ordinal); is && isDigits(number) {
				word = number
			}
		}
		words[i] = word
	}
	const mostWords = 5 // 3 de marzo de 2026
	for first := range words {
		for n := min(mostWords, len(words)-first); n > 0; n-- {
			text := strings.Join(words[first:first+n], " ")
			if at, is := sources.Time(text); is && !isDigits(text) { // no seconds since 1970
				return at[:len("2006-01-02")]
			}
		}
	}
	return ""
}
