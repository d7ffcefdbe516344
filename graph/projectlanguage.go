package graph

import "slices"

// Languages are the languages as which the texts of a project may be searched.
// The first is the default; with the last, words are searched as written.
var Languages = []string{"english", "simple"}

// Language returns the language of the project's texts, props.language. If that
// is invalid, it returns the default and an error.
func (p *Project) Language() (string, error) {
	switch said := p.Props.Object()["language"].(type) {
	case nil:
		return Languages[0], nil
	case string:
		if slices.Contains(Languages, said) {
			return said, nil
		}
		return Languages[0], BadInput("props.language", "%q is not known; expected one of %s", Truncate(said, 60), OneOf(Languages))
	default:
		return Languages[0], BadInput("props.language", "is no text; expected one of %s", OneOf(Languages))
	}
}
