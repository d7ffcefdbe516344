// Package amount reads numbers as people write them: with a currency, marks between
// digits, a factor or a unit.
package amount

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// form matches an amount: a sign, a currency, digits with marks between them,
// a dash for no decimals, and what follows. White space is one space.
var form = regexp.MustCompile(`^([-−+]?) ?([\p{L}.]{0,4}\p{Sc}|\p{L}{1,6}\.?)? ?([-−+]?) ?(\d(?:[\d.,'’ ` +
	`]*\d)?|[.,]\d+)(?:[.,][-–—]{1,2})?(.*)$`)

// Currencies by their codes and other texts in lower case; any symbol of a currency is
// one, too.
var currencies = strings.Fields(`eur euro euros usd dollar dollars gbp pound pounds chf franc francs fr fr. sfr
	sfr. jpy yen cny yuan inr rs rs. rupee rupees
	sek nok dkk isk kr kr. pln zł zl czk kč huf ft ron lei bgn rub try tl uah ils aed sar zar brl real reais mxn ars clp cop cad
	aud nzd sgd hkd krw thb idr myr php vnd`)

// Words and letters after a number that multiply it.
var factors = map[string]float64{
	"k": 1e3, "thousand": 1e3, "tsd": 1e3, "m": 1e6, "mio": 1e6, "mn": 1e6, "million": 1e6, "millions": 1e6, "millionen": 1e6,
	"bn": 1e9, "billion": 1e9, "mrd": 1e9, "milliarden": 1e9, "lakh": 1e5, "crore": 1e7,
}

// Read returns the number that a text is, in the notations of Europe, India and
// English: "1.250,00 EUR", "€ 1 250", "CHF 1'250.–", "₹12,34,567", "(500)". It may
// have a currency, a factor such as million, and a unit of one word. The currency, or
// else the unit, is returned in lower case, euros and € as eur; a share in percent is a
// fraction. It reports false for any other text, and for one with two readings, such as
// 1.250 without a currency.
func Read(text string) (number float64, unit string, ok bool) {
	text = strings.Join(strings.Fields(text), " ")
	isLoss := strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")")
	if isLoss {
		text = strings.TrimSpace(text[1 : len(text)-1])
	}
	found := form.FindStringSubmatch(text)
	if found == nil {
		return 0, "", false
	}
	before, digits, rest := found[2], found[4], strings.TrimSpace(found[5])
	if before != "" && !isCurrency(before) {
		return 0, "", false
	}
	factor, isMoney, unit, ok := readEnd(rest)
	if !ok {
		return 0, "", false
	}
	number, ok = readDigits(digits, isMoney || before != "")
	if isNegative := isLoss != (isMinus(found[1]) || isMinus(found[3]) || isMinus(rest)); isNegative {
		number = -number
	}
	return number * factor, code(cmp.Or(strings.ToLower(before), unit)), ok
}

// code returns the code of a currency that has several names, and other units as they are.
func code(unit string) string {
	if known, is := codes[unit]; is {
		return known
	}
	return unit
}

// codes are the codes of currencies that have other names and symbols.
var codes = map[string]string{
	"€": "eur", "euro": "eur", "euros": "eur", "$": "usd", "us$": "usd", "dollar": "usd", "dollars": "usd", "£": "gbp", "pound": "gbp",
	"pounds": "gbp", "franc": "chf", "francs": "chf", "fr": "chf", "fr.": "chf", "sfr": "chf", "sfr.": "chf", "¥": "jpy",
	"yen": "jpy", "yuan": "cny",
	"₹": "inr", "rs": "inr", "rs.": "inr", "rupee": "inr", "rupees": "inr", "kr.": "kr", "zł": "pln", "zl": "pln", "kč": "czk", "ft": "huf",
}

func isMinus(text string) bool { return text == "-" || text == "−" }

// isCurrency reports whether a text is a currency: a code, a name or a symbol.
func isCurrency(text string) bool {
	return currencySymbol.MatchString(text) || slices.Contains(currencies, strings.ToLower(text))
}

var currencySymbol = regexp.MustCompile(`^[\p{L}.]{0,4}\p{Sc}$`)

// readEnd reads what follows the digits of an amount: a minus, a percent sign, or a
// factor, a currency and a unit of one word.
func readEnd(rest string) (factor float64, isMoney bool, unit string, ok bool) {
	const percent = 0.01
	words := strings.Fields(strings.TrimPrefix(rest, "/")) // as in €12/h
	if len(words) > 0 && isMinus(words[0]) {
		words = words[1:]
	}
	factor = 1
	if len(words) > 0 {
		if by, known := factors[strings.TrimSuffix(strings.ToLower(words[0]), ".")]; known {
			factor, words = by, words[1:]
		}
	}
	switch {
	case len(words) == 0:
		return factor, false, "", true
	case rest == "%" || strings.EqualFold(rest, "percent") || strings.EqualFold(rest, "per cent"):
		return percent, false, "", true
	case len(words) > 1 || strings.ContainsAny(words[0], "0123456789.,:;/–—-()[]"):
		return 0, false, "", strings.HasSuffix(words[0], ".") && len(words) == 1 && isCurrency(words[0])
	}
	return factor, isCurrency(words[0]), strings.ToLower(words[0]), true
}

// readDigits returns the number of digits with marks: the last mark may be that of
// decimals, all others are between groups.
func readDigits(digits string, isMoney bool) (number float64, ok bool) {
	decimals, mark := "", strings.LastIndexAny(digits, ".,")
	if mark >= 0 && isDecimalMark(digits, mark) {
		digits, decimals = digits[:mark], digits[mark+1:]
	} else if mark >= 0 && digits[mark] == '.' && strings.Count(digits, ".") == 1 && !isMoney && !strings.Contains(digits, ",") {
		return 0, false // 1.250 is a thousand or one
	}
	whole, ok := joinedGroups(digits)
	if !ok || strings.Trim(decimals, "0123456789") != "" {
		return 0, false
	}
	number, err := strconv.ParseFloat(whole+"."+decimals+"0", 64)
	return number, err == nil
}

// isDecimalMark reports whether the last point or comma in digits is before decimals:
// it is the only one of its sort, and not before a group of three digits that has no
// other marks before it.
func isDecimalMark(digits string, mark int) bool {
	whole, decimals := digits[:mark], digits[mark+1:]
	if strings.ContainsRune(whole, rune(digits[mark])) {
		return false
	}
	if strings.ContainsAny(whole, ".,'’ ") {
		return true
	}
	return len(decimals) != groupLength || whole == "" || whole[0] == '0' || len(whole) > groupLength
}

const groupLength = 3

// joinedGroups returns digits without the marks between groups, which are all the same.
// Groups have three digits, or in India two except the last.
func joinedGroups(digits string) (whole string, ok bool) {
	at := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' })
	if at < 0 {
		return digits, true
	}
	mark := []rune(digits[at:])[0]
	groups := strings.Split(digits, string(mark))
	if last := len(groups) - 1; len(groups[0]) == 0 || len(groups[0]) > groupLength || len(groups[last]) != groupLength {
		return "", false
	}
	middle := groups[1 : len(groups)-1]
	for _, group := range middle {
		if len(group) != len(middle[0]) || len(group) != groupLength && (len(group) != 2 || mark != ',' || len(groups[0]) > 2) {
			return "", false
		}
	}
	whole = strings.Join(groups, "")
	return whole, strings.Trim(whole, "0123456789") == ""
}
