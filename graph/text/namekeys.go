package text

// NameKeys are the keys of the members of a JSON object that have other names of
// what the object describes.
var NameKeys = []string{
	"aliases", "alias", "also_known_as", "former_title", "former_name", "abbreviation", "acronym", "short_name",
	"handle", "login", "username", "nickname", "number", "key", "identifier", "ticket", "issue",
}
