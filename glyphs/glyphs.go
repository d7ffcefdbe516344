// Package glyphs defines which characters of a text show.
//
// A character that does not show can hide structure from a check, or a message
// from a reader, and can change how a terminal shows what follows. One definition
// serves every place that prints texts. It follows the properties of Unicode, and
// keeps what a script or an emoji needs.
package glyphs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shown returns a text without the characters that do not show, except line
// breaks and tabs. Line separators of Unicode become line breaks.
func Shown(text string) string {
	if AreShown(text) {
		return text
	}
	var out strings.Builder
	out.Grow(len(text))
	scan(text, func(r rune, shows bool) {
		if shows {
			out.WriteRune(r)
		}
	})
	return out.String()
}

// Hidden returns the number of characters that Shown leaves out.
func Hidden(text string) (n int) {
	if AreShown(text) {
		return 0
	}
	scan(text, func(_ rune, shows bool) {
		if !shows {
			n++
		}
	})
	return n
}

// AreShown reports whether Shown returns the text as it is.
func AreShown(text string) bool {
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b >= utf8.RuneSelf:
			return beyondASCII(text)
		case b < ' ' && b != '\n' && b != '\t', b == 0x7F:
			return false
		}
	}
	return true
}

// beyondASCII reports whether the characters of a text show.
func beyondASCII(text string) bool {
	for _, r := range text {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7F && (isHidden(r) || lineEnd(r) == '\n') {
			return same(text)
		}
	}
	return true
}

// same reports whether each character of a text shows, in its place.
func same(text string) bool {
	whole := true
	scan(text, func(r rune, shows bool) { whole = whole && shows && lineEnd(r) == r })
	return whole && !strings.ContainsAny(text, "\r\v\f\u0085\u2028\u2029")
}

// scan calls visit with each character, and whether it shows. The end of a line
// is a line break.
func scan(text string, visit func(r rune, shows bool)) {
	p := place{rest: text}
	for p.rest != "" {
		r, size := utf8.DecodeRuneInString(p.rest)
		if strings.HasPrefix(p.rest, "\r\n") {
			size = 2
		}
		p.rest = p.rest[size:]
		r = lineEnd(r)
		shows := r == '\n' || r == '\t' || !isHidden(r) || p.needs(r)
		visit(r, shows)
		p.pass(r, shows)
	}
}

// lineEnd returns a line break for a character that ends a line, and others as
// they are.
func lineEnd(r rune) rune {
	switch r {
	case '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return '\n'
	}
	return r
}

// isHidden reports whether a character has no shape of its own: control and
// format characters, those that Unicode lets a renderer ignore, marks that direct
// text, tags, variation selectors, fillers, and what is no character.
func isHidden(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return unicode.IsControl(r)
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r) && !unicode.Is(unicode.Egyptian_Hieroglyphs, r)
	}
	return unicode.IsControl(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Bidi_Control,
		unicode.Noncharacter_Code_Point)
}

// A place is the surroundings of a character that does not show.
type place struct {
	before rune // that shows, 0 for none
	inFlag int  // bytes of a flag's tags that follow
	rest   string
}

// pass moves on behind a character.
func (p *place) pass(r rune, shows bool) {
	switch size := utf8.RuneLen(r); {
	case p.inFlag > 0 && shows:
		p.inFlag -= size
	case r == blackFlag:
		p.inFlag = flagTags(p.rest)
	}
	if shows {
		p.before = r
	}
}

const (
	nonJoiner, joiner       = '\u200C', '\u200D'
	textStyle, emojiStyle   = '\uFE0E', '\uFE0F'
	keycap                  = '\u20E3'
	mongolianVowelSeparator = '\u180E'
	blackFlag               = '\U0001F3F4'
)

// needs reports whether the text around it needs a character that does not show.
func (p *place) needs(r rune) bool {
	after, _ := utf8.DecodeRuneInString(p.rest)
	switch {
	case p.inFlag > 0:
		return true
	case r == joiner:
		return isPicture(p.before) && isPicture(after) || isJoined(p.before)
	case r == nonJoiner:
		return isJoined(p.before) && isJoined(after)
	case r == mongolianVowelSeparator:
		return unicode.Is(unicode.Mongolian, p.before) && unicode.Is(unicode.Mongolian, after)
	case unicode.Is(unicode.Variation_Selector, r):
		return hasVariations(p.before, r, after)
	}
	return false
}

// isPicture reports whether a character is an emoji, or a modifier of one.
func isPicture(r rune) bool {
	return unicode.Is(unicode.So, r) && r != utf8.RuneError || r == emojiStyle || 0x1F000 <= r && r <= 0x1FAFF
}

// joinedScripts are the scripts whose letters join, in which joiners are spelling.
var joinedScripts = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Manichaean, unicode.Adlam, unicode.Devanagari,
	unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
	unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Balinese, unicode.Javanese, unicode.Tibetan,
}

func isJoined(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsMark(r)) && unicode.In(r, joinedScripts...)
}

// hasVariations reports whether a character has variants that a selector chooses.
func hasVariations(base, selector, after rune) bool {
	switch {
	case '0' <= base && base <= '9' || base == '#' || base == '*':
		return selector == emojiStyle && after == keycap
	case selector == textStyle || selector == emojiStyle:
		return unicode.In(base, unicode.So, unicode.Sm) || strings.ContainsRune("‼⁉ℹ〰〽", base) || 0x1F000 <= base && base <= 0x1FAFF
	case selector < textStyle && selector >= '\uFE00':
		return unicode.In(base, unicode.Sm, unicode.Han, unicode.Myanmar, unicode.Phags_Pa)
	case selector > emojiStyle:
		return unicode.Is(unicode.Han, base)
	}
	return unicode.Is(unicode.Mongolian, base)
}

// flags are the tags of the flags that Unicode recommends.
var flags = []string{tags("gbeng"), tags("gbsct"), tags("gbwls")}

// tags returns a text in tag characters, with the one that ends it.
func tags(text string) string {
	return strings.Map(func(r rune) rune { return 0xE0000 + r }, text+"\x7F")
}

// flagTags returns the bytes of a flag's tags at the start of text, or 0.
func flagTags(text string) int {
	for _, flag := range flags {
		if strings.HasPrefix(text, flag) {
			return len(flag)
		}
	}
	return 0
}
