package main

import (
	"fmt"
	"reflect"
	"strings"

	"dossier/graph"
	"dossier/graph/lists"
)

// The costs of the fields of kinds, in the unit of @cost. Measured by go run
// ./bench/load -what prices on the sample.
const (
	linksCost = ` @cost(weight: "1")`
	// countedCost is the cost of the total of a root list, which counts all its
	// rows. The totals of nested lists are read together for a level.
	countedCost = ` @listSize(assumedEach: "500 + 0.5/%s", sizedFields: ["totalCount"])`
	totalCost   = ` @cost(weight: "25")`
	// allProjects is the additional cost of a list over all projects, whose
	// rows must be sorted first, and allDocuments that of documents, whose content
	// SQLite steps over.
	allProjects, allDocuments = ` @cost(absent: "0 + 0.6/%s")`, ` @cost(absent: "0 + 4/%s")`
	// lightCost is the cost of a row of a list, and contentCost that of a document,
	// whose content SQLite steps over.
	lightCost, contentCost = 6, 20
	// rowCost is the cost of a row with all its columns.
	rowCost = 5
	// textCost is the cost of a text of any length, documentCost that of a
	// document's text.
	textCost, documentCost = 2, 50
)

// The cost of a page without its rows. There are few projects.
const projectsCost, listCost = 50, 100

// nestedCost is the directive of a nested list, where one statement reads the
// pages of all entities of a level; mixedCost is that of a list of several
// kinds, which are read by a statement each; membersCost is that of the lists of
// a project, whose totals count all rows. ownedCost is the cost of a page of the
// lists of an owner. scanCost is the directive of the filter of root lists, since
// few rows may match, and orderCost that of their orders, since many rows may be
// equal in the first and are sorted by the next. groupCost is that of groups,
// which count all rows.
var (
	nestedCost  = ` @cost(weight: "10", row: "6", once: "100")` + pageSize
	mixedCost   = ` @cost(weight: "45", row: "16", once: "400")` + pageSize
	membersCost = ` @cost(weight: "30", row: "6", once: "100")` + pageSize +
		` @listSize(assumedEach: "80 + 1/%s", sizedFields: ["totalCount"])`
	groupCost = ` @cost(weight: "250 + 0.5/%s", row: "1")` +
		fmt.Sprintf(` @listSize(assumedSize: %d, slicingArguments: ["first"], maximum: %d)`, lists.DefaultGroups, lists.MaxGroups)
)

const (
	ownedCost = 150
	scanCost  = ` @cost(given: "0 + 0.2/%s")`
	orderCost = ` @cost(row: "200", given: "0 + 0.25/%s")`
)

// The sizes of pages, for their prices.
var (
	pageSize = fmt.Sprintf(` @listSize(assumedSize: %d, slicingArguments: ["first", "last"], maximum: %d, sizedFields: ["nodes", "edges"])`,
		lists.DefaultPage, lists.MaxPage)
	itemsCost = fmt.Sprintf(` @listSize(assumedSize: %d)`, lists.DefaultPage)
	pageCost  = ` @cost(weight: "%d", row: "%d")` + pageSize
)

// The costs of filters and groups by owners or linked entities, which read the
// edges of the project; linkCost is that of each entity that a row may be linked
// to. noOwnerCost and noLinkCost are those of filters for
// entities without them, which are looked for at each row. containsCost is that
// of filters by a part of a text, which is looked for in each row; fieldsCost is that of
// conditions on fields, whose JSON is read in each row, as for numbersCost. columnCost is
// that of groups by a column.
const (
	ownersCost   = ` @cost(given: "1000 + 0.6/ENTITY")`
	linkCost     = ` @cost(row: "20")`
	linkedCost   = ` @cost(given: "100 + 4/%s")`
	noOwnerCost  = ` @cost(weight: "100 + 1.5/%s")`
	noLinkCost   = ` @cost(weight: "100 + 6/%s")`
	containsCost = ` @cost(given: "0 + 0.6/%s")`
	groupByCost  = ` @cost(weight: "500 + 0.7/ENTITY")`
	columnCost   = ` @cost(weight: "0 + 0.2/%s")`
	fieldsCost   = ` @cost(given: "0 + 2/%s")`
	readyCost    = ` @cost(given: "100 + 8/%s")`
	numbersCost  = ` @cost(given: "0 + 2/%s")`
)

// sized returns a directive whose prices grow with the entities of a kind.
func sized(directive string, kind graph.Kind) string {
	return fmt.Sprintf(directive, strings.ToUpper(string(kind)))
}

// sizedBy is like sized, for the name of a kind, or ENTITY for all.
func sizedBy(directive string) func(of string) string {
	return func(of string) string { return fmt.Sprintf(directive, strings.ToUpper(of)) }
}

// costOfAllProjects returns the directive of the project of a list.
func costOfAllProjects(s *graph.Spec) string {
	if s.Kind == graph.KindDocument {
		return sized(allDocuments, s.Kind)
	}
	return sized(allProjects, s.Kind)
}

// costOfMissing returns the directive of what entities may lack. A column costs
// nothing, because its row is read anyway.
func costOfMissing(s *graph.Spec, missing lists.Missing) string {
	switch {
	case missing == lists.MissingOwner:
		return sized(noOwnerCost, s.Kind)
	case lists.MissingField(s, missing) == nil:
		return sized(noLinkCost, s.Kind)
	}
	return ""
}

// costOfGroupBy returns the directive of a property to group by.
func costOfGroupBy(s *graph.Spec, by lists.GroupBy) string {
	if by == lists.GroupOwner || graph.SpecOf(graph.Kind(by)) != nil && by != lists.GroupProject {
		return groupByCost
	}
	return sized(columnCost, s.Kind)
}

func costOfNested(n graph.Nested) string {
	if n.Links.Via == graph.ViaEdges {
		return nestedCost
	}
	if n.Links.Via == graph.ViaOwner {
		return fmt.Sprintf(pageCost, ownedCost, lightCost)
	}
	return sized(membersCost, n.Kind())
}

func costOfPage(s *graph.Spec) string {
	if s.Kind == graph.KindProject {
		return fmt.Sprintf(pageCost, projectsCost, lightCost)
	}
	row := lightCost
	if s.Kind == graph.KindDocument {
		row = contentCost
	}
	return fmt.Sprintf(pageCost, listCost, row) + sized(countedCost, s.Kind)
}

// longText returns the cost of a text of any length, 0 for other fields.
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

// costOfText returns the directive of a field of a full view.
func costOfText(s *graph.Spec, f graph.Field) string {
	if weight := longText(s, f); weight > 0 {
		return fmt.Sprintf(` @cost(weight: "%d")`, weight)
	}
	return ""
}

// costOfFull returns the cost of the full view.
func costOfFull(s *graph.Spec) int {
	total := rowCost
	for _, f := range s.Fields {
		if longText(s, f) == documentCost {
			total += documentCost
		}
	}
	return total
}

// costOfDerived returns the directive of a derived field. Records cost the
// reading of their types; the assumed sizes of other lists are usual ones, by
// eye.
func costOfDerived(f graph.DerivedField) string {
	switch {
	case f.Name == "entityCounts", f.Name == "stateCounts":
		return fmt.Sprintf(` @cost(weight: "25", once: "150") @listSize(assumedSize: %d)`, len(graph.Kinds))
	case f.Type == "[RecordFieldValue!]!":
		return ` @cost(weight: "5") @listSize(assumedSize: 3)`
	case strings.HasPrefix(f.Type, "[") && !strings.HasPrefix(f.Type, "[ID"):
		return ` @listSize(assumedSize: 3)`
	}
	return ""
}
