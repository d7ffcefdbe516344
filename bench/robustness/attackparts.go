package main

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// repeated returns the results of one for numbers below n, with a separator.
func repeated(n int, separator string, one func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = one(i)
	}
	return strings.Join(parts, separator)
}

// conflicting returns n fields with the same name and different arguments.
func conflicting(n int) string {
	return repeated(n, " ", func(i int) string { return fmt.Sprintf(`a: tasks(first: %d) { totalCount }`, i+1) })
}

// manyMembers returns n members of a JSON object.
func manyMembers(n int) string {
	return repeated(n, ",", func(i int) string { return fmt.Sprintf(`"v%d":1`, i) })
}

func manyOperations(n int) string {
	return repeated(n, " ", func(i int) string { return fmt.Sprintf("query Q%d { viewer { actorId } }", i) })
}

func manyIncludes(n int) string {
	return "query (" + repeated(n, ", ", func(i int) string { return fmt.Sprintf("$v%d: Boolean = true", i) }) + ") { viewer { " +
		repeated(n, " ", func(i int) string { return fmt.Sprintf("a%d: actorId @include(if: $v%d)", i, i) }) + " } }"
}

func manyHeaders(n int) http.Header {
	header := http.Header{}
	for i := range n {
		header.Set("X-Flood-"+strconv.Itoa(i), "x")
	}
	return header
}

// words returns words that occur in no text, with a total length of letters.
func words(letters int) string {
	text := repeated(letters/5, " ", func(i int) string { return fmt.Sprintf("q%03x", i) })
	return text[:min(letters, len(text))]
}
