package cli

import (
	"fmt"
	"runtime/debug"
)

type versionCommand struct{}

// Run prints the version of the module, the commit that it was built from, and
// the version of Go.
func (versionCommand) Run(streams Streams) error {
	built, goVersion := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		goVersion = info.GoVersion
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				built = setting.Value[:min(len(setting.Value), 12)] + " "
			}
		}
	}
	_, err := fmt.Fprintf(streams.Out, "dossier %s %s%s\n", version(), built, goVersion)
	return err
}

// version returns the version of the module, which the tag of its commit has.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
