package markdown

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dossier/sources"
)

// A number is the number of a decision or proposal in its series.
type number struct {
	prefix string // in capitals, such as ADR; "" if the name has none
	digits string // as written, such as 0007
}

// compound matches the names of records of a part of a project: "ODH-ADR-MS-0003-use-x.md".
var compound = regexp.MustCompile(`^((?:[A-Za-z]+[-_ ]){0,2}(?i:adr|rfc)[-_ ](?:[A-Za-z]+[-_ ]){0,2})(\d{1,6})(?:[-_. ]|$)`)

var seriesWord = regexp.MustCompile(`\b(ADR|RFC)\b`)

// series returns the word for the series that a prefix has: ADR of ODH-ADR-MS.
func (n number) series() string {
	return cmp.Or(seriesWord.FindString(n.prefix), n.prefix)
}

// numberOf returns the number in the name of a file, or of its folder if it is
// about that: "0007-use-x.md", "pep-0572.rst", "ADR007_x.md", "0042-x/README.md".
func numberOf(name string) number {
	base := stem(name)
	if isIndexName(base) {
		base = path.Base(path.Dir(name))
	}
	if found := compound.FindStringSubmatch(base); found != nil {
		return number{strings.ToUpper(strings.TrimRight(found[1], "-_ ")), found[2]}
	}
	letters := 0
	for letters < len(base) && unicode.IsLetter(rune(base[letters])) {
		letters++
	}
	rest := strings.TrimLeft(base[letters:], "-_ ")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	const mostLetters, mostDigits = 5, 6
	if digits == 0 || digits > mostDigits || letters > mostLetters || digits < len(rest) && strings.IndexByte("-_. ", rest[digits]) < 0 {
		return number{}
	}
	if isDate(rest) {
		return number{}
	}
	return number{strings.ToUpper(base[:letters]), rest[:digits]}
}

