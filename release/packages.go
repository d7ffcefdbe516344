package main

import (
	"bytes"
	"crypto/md5" //nolint:gosec // what Debian has in md5sums
	"fmt"
	"path"
	"strings"

	"github.com/google/rpmpack"
)

// summary is the description of packages.
const summary = "project knowledge graph for frontends (GraphQL) and AI agents (MCP)"

// description is the long description of packages.
const description = `Dossier serves tasks, goals, plans, risks, decisions and documents with the
edges between them, and prompt text within a budget of tokens.
`

// systemVersion returns a version in the order of Debian and of RPM, where a
// pre-release comes before the release.
func systemVersion(version string) string { return strings.ReplaceAll(version, "-", "~") }

// Where Debian, and where Fedora and openSUSE, have the completions of zsh.
const (
	debianZsh = "usr/share/zsh/vendor-completions/_dossier"
	rpmZsh    = "usr/share/zsh/site-functions/_dossier"
)

// installed returns the files of a package of a system, whose completions of zsh
// are at a path.
func (r *release) installed(program file, zsh string) []file {
	content := []file{
		{name: "usr/bin/dossier", text: program.text, mode: 0o755},
		{name: "usr/lib/systemd/system/dossier.service", text: r.service, mode: 0o644},
	}
	for _, help := range r.helps {
		place := map[string]string{
			"dossier.1": "usr/share/man/man1/dossier.1.gz", "completions/dossier.bash": "usr/share/bash-completion/completions/dossier",
			"completions/dossier.zsh": zsh, "completions/dossier.fish": "usr/share/fish/vendor_completions.d/dossier.fish",
		}[help.name]
		if strings.HasSuffix(place, ".gz") {
			help.text = compressed(help.text)
		}
		content = append(content, file{name: place, text: help.text, mode: 0o644})
	}
	for _, document := range r.shared {
		content = append(content, file{name: "usr/share/doc/dossier/" + document.name, text: document.text, mode: 0o644})
	}
	return content
}

// debian returns a package of Debian for a target.
func (r *release) debian(t target, program file) []byte {
	content := r.installed(program, debianZsh)
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
%s`, systemVersion(r.version), t.arch, (size+1023)/1024, summary,
		strings.ReplaceAll(" "+strings.TrimSuffix(description, "\n"), "\n", "\n ")+"\n")
	return ar([]file{
		{name: "debian-binary", text: []byte("2.0\n")},
		{
			name: "control.tar.gz",
			text: zippedTar([]file{
				{name: "./control", text: []byte(control), mode: 0o644}, {name: "./md5sums", text: []byte(sums), mode: 0o644},
			}, r.at),
		},
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

// rpm returns a package of RPM for a target.
func (r *release) rpm(t target, program file) ([]byte, error) {
	made, err := rpmpack.NewRPM(rpmpack.RPMMetaData{
		Name: "dossier", Version: systemVersion(r.version), Release: "1", Arch: rpmArch[t.arch], OS: t.os, Epoch: rpmpack.NoEpoch,
		BuildTime: r.at,
		BuildHost: "localhost", Summary: summary, Description: description, Licence: "Apache-2.0", Compressor: "gzip",
		Recommends: rpmpack.Relations{
			{Name: "ca-certificates"},
		},
	})
	if err != nil {
		return nil, fmt.Errorf("make a package of RPM: %w", err)
	}
	for _, one := range r.installed(program, rpmZsh) {
		made.AddFile(rpmpack.RPMFile{Name: "/" + one.name, Body: one.text, Mode: uint(one.mode), Owner: "root", Group: "root",
			MTime: uint32(r.at.Unix())}) //nolint:gosec // modes and times fit
	}
	var out bytes.Buffer
	if err := made.Write(&out); err != nil {
		return nil, fmt.Errorf("write a package of RPM: %w", err)
	}
	return out.Bytes(), nil
}

// rpmArch maps the processors of Go to those of RPM.
var rpmArch = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}
