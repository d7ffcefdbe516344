package cli

import (
	"fmt"
	"runtime/debug"
)

type versionCommand struct{}

// Run prints the version of the module and of Go.
func (versionCommand) Run(streams Streams) error {
	version, goVersion := "(devel)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version, goVersion = info.Main.Version, info.GoVersion
	}
	fmt.Fprintln(streams.Out, "dossier", version, goVersion)
	return nil
}
