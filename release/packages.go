package main

import (
	"crypto/md5" //nolint:gosec // what Debian has in md5sums
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// summary is the description of packages.
const summary = "project knowledge graph for frontends (GraphQL) and AI agents (MCP)"

// debianVersion returns a version in the order of Debian, where a pre-release
// comes before the release.
func debianVersion(version string) string { return strings.ReplaceAll(version, "-", "~") }

// debian returns a package of Debian for a target.
func (r *release) debian(t target, program file) []byte {
	content := []file{{name: "usr/bin/dossier", text: program.text, mode: 0o755}, {name: "lib/systemd/system/dossier.service", text: r.service, mode: 0o644}}
	for _, help := range r.helps {
		place := map[string]string{
			"dossier.1": "usr/share/man/man1/dossier.1.gz", "completions/dossier.bash": "usr/share/bash-completion/completions/dossier",
			"completions/dossier.zsh": "usr/share/zsh/vendor-completions/_dossier", "completions/dossier.fish": "usr/share/fish/vendor_completions.d/dossier.fish",
		}[help.name]
		if strings.HasSuffix(place, ".gz") {
			help.text = compressed(help.text)
		}
		content = append(content, file{name: place, text: help.text, mode: 0o644})
	}
	for _, document := range r.shared {
		content = append(content, file{name: "usr/share/doc/dossier/" + document.name, text: document.text, mode: 0o644})
	}
	size, sums := 0, ""
	for _, one := range content {
		size += len(one.text)
		sums += fmt.Sprintf("%x  %s\n", md5.Sum(one.text), one.name) //nolint:gosec // see the import
	}
	control := fmt.Sprintf(`Package: dossier
Version: %s
Architecture: %s
Maintainer: The authors of Dossier <dossier@localhost>
Installed-Size: %d
Recommends: ca-certificates
Suggests: postgresql-client
Section: database
Priority: optional
Description: %s
 Dossier serves tasks, goals, plans, risks, decisions and documents with the
 edges between them, and prompt text within a budget of tokens.
`, debianVersion(r.version), t.arch, (size+1023)/1024, summary)
	return ar([]file{
		{name: "debian-binary", text: []byte("2.0\n")},
		{name: "control.tar.gz", text: zippedTar([]file{{name: "./control", text: []byte(control), mode: 0o644}, {name: "./md5sums", text: []byte(sums), mode: 0o644}}, r.at)},
		{name: "data.tar.gz", text: zippedTar(withFolders(content), r.at)},
	}, r.at)
}

// withFolders returns files below ".", after the folders that they are in.
func withFolders(files []file) (all []file) {
	made := map[string]bool{".": true}
	var add func(folder string)
	add = func(folder string) {
		if !made[folder] {
			made[folder] = true
			add(path.Dir(folder))
			all = append(all, file{name: "./" + folder + "/", mode: 0o755})
		}
	}
	for _, one := range files {
		add(path.Dir(one.name))
		one.name = "./" + one.name
		all = append(all, one)
	}
	return all
}

// npm returns a package of npm for a target: npx FILE mcp --demo.
func (r *release) npm(t target, program file) []byte {
	system := map[string]string{"windows": "win32"}[t.os]
	if system == "" {
		system = t.os
	}
	processor := map[string]string{"amd64": "x64"}[t.arch]
	if processor == "" {
		processor = t.arch
	}
	about, err := json.MarshalIndent(map[string]any{
		"name": "dossier", "version": npmVersion(r.version), "description": summary, "license": "Apache-2.0",
		"os": []string{system}, "cpu": []string{processor}, "bin": map[string]string{"dossier": "bin/" + program.name},
	}, "", "  ")
	must(err)
	program.name = "bin/" + program.name
	content := append([]file{{name: "package.json", text: append(about, '\n'), mode: 0o644}, program}, r.shared...)
	return zippedTar(within("package", content), r.at)
}

// npmVersion returns a version without the mark of changes that are not
// committed, which npm does not accept twice.
func npmVersion(version string) string { return strings.Replace(version, "+", "-", 1) }
