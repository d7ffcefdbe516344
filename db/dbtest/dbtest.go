// Package dbtest has the contract of a store as tests, the same for every
// database. They test the Stores of packages query, similarity, access and
// auth, and that the migrations of a store create the declared tables.
// README.md explains how to add a store.
package dbtest

import (
	"slices"
	"testing"

	"dossier/db/dbtest/accesstest"
	"dossier/db/dbtest/changetest"
	"dossier/db/dbtest/concurrenttest"
	"dossier/db/dbtest/fixture"
	"dossier/db/dbtest/mergetest"
	"dossier/db/dbtest/readtest"
	"dossier/db/dbtest/writetest"
)

// contract are the tests of every store.
var contract = slices.Concat(readtest.Contract, writetest.Contract, mergetest.Contract, accesstest.Contract, changetest.Contract,
	concurrenttest.Contract)

// Run tests stores returned by open. Each must be empty; it is used by one
// test, and open must close it when that test ends.
func Run(t *testing.T, open fixture.Open) {
	fixture.CheckColumns(t, fixture.New(t, open))
	for _, test := range contract {
		t.Run(test.Name, func(t *testing.T) { test.Run(fixture.New(t, open)) })
	}
}

// RunAccess tests that stores returned by open limit what actors and keys read
// and write. They may be opened with Unchecked, if the database has policies.
func RunAccess(t *testing.T, open fixture.Open) {
	for _, test := range append(slices.Clone(accesstest.Live), contract...) {
		if !test.Access {
			continue
		}
		t.Run(test.Name, func(t *testing.T) {
			if testing.Short() && test.IsLong {
				t.Skip("hundreds of lists")
			}
			test.Run(fixture.New(t, open))
		})
	}
}
