// Package e2e holds the tests of the program through its entry points: GraphQL,
// HTTP, the command line, and processes that share a store. Their files are
// named after the entry point. It also tests the structure of the module.
package e2e
