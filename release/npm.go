package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// launcher is the program of the package that users install: it starts the one of
// the package for their system.
//
//go:embed launcher.js
var launcher []byte

// npmName returns the name of the package of a target, with the words of Node.
func npmName(t target) string { return "dossier-" + nodeSystem(t) + "-" + nodeProcessor(t) }

func nodeSystem(t target) string {
	if t.os == "windows" {
		return "win32"
	}
	return t.os
}

func nodeProcessor(t target) string {
	if t.arch == "amd64" {
		return "x64"
	}
	return t.arch
}

// npmVersion returns a version without the mark of changes that are not
// committed, which npm does not accept twice.
func npmVersion(version string) string { return strings.Replace(version, "+", "-", 1) }

// npm returns the package of npm that users install: npx dossier. It depends on
// that of each system, of which npm installs one.
func (r *release) npm() []byte {
	programs := map[string]string{}
	for _, t := range targets {
		programs[npmName(t)] = npmVersion(r.version)
	}
	about := r.npmAbout("dossier", "dossier.js")
	about["optionalDependencies"] = programs
	if r.url != "" {
		about["mcpName"] = r.serverName()
	}
	return r.npmPackage(about, file{name: "dossier.js", text: launcher, mode: 0o755})
}

// npmProgram returns the package of npm with the program for a target.
func (r *release) npmProgram(t target, program file) []byte {
	program.name = "bin/" + program.name
	about := r.npmAbout(npmName(t), program.name)
	delete(about, "bin") // npx would not know which to start
	about["os"], about["cpu"] = []string{nodeSystem(t)}, []string{nodeProcessor(t)}
	return r.npmPackage(about, program)
}

// npmAbout returns what a package of npm says of itself.
func (r *release) npmAbout(name, program string) map[string]any {
	return map[string]any{
		"name": name, "version": npmVersion(r.version), "description": summary, "license": "Apache-2.0", "bin": map[string]string{
			"dossier": program,
		},
	}
}

func (r *release) npmPackage(about map[string]any, program file) []byte {
	text, err := json.MarshalIndent(about, "", "  ")
	must(err)
	content := append([]file{{name: "package.json", text: append(text, '\n'), mode: 0o644}, program}, r.shared...)
	return zippedTar(within("package", content), r.at)
}

// npmFile returns the name of the file of a package, as npm pack names it.
func (r *release) npmFile(name string) string {
	return fmt.Sprintf("%s-%s.tgz", name, npmVersion(r.version))
}
