package cli

import (
	"fmt"

	"dossier/cli/serving"
	"dossier/cli/terminal"
)

type versionCommand struct{}

// Run prints the version of the module, the commit that it was built from, and
// the version of Go.
func (versionCommand) Run(streams terminal.Streams) error {
	commit, goVersion := serving.Built()
	if commit != "" {
		commit += " "
	}
	_, err := fmt.Fprintf(streams.Out, "dossier %s %s%s\n", serving.Version(), commit, goVersion)
	return err
}
