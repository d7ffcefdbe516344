package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/lists"
)

// limits are the limits that descriptions state, by name.
var limits = map[string]int{
	"page": lists.MaxPage, "defaultPage": lists.DefaultPage, "orders": lists.MaxOrders,
	"groupBy": lists.MaxGroupBy, "numbers": lists.MaxNumbers, "groups": lists.MaxGroups, "defaultGroups": lists.DefaultGroups,
	"values": graph.MaxIDs, "filters": lists.MaxFilters, "levels": lists.MaxFilterDepth,
}

// limit returns a limit as text, such as 1,000.
func limit(name string) string {
	n := limits[name]
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// pageArgs returns the arguments of pages in a list of a type, with the
// directives of its filter and of its orders.
func pageArgs(name, filterCost, orderCost string) string {
	return fmt.Sprintf(`
    "Which of them; all by default."
    filter: %[1]sFilter%[5]s
    "In which order; the last changed first by default. What is equal in one order is in the order of the next. At most %[2]d."
    orderBy: [%[1]sOrder!]%[6]s
    "How many from the start of the list or from after on, 1 to %[3]d; %[4]d by default."
    first: Int
    "The cursor of the one before the page."
    after: String
    "How many from the end of the list or up to before, 1 to %[3]d."
    last: Int
    "The cursor of the one behind the page."
    before: String
  `, name, lists.MaxOrders, lists.MaxPage, lists.DefaultPage, filterCost, orderCost)
}

// linkedField is the list of all linked entities, which every kind has.
var linkedField = `
  "A page of the entities that edges link to it."
  linked(
    "Of these kinds; of all by default."
    kinds: [Kind!]
    "By these relations; by all by default."
    relations: [Relation!]
    "In this direction, as the entity sees the edge; in both by default."
    direction: Direction` + pageArgs("Entity", "", "") + `): EntityConnection` + mixedCost

// missingDoc returns the description of a value of Missing.
func missingDoc(name lists.Missing) string {
	return "Nothing in, or no value of, " + camel(string(name)) + "."
}

// dateDoc returns the description of a date of some kind.
func dateDoc(name string) string {
	for _, spec := range graph.Kinds[1:] {
		for _, field := range spec.DateFields() {
			if field.DateName() == name {
				return field.Doc
			}
		}
	}
	return "Of projects."
}

// allMissing returns what entities of any kind may lack.
func allMissing() (all []lists.Missing) {
	for _, spec := range graph.Kinds {
		for _, one := range lists.MissingFields(spec) {
			if !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	return all
}

// groupDoc returns the description of a property to group by.
func groupDoc(by lists.GroupBy) string {
	at := max(strings.LastIndexByte(string(by), '_'), 0)
	switch name := camel(string(by[:at])); {
	case strings.HasSuffix(string(by), "_day"):
		return "The day of " + name + ", in the time zone."
	case strings.HasSuffix(string(by), "_week"):
		return "The Monday of the week of " + name + ", in the time zone."
	case strings.HasSuffix(string(by), "_month"):
		return "The first day of the month of " + name + ", in the time zone."
	case by == lists.GroupOverdue:
		return "Whether it is overdue: true or false."
	default:
		return "Its " + strings.ReplaceAll(string(by), "_", " ") + "."
	}
}
