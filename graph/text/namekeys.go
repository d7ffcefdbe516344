package text

import (
	"slices"
	"strings"
)

// AliasKeys are the keys of the members of a JSON object that have further titles of
// what the object describes.
var AliasKeys = []string{"aliases", "alias", "also_known_as", "former_title", "former_name"}

// NameKeys are the keys of the members of a JSON object that have other names of
// what the object describes: AliasKeys, and those of short names and numbers.
var NameKeys = slices.Concat(AliasKeys, []string{
	"abbreviation", "acronym", "short_name",
	"handle", "login", "username", "nickname", "number", "key", "identifier", "ticket", "issue", IDKey,
})

// IDKey is the key of the names that the external id of an entity is.
const IDKey = "external_id"

// ValueWords is the maximum number of words of a value. By eye: a longer one is a
// text.
const ValueWords = 4

// StatusKeys are the keys of the members of a JSON object that say how far what
// it describes is.
var StatusKeys = []string{"status", "state", "stage", "phase"}

// LabelKeys are the keys of the members of a JSON object that have labels, of which a
// list may have many.
var LabelKeys = []string{"labels", "label", "tags", "tag", "keywords", "components", "component", "areas", "area", "topics", "categories"}

// PeopleKeys are the keys of the members of a JSON object that have people, of whom a
// list may have many.
var PeopleKeys = []string{
	"owner", "owners", "assignee", "assignees", "responsible", "accountable", "lead", "leads", "author", "authors", "coauthors", "co_authors",
	"maintainer", "maintainers", "contributors", "reviewers", "approvers", "editors",
}

// IsParticiple reports whether the first word of an English text may be a past
// participle, as in many names of states.
func IsParticiple(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return strings.HasSuffix(first, "ed") || strings.HasSuffix(first, "wn")
}
