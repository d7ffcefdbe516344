package main

import (
	"reflect"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/rows"
)

// inputsSDL are the inputs of mutations. They are bound to maps, so that absent
// fields can be distinguished from null.
const inputsSDL = `{{range $kind := kinds}}
"A new {{.Kind}}."
input {{go .}}Input {
  "A UUID, or any other text, which is kept as externalId; a new UUID by default."
  id: String
{{- range inputs .}}
  "{{.Doc}}"
  {{inputName .}}: {{inputType $kind . true}}{{end}}
  "The owner, by the id of a record or a name; it is stored in props.owner."
  owner: String
}

"A change of {{.Kind.WithArticle}}: what is left out stays as it is, and null clears it. Labels are added, and objects are merged by ` +
	`JSON Merge Patch (RFC 7396), in which null removes a member."
input {{go .}}Update {
  "The {{.Kind}}."
  id: ID!
  "When it last changed, as far as the client knows: CONFLICT if it has changed since."
  ifUpdatedAt: DateTime
  "The last revision of the project that the client knows: CONFLICT if it has changed since."
  ifRevision: Int
{{- if .States}}
  "The state that it must have: CONFLICT if it has another one."
  ifState: {{go .}}State{{end}}
  "The owner in its props, by id or name, an empty text for none: CONFLICT if it has another one."
  ifOwner: String
{{- range settable .}}
  "{{.Doc}}"
  {{inputName .}}: {{inputType $kind . false}}{{end}}
  "The new owner, by the id of a record or a name; it replaces owner, owners, assignee and assignees in the props."
  owner: String
  "The same as labels."
  addLabels: [String!]
  "Labels to remove."
  removeLabels: [String!]
  "All its labels, instead of those it has."
  replaceLabels: [String!]
  "All its props, instead of those it has."
  replaceProps: JSON
{{- if eq .Kind "record"}}
  "All its values, instead of those it has."
  replaceFields: JSON{{end}}
}
{{end}}
"A new entity of one kind."
input NewEntity @oneOf {
{{- range kinds}}
  "{{article .}}."
  {{.Kind}}: {{go .}}Input{{end}}
}

"A change of an entity of one kind."
input EntityUpdate @oneOf {
{{- range kinds}}
  "{{article .}}."
  {{.Kind}}: {{go .}}Update{{end}}
}
`

// inputsYML binds the inputs.
const inputsYML = `{{range kinds}}  {{go .}}Input: {model: "map[string]interface{}"}
  {{go .}}Update: {model: "map[string]interface{}"}
{{end}}`

// inputs returns the fields of the input for a new entity, except the id.
func inputs(s *graph.Spec) []graph.Field {
	return slices.DeleteFunc(slices.Clone(s.Fields), func(f graph.Field) bool {
		return !rows.IsInput(&f) || f.Name == "id" || f.Name == "updated_at"
	})
}

// settable returns the fields that an update may change.
func settable(s *graph.Spec) []graph.Field {
	names := rows.Settable(s)
	return slices.DeleteFunc(slices.Clone(s.Fields), func(f graph.Field) bool { return !slices.Contains(names, f.Name) })
}

func inputName(f graph.Field) string {
	if f.Name == "state_key" {
		return "state"
	}
	return camel(f.Name)
}

// inputType returns the type of an input's field. Columns that every row has
// are required for a new entity, unless the store sets them.
func inputType(s *graph.Spec, f graph.Field, isNew bool) string {
	if f.Name == "state_key" {
		return goName(s) + "State"
	}
	name := strings.TrimSuffix(sdlType(f), "!")
	if isNew && f.Type.Kind() == reflect.String {
		return name + "!"
	}
	return name
}
