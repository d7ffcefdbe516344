package dialect

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/rows"
	"dossier/mcp/schema"
)

// wrappers are the members in which some clients put all arguments of a call.
var wrappers = strings.Fields("arguments args input params parameters kwargs")

// unwrapArguments returns the arguments of a call that has them within its only member.
func unwrapArguments(given rows.Members, properties []schema.Property) rows.Members {
	for name, raw := range given {
		if len(given) > 1 || !slices.Contains(wrappers, name) || hasProperty(properties, name) {
			break
		}
		if inner, err := rows.ReadMembers(unwrapped(raw, "{")); err == nil {
			return inner
		}
	}
	return given
}

func hasProperty(properties []schema.Property, name string) bool {
	return slices.ContainsFunc(properties, func(p schema.Property) bool { return p.Name == name })
}

// onlyItem returns the members of a call that are no parameters as an object, nil for
// none: models also write the only item of a list in place of the list.
func onlyItem(given rows.Members, properties []schema.Property) json.RawMessage {
	item := rows.Members{}
	for name, raw := range given {
		if NameIn(name, func(name string) bool { return hasProperty(properties, name) }) == "" {
			item[name] = raw
		}
	}
	if len(item) == 0 {
		return nil
	}
	return json.RawMessage(graph.EncodeJSON(item))
}

// absent are the values that models write for arguments without a value.
var absent = []string{`"null"`, `"None"`, `"undefined"`}

// inWords are words for values of parameters.
var inWords = map[string]string{
	"closed": "completed", "done": "completed", "finished": "completed", "updated": "changed", "modified": "changed", "edited": "changed",
	"added": "created", "new": "created", "removed": "deleted", "out": "outgoing", "in": "incoming",
}

// all are the words for every value of a list. They limit nothing.
var all = strings.Fields("all any * both")

// valueMeant returns the one of values that a text means, in any case and with any
// spaces, and other texts unchanged.
func valueMeant(text string, values []string) string {
	folded := Fold(text)
	for _, value := range values {
		if Fold(value) == folded || Fold(value)+"s" == folded {
			return value
		}
	}
	if word := inWords[folded]; slices.Contains(values, word) {
		return word
	}
	return text
}

// Fold returns a text in lower case, with underscores in place of spaces and hyphens.
func Fold(text string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(text)))
}

// chosen replaces the texts of a value by the values of the parameter that they mean.
func chosen(p schema.Property, raw json.RawMessage) json.RawMessage {
	if p.Values == nil {
		return raw
	}
	if text := TextIn(raw); text != "" {
		return json.RawMessage(graph.EncodeJSON(valueMeant(text, p.Values)))
	}
	var list []string
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return raw
	}
	var meant []string
	for _, text := range list {
		for part := range strings.SplitSeq(text, ",") {
			if slices.Contains(all, Fold(part)) {
				return json.RawMessage("[]")
			}
			meant = append(meant, valueMeant(part, p.Values))
		}
	}
	return json.RawMessage(graph.EncodeJSON(meant))
}

// listIn returns a text with commas as a list of states or labels, or of ids, whose names
// may have commas.
func listIn(p schema.Property, raw json.RawMessage) json.RawMessage {
	text := TextIn(raw)
	if p.TypeName() != "array" || p.ItemType() != "string" || !strings.Contains(text, ",") || strings.HasPrefix(text, "[") {
		return raw
	}
	parts := strings.Split(text, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
		if p.IsOfNames && !graph.IsShortID(parts[i]) && !graph.IsUUID(parts[i]) {
			return raw
		}
	}
	return json.RawMessage(graph.EncodeJSON(parts))
}

// idOfObject returns the id of an object that is given in place of a text.
func idOfObject(raw json.RawMessage) json.RawMessage {
	var object struct {
		ID *string `json:"id"`
	}
	if json.Unmarshal(raw, &object) != nil || object.ID == nil {
		return raw
	}
	return json.RawMessage(graph.EncodeJSON(*object.ID))
}

// priorityWords are words for priorities.
var priorityWords = map[string]string{
	"highest": "1", "critical": "1", "urgent": "1", "blocker": "1", "high": "2", "medium": "3", "normal": "3", "low": "4", "lowest": "5",
	"trivial": "5",
}

// dayWords are words for days, from now.
var dayWords = map[string]int{"yesterday": -1, "today": 0, "tomorrow": 1}

// timeLayouts are the forms of times that have no zone.
var timeLayouts = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}

// dayLayouts are the forms of days that no one reads in two ways.
var dayLayouts = []string{"2006/01/02", "January 2, 2006", "January 2 2006", "2 January 2006", "Jan 2, 2006", "Jan 2 2006", "2 Jan 2006"}

// timeMeant returns a time or a date in the forms of columns. Times without a zone are
// those of now.
func timeMeant(raw json.RawMessage, now time.Time) json.RawMessage {
	text := TextIn(raw)
	if days, is := dayWords[strings.ToLower(text)]; is {
		return json.RawMessage(graph.EncodeJSON(now.AddDate(0, 0, days).Format(time.DateOnly)))
	}
	for _, layout := range timeLayouts {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return json.RawMessage(graph.EncodeJSON(at.Format(time.RFC3339)))
		}
	}
	for _, layout := range dayLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return json.RawMessage(graph.EncodeJSON(at.Format(time.DateOnly)))
		}
	}
	return raw
}

// itemWrappers are members in which models put the columns of an item.
var itemWrappers = strings.Fields("fields changes attributes data set updates values")

// flat returns an item with the members of its objects that hold columns.
func flat(spec *graph.Spec, item rows.Members) rows.Members {
	for _, name := range itemWrappers {
		raw, given := item[name]
		if !given || spec.Field(name) != nil {
			continue
		}
		inner, err := rows.ReadMembers(raw)
		if err != nil {
			continue
		}
		delete(item, name)
		for column, value := range inner {
			if _, twice := item[column]; !twice {
				item[column] = value
			}
		}
	}
	return item
}

// RelationMeant returns the name of a relation as it is stored: models also write
// "depends on", "is-blocked-by" and RELATES_TO.
func RelationMeant(name string) string {
	folded := Fold(name)
	if rel, _, err := graph.ParseRelation(folded); err == nil && rel != "" {
		return folded
	}
	if plain, is := strings.CutPrefix(folded, "is_"); is {
		return plain
	}
	return name
}
