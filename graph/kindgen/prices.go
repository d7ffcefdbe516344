package main

import (
	"fmt"
	"reflect"
	"strings"

	"dossier/graph"
)

// What the fields of the kinds cost, in the unit of @cost. Measured by
// go run ./bench -what prices on the sample.
const (
	pageCost  = ` @cost(weight: "%d", row: "5") @listSize(assumedSize: 20, slicingArguments: ["first", "last"], maximum: 200, sizedFields: ["nodes", "edges"])`
	itemsCost = ` @listSize(assumedSize: 20)`
	linksCost = ` @cost(weight: "1")`
	// countedCost is that of the total of a root list: as many rows are counted.
	// That of a nested list is read for all of a level.
	countedCost = ` @listSize(assumedSize: 450, sizedFields: ["totalCount"])`
	totalCost   = ` @cost(weight: "25")`
	// allProjects is what a list over all projects costs more: its rows are put
	// in order first.
	allProjects = ` @cost(absent: "1500")`
	// rowCost is that of a row with all its columns.
	rowCost = 5
	// textCost is that of a text of any length, documentCost that of one that is
	// a document.
	textCost, documentCost = 2, 90
)

// The cost of a page whatever is on it: there are few projects.
const projectsCost, listCost = 50, 100

// nestedCost is that of a page of a nested list, of which all of a level are
// read by one statement; membersCost that of one of a project, and ownedCost that
// of one of an owner, of which all rows are put in order; groupCost the directive of groups.
const (
	nestedCost  = 10
	membersCost = 1000
	ownedCost   = 250
	groupCost   = ` @cost(weight: "100", row: "1") @listSize(assumedSize: 100, slicingArguments: ["first"], maximum: 1000)`
)

// What filters and groups cost that look for the owners, or for what is linked:
// they read the edges of the project.
const (
	ownersCost  = ` @cost(given: "3000")`
	linkedCost  = ` @cost(given: "1500")`
	missingCost = ` @cost(row: "3500")`
)

// costOfGroupBy is the directive of a property to group by.
func costOfGroupBy(by graph.GroupBy) string {
	if by == graph.GroupOwner || graph.SpecOf(graph.Kind(by)) != nil && by != graph.GroupProject {
		return ` @cost(weight: "2500")`
	}
	return ""
}

func costOfNested(n graph.Nested) string {
	if n.Links.Via == graph.ViaEdges {
		return fmt.Sprintf(pageCost, nestedCost)
	}
	if n.Links.Via == graph.ViaOwner {
		return fmt.Sprintf(pageCost, ownedCost)
	}
	return fmt.Sprintf(pageCost, membersCost)
}

func costOfPage(s *graph.Spec) string {
	if s.Kind == graph.KindProject {
		return fmt.Sprintf(pageCost, projectsCost)
	}
	return fmt.Sprintf(pageCost, listCost) + countedCost
}

// longText returns what a text of any length costs; 0 for other fields.
func longText(s *graph.Spec, f graph.Field) int {
	plain := f.Type
	if plain.Kind() == reflect.Pointer {
		plain = plain.Elem()
	}
	switch {
	case s.Kind == graph.KindDocument && f.Name == "content":
		return documentCost
	case f.Limit > 0, !f.Light && f.Searched, plain == reflect.TypeFor[graph.JSON]():
		return textCost
	}
	return 0
}

// costOfText is the directive of a field of a full view.
func costOfText(s *graph.Spec, f graph.Field) string {
	if weight := longText(s, f); weight > 0 {
		return fmt.Sprintf(` @cost(weight: "%d")`, weight)
	}
	return ""
}

// costOfFull returns what reading the full view costs.
func costOfFull(s *graph.Spec) int {
	total := rowCost
	for _, f := range s.Fields {
		if longText(s, f) == documentCost {
			total += documentCost
		}
	}
	return total
}

// costOfDerived is the directive of a derived field: records are read by their
// type, and other lists have as many items as are usual, by eye.
func costOfDerived(f graph.DerivedField) string {
	switch {
	case f.Name == "entityCounts", f.Name == "stateCounts":
		return fmt.Sprintf(` @cost(weight: "25") @listSize(assumedSize: %d)`, len(graph.Kinds))
	case f.Type == "[RecordFieldValue!]!":
		return ` @cost(weight: "5") @listSize(assumedSize: 3)`
	case strings.HasPrefix(f.Type, "[") && !strings.HasPrefix(f.Type, "[ID"):
		return ` @listSize(assumedSize: 3)`
	}
	return ""
}
