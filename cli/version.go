package cli

import (
	"fmt"
	"runtime/debug"

	"dossier/cli/terminal"
)

type versionCommand struct{}

// Run prints the version of the module, the commit that it was built from, and
// the version of Go.
func (versionCommand) Run(streams terminal.Streams) error {
	commit, goVersion := built()
	if commit != "" {
		commit += " "
	}
	_, err := fmt.Fprintf(streams.Out, "dossier %s %s%s\n", version(), commit, goVersion)
	return err
}

// version returns the version of the module, which the tag of its commit has.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// built returns the beginning of the commit that the program was built from, ""
// if that is unknown, and the version of Go.
func built() (commit, goVersion string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			commit = setting.Value[:min(len(setting.Value), 12)]
		}
	}
	return commit, info.GoVersion
}
