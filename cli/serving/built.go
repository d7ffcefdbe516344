package serving

import "runtime/debug"

// Version returns the version of the module, which the tag of its commit has.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// Built returns the beginning of the commit that the program was built from, ""
// if that is unknown, and the version of Go.
func Built() (commit, goVersion string) {
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
