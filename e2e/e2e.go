// Package e2e tests the program through its entry points: GraphQL, HTTP, the
// command line, and processes that share a store. The names of the files begin
// with the entry point. It also tests the structure of the module.
package e2e
