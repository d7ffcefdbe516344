package graph

// A Graph is a project held in memory.
type Graph struct{ Revision Revision }
