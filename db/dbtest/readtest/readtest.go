// Package readtest tests what a store returns: every column, lists with their filters, orders and pages, groups,
// nested lists, exports and vectors.
package readtest

import (
	"dossier/db/dbtest/fixture"
)

// Contract are the tests.
var Contract = []fixture.Test{
	{Name: "every column", Run: everyColumn},
	{Name: "light texts are cut", Run: lightTextsAreCut},
	{Name: "hostile text", Run: hostileText},
	{Name: "refused text", Run: refusedText},
	{Name: "hostile numbers", Run: hostileNumbers},
	{Name: "entities by id", Run: entitiesByID},
	{Name: "projects of an actor", Run: readableProjects},
	{Name: "ids by beginning", Run: idsByBeginning},
	{Name: "list orders", Run: listOrders},
	{Name: "list filters", Run: listFilters},
	{Name: "list pages", Run: listPages},
	{Name: "list columns", Run: listColumns},
	{Name: "labels are collated", Run: labelsAreCollated},
	{Name: "random filters", Run: randomFilters},
	{Name: "hostile filters", Run: hostileFilters},
	{Name: "empty alternatives", Run: emptyAlternatives},
	{Name: "nested lists", Run: nestedLists},
	{Name: "nested pages", Run: nestedPages},
	{Name: "groups", Run: groups},
	{Name: "periods in time zones", Run: periodsInZones},
	{Name: "owners", Run: owners},
	{Name: "scope of lists", Run: scopeOfLists, Access: true, IsLong: true},
	{Name: "imported records", Run: importedRecords},
	{Name: "attention", Run: attention},
	{Name: "changed since", Run: changedSince},
	{Name: "vectors", Run: vectors},
	{Name: "access scope of vectors", Run: vectorScope, Access: true},
	{Name: "export", Run: export},
}
