// Package viewdoc fills views: it finds what a question is about, selects the entities of
// each section of a view, and writes them as chapters of a document.
//
//	find    what a question is about
//	scene   the entities around that: parts, blockers, what waits for it
//	steps   the names of these in the table
//	event   what happened in a period
//	order   the orders that need more than an entity and the time
//	choose  the entities of each section
//	entry   what is written about an entity
//	chapter the pieces of the document by worth
//	list    the entities of one section in several projects
package viewdoc
