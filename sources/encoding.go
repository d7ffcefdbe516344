package sources

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Decoded returns a text in UTF-8. A text in UTF-16 begins with its byte order
// mark; another one that is no UTF-8 is read as Windows-1252.
func Decoded(text []byte) []byte {
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		if utf, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(text); err == nil {
			return utf
		}
	}
	if utf8.Valid(text) {
		return text
	}
	utf, err := charmap.Windows1252.NewDecoder().Bytes(text)
	if err != nil {
		return bytes.ToValidUTF8(text, []byte("\uFFFD"))
	}
	return utf
}
