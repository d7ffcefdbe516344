package complete

import (
	"embed"
	"fmt"
	"slices"
)

//go:embed scripts
var scripts embed.FS

// Shells are the shells that have a script.
var Shells = []string{"bash", "fish", "zsh"}

// Script returns the script that a shell reads.
func Script(shell string) ([]byte, error) {
	if !slices.Contains(Shells, shell) {
		return nil, fmt.Errorf("unknown shell %q", shell)
	}
	return scripts.ReadFile("scripts/dossier." + shell)
}
