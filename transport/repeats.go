package transport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A repeated is the error for a name that an object of a JSON text has twice.
// Readers of JSON differ in which of the two values they use.
type repeated struct{ name string }

func (r *repeated) Error() string {
	return fmt.Sprintf("has the key %q twice in an object; expected it once", short(r.name))
}

// checkRepeats returns an error if an object in a valid JSON text has a name
// twice. In the outermost object names are compared without case, as
// encoding/json compares them with those of a struct.
func checkRepeats(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return checkValue(decoder, strings.ToLower)
}

func exactly(name string) string { return name }

// checkValue reads one value. fold returns the form in which names of an object
// are compared.
func checkValue(decoder *json.Decoder, fold func(string) string) error {
	token, err := decoder.Token()
	if err != nil {
		return err
	}
	opening, nested := token.(json.Delim)
	if !nested {
		return nil
	}
	names := map[string]bool{}
	for decoder.More() {
		if opening == '{' {
			token, err := decoder.Token()
			if err != nil {
				return err
			}
			name, _ := token.(string)
			if names[fold(name)] {
				return &repeated{name}
			}
			names[fold(name)] = true
		}
		if err := checkValue(decoder, exactly); err != nil {
			return err
		}
	}
	_, err = decoder.Token() // the closing delimiter
	return err
}
