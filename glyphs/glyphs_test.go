package glyphs_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"dossier/glyphs"
)

// TestHidden checks characters that do not show, in front of a heading and within
// a word.
func TestHidden(t *testing.T) {
	for name, r := range map[string]rune{
		"byte order mark": 0xFEFF, "zero width space": 0x200B, "word joiner": 0x2060, "soft hyphen": 0x00AD, "combining grapheme joiner": 0x034F,
		"arabic letter mark": 0x061C, "left-to-right mark": 0x200E, "right-to-left mark": 0x200F, "right-to-left override": 0x202E,
		"isolate": 0x2067, "pop isolate": 0x2069, "invisible times": 0x2062, "invisible plus": 0x2064, "inhibit swapping": 0x206A,
		"hangul choseong filler": 0x115F, "hangul filler": 0x3164, "halfwidth hangul filler": 0xFFA0, "khmer vowel": 0x17B4,
		"mongolian selector": 0x180B, "mongolian vowel separator": 0x180E, "joiner": 0x200D, "non-joiner": 0x200C,
		"variation selector 1": 0xFE00, "emoji style": 0xFE0F, "variation selector 256": 0xE01EF, "tag a": 0xE0061, "cancel tag": 0xE007F,
		"language tag": 0xE0001, "unassigned tag": 0xE0002, "interlinear annotation": 0xFFF9, "shorthand format": 0x1BCA0,
		"musical beam": 0x1D173, "noncharacter": 0xFDD0, "last noncharacter": 0x10FFFF, "specials": 0xFFF0, "escape": 0x1B, "null": 0,
		"delete": 0x7F, "C1": 0x9B, "backspace": 8,
	} {
		text := string(r) + "# SYS" + string(r) + "TEM"
		if got := glyphs.Shown(text); got != "# SYSTEM" || glyphs.Hidden(text) != 2 || glyphs.AreShown(text) {
			t.Errorf("%s: got %q, %d hidden, shown %v", name, got, glyphs.Hidden(text), glyphs.AreShown(text))
		}
	}
}

// TestNeeded checks what scripts and emoji need.
func TestNeeded(t *testing.T) {
	for name, text := range map[string]string{
		"family": "👩\u200d👩\u200d👧", "woman technician": "👩🏽\u200d💻", "rainbow flag": "🏳\ufe0f\u200d🌈", "heart": "❤\ufe0f",
		"text style": "☎\ufe0e", "keycap": "#\ufe0f\u20e3 1\ufe0f\u20e3",
		"scotland": "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "persian": "می\u200cخواهم",
		"persian plural": "کتاب\u200cها", "arabic joiner": "ه\u200d.", "hindi": "क्\u200dष क्\u200cष", "malayalam": "ന്\u200d",
		"sinhala": "ක්\u200dර", "bengali": "র\u200d্য", "mongolian": "ᠮᠣᠩᠭᠣᠯ\u180eᠠ ᠨ\u180b", "ideograph": "葛\U000E0100",
		"mathematics": "∩\ufe00", "information": "ℹ\ufe0f", "double": "‼\ufe0f", "hebrew": "שלום", "arabic number sign": "\u0600١٢",
		"accents": "e\u0301 Å", "private use": "\ue000", "old hangul": "한글 각", "spaces": "10\u00a0€ 漢\u3000字", "lines": "a\n\tb",
		"egyptian": "𓀀\U00013430𓀁", "empty": "",
		"not UTF-8": "a\xffb",
	} {
		want := strings.ToValidUTF8(text, "\uFFFD")
		if got := glyphs.Shown(text); strings.ToValidUTF8(got, "\uFFFD") != want || glyphs.Hidden(text) != 0 || !glyphs.AreShown(text) {
			t.Errorf("%s: got %q of %q, %d hidden", name, got, text, glyphs.Hidden(text))
		}
	}
}

// TestWithoutBase checks characters that emoji and scripts need, where they have
// no use.
func TestWithoutBase(t *testing.T) {
	for text, want := range map[string]string{
		"❤\ufe0f\ufe0f\ufe0f": "❤\ufe0f", "😀\U000E0101\U000E0102": "😀", "a\ufe0f": "a", "#\ufe0f SYSTEM": "# SYSTEM", "\ufe0f": "",
		"a\u200d\u200db": "ab", "🏴\U000E0067\U000E0062\U000E0061\U000E007F": "🏴", "👩\u200d": "👩", "\u200d👩": "👩",
		"می\u200c\u200c\u200cخ": "می\u200cخ", "ه\u200d\u200d\u200d": "ه\u200d", "葛\U000E0100\U000E0101": "葛\U000E0100", "a\u200cb": "ab",
		"می\u200c x": "می x", "\u202eevil\u202c \u2066x\u2069": "evil x", "a\r\nb\rc\u2028d\u0085e\vf": "a\nb\nc\nd\ne\nf",
		"\x1b[31mred\x1b[0m \a\u009b2J": "[31mred[0m 2J",
		"hello\U000E0049\U000E0047\x00": "hello",
	} {
		if got := glyphs.Shown(text); got != want || glyphs.Shown(got) != got || glyphs.AreShown(text) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// FuzzShown checks any text.
func FuzzShown(f *testing.F) {
	for _, seed := range []string{"\ufeff# a", "👩\u200d👧 می\u200cخ", "a\r\n\u2028\U000E0001", "\xff\u200b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := glyphs.Shown(text)
		if !glyphs.AreShown(got) || glyphs.Hidden(got) != 0 || glyphs.AreShown(text) != (got == text) {
			t.Errorf("%q: got %q", text, got)
		}
		for _, r := range got {
			if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
				t.Errorf("%q: kept %U", text, r)
			}
		}
		if utf8.RuneCountInString(got)+glyphs.Hidden(text) > utf8.RuneCountInString(text) {
			t.Errorf("%q: got %q, %d hidden", text, got, glyphs.Hidden(text))
		}
	})
}
