package graphtest

import (
	"testing"

	"dossier/tokens"
)

// Counter returns the counter of the default encoding.
func Counter(t testing.TB) func(text string) int {
	t.Helper()
	return Must(tokens.For(tokens.Default))(t).Count
}
