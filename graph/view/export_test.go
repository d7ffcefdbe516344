package view

// ReadLists is readLists, for tests.
var ReadLists = readLists