// isDate reports whether a name begins with a year, a month and a day.
func isDate(name string) bool {
	return len(name) >= len("2006-01-02") && isDigits(name[:4]) && name[4] == '-' && isDigits(name[5:7]) && name[7] == '-' &&
		isDigits(name[8:10])
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// value returns the number without leading zeros, -1 for none.
func (n number) value() int {
	if value, err := strconv.Atoi(n.digits); err == nil {
		return value
	}
	return -1
}

// in returns the number with a prefix, if it has none.
func (n number) in(prefix string) number {
	if n.prefix == "" {
		n.prefix = prefix
	}
	return n
}

// names returns what people call it: ADR-0007, ADR-7, ADR 7 and 0007.
func (n number) names() (names []string) {
	if n.digits == "" {
		return nil
	}
	value := strconv.Itoa(n.value())
	if n.prefix != "" {
		names = append(names, n.prefix+"-"+n.digits, n.prefix+"-"+value, n.prefix+" "+value)
	}
	if of := n.series(); of != n.prefix && of == n.prefix[strings.LastIndexAny(n.prefix, "-_ ")+1:] {
		names = append(names, of+"-"+n.digits, of+" "+value)
	}
	if n.digits[0] == '0' { // others may be any number
		names = append(names, n.digits)
	}
	return names
}

// title returns a title with the number before it, as people call the series, unless it
// has it: "PEP 8: Style Guide", "ADR-0007: Use X".
func (n number) title(title string) string {
	value := strconv.Itoa(n.value())
	shown, hyphen := value, "-"
	switch n.series() {
	case "", "ADR":
		shown = n.digits
	case "PEP", "RFC":
		hyphen = " "
	}
	words := "-" + slug(title) + "-"
	if n.prefix != "" && slug(title) == slug(n.prefix)+"-"+n.digits { // of the file
		return n.prefix + hyphen + shown
	}
	for _, digits := range []string{n.digits, value} {
		if n.digits == "" || strings.Contains(words, "-"+strings.TrimPrefix(slug(n.prefix)+"-"+digits, "-")+"-") {
			return title
		}
	}
	return strings.TrimPrefix(n.prefix+hyphen+shown, hyphen) + ": " + title
}

// setType sets the type of an entity to what its series is called, by which questions
// call it, and to the type that it has: plan.pep.standards_track.
func setType(item *sources.Item, series string) {
	key := string(item.Kind)
	for _, part := range []string{series, item.Type} {
		if part = strings.ReplaceAll(slug(part), "-", "_"); part != "" && !strings.ContainsFunc(part, func(r rune) bool { return r >= 0x80 }) {
			key += "." + part
		}
	}
	if key == string(item.Kind) {
		return
	}
	if item.Fields == nil {
		item.Fields = map[string]any{}
	}
	item.Fields["type_key"] = key
}

// inName removes the number before a title: "7. Use X", "ADR-0007: Use X",
// "KEP-42 - X". It returns the number that was there.
func inName(title string, known number) (rest string, found number) {
	at := 0
	for at < len(title) && unicode.IsLetter(rune(title[at])) {
		at++
	}
	prefix := strings.ToUpper(title[:at])
	if at > 0 && (at > 5 || prefix != known.prefix && !slices.Contains(prefixes, prefix)) {
		return title, number{}
	}
	digitsAt := at + len(title[at:]) - len(strings.TrimLeft(title[at:], "-_ #"))
	end := digitsAt + len(title[digitsAt:]) - len(strings.TrimLeft(title[digitsAt:], "0123456789"))
	behind := strings.TrimLeft(title[end:], " ")
	if end == digitsAt || end-digitsAt > 6 {
		return title, number{}
	}
	rest = strings.TrimLeft(behind, ".:-–—) ")
	switch {
	case rest == "" || rest == behind && at == 0: // "3 ways to do it"
		return title, number{}
	case at == 0 && known.digits != "" && known.value() != (number{digits: title[digitsAt:end]}).value():
		return title, number{}
	}
	return rest, number{prefix, title[digitsAt:end]}
}

// prefixes are what series are called.
var prefixes = []string{
	"ADR", "RFC", "KEP", "PEP", "EIP", "ERC", "BIP", "SIP", "SE", "JEP", "DEP", "TEP", "OEP", "MSC", "CIP", "FIP", "GEP", "AIP", "RIP", "NEP",
	"LEP", "AEP",
}

var decisionDirs = []string{
	"adr", "adrs", "decision", "decisions", "decisionrecords", "decisionlog", "decisionlogs", "architecturedecisions",
	"architecturaldecisions",
	"architecturedecisionrecords", "architecturaldecisionrecords", "adlog", "adl", "entscheidungen",
}

var proposalDirs = map[string]string{
	"kep": "KEP", "keps": "KEP", "rfc": "RFC", "rfcs": "RFC", "pep": "PEP", "peps": "PEP", "eip": "EIP", "eips": "EIP", "erc": "ERC",
	"ercs": "ERC",
	"bip":  "BIP", "bips": "BIP", "jep": "JEP", "jeps": "JEP", "dep": "DEP", "deps": "DEP", "tep": "TEP", "teps": "TEP", "oep": "OEP",
	"oeps": "OEP",
	"gep":  "GEP", "geps": "GEP", "nep": "NEP", "neps": "NEP", "cip": "CIP", "cips": "CIP", "sip": "SIP", "sips": "SIP", "fip": "FIP",
	"fips":  "FIP",
	"plans": "", "plan": "",
	"proposals": "", "proposal": "", "enhancements": "", "enhancementproposals": "", "designproposals": "", "text": "RFC",
}

func inDecisions(name string) bool {
	for part := range strings.SplitSeq(path.Dir(name), "/") {
		if slices.Contains(decisionDirs, letters(part)) {
			return true
		}
	}
	return false
}

func inProposals(name string) bool { return topProposals(name) != "" }

// topProposals returns the folder of proposals that a file is in, "" for none. A folder
// with a number is that of one of them.
func topProposals(name string) string {
	dirs := strings.Split(path.Dir(name), "/")
	for i, part := range dirs {
		if _, known := proposalDirs[letters(part)]; known && !strings.ContainsAny(part, "0123456789") {
			return strings.Join(dirs[:i+1], "/")
		}
	}
	return ""
}

// isRecordsDir reports whether a folder is called as those of decisions or proposals are.
func isRecordsDir(base string) bool {
	_, proposals := proposalDirs[letters(base)]
	return proposals || slices.Contains(decisionDirs, letters(base))
}

// letters returns the letters of a name in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
