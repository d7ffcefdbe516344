package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// sample returns a release of programs that only have a text.
func sample(t *testing.T) (*release, map[target][]byte) {
	t.Helper()
	r := &release{
		version: "0.1.0-rc.1", url: "https://github.com/ann/dossier/releases/download/v0.1.0-rc.1", at: time.Unix(1_790_000_000, 0).UTC(),
		out: t.TempDir(), service: []byte("[Unit]\n"),
		shared:  []file{{name: "LICENSE", text: []byte("Apache"), mode: 0o644}},
		modules: map[string]string{"stdlib": "1.26.0", "github.com/jackc/pgx/v5": "v5.7.0", "golang.org/x/net": "v0.50.0"},
		helps: []file{
			{name: "completions/dossier.bash", text: []byte("x"), mode: 0o644}, {name: "completions/dossier.zsh", text: []byte("x"), mode: 0o644},
			{name: "dossier.1", text: []byte(".TH"), mode: 0o644},
		},
	}
	programs := map[target][]byte{}
	for _, one := range targets {
		programs[one] = []byte("#!/bin/sh\necho " + one.String() + "\n")
	}
	if err := r.write(targets, programs); err != nil {
		t.Fatal(err)
	}
	return r, programs
}

// TestReproducible builds the same release twice.
func TestReproducible(t *testing.T) {
	one, _ := sample(t)
	other, _ := sample(t)
	sums := read(t, one.out, "checksums.txt")
	if sums != read(t, other.out, "checksums.txt") {
		t.Error("two builds have other checksums")
	}
	if lines := strings.Count(sums, "\n"); lines != 21 {
		t.Errorf("%d files, want 6 archives, 7 packages of npm, 2 of Debian, 2 of RPM, a bill of materials, an image, and 2 for registries:\n%s",
			lines, sums)
	}
	for line := range strings.Lines(sums) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if got := sha256.Sum256([]byte(read(t, one.out, name))); hex.EncodeToString(got[:]) != sum {
			t.Errorf("%s has another checksum", name)
		}
	}
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// tool runs a program that this machine may not have.
func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not installed")
	}
	out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

func TestDebian(t *testing.T) {
	r, _ := sample(t)
	path := filepath.Join(r.out, "dossier_0.1.0~rc.1_amd64.deb")
	if got := tool(t, "dpkg-deb", "--field", path, "Version"); got != "0.1.0~rc.1\n" {
		t.Errorf("version %q", got)
	}
	root := t.TempDir()
	tool(t, "dpkg-deb", "--extract", path, root)
	if got := tool(t, filepath.Join(root, "usr/bin/dossier")); got != "linux_amd64\n" {
		t.Errorf("the program prints %q", got)
	}
	for _, name := range []string{"usr/lib/systemd/system/dossier.service", "usr/share/man/man1/dossier.1.gz",
		"usr/share/bash-completion/completions/dossier", "usr/share/doc/dossier/LICENSE"} {
		read(t, root, name)
	}
}

func TestRPM(t *testing.T) {
	r, _ := sample(t)
	path := filepath.Join(r.out, "dossier-0.1.0~rc.1-1.x86_64.rpm")
	got := tool(t, "rpm", "--query", "--package", path, "--nosignature", "--queryformat=%{VERSION} %{ARCH} %{BUILDTIME} %{LICENSE}\n",
		"--list")
	for _, want := range []string{"0.1.0~rc.1 x86_64 1790000000 Apache-2.0", "/usr/bin/dossier\n",
		"/usr/lib/systemd/system/dossier.service\n", "/usr/share/zsh/site-functions/_dossier\n", "/usr/share/doc/dossier/LICENSE"} {
		if !strings.Contains(got, want) {
			t.Errorf("the package lacks %q:\n%s", want, got)
		}
	}
	tool(t, "rpm", "--checksig", "--nosignature", path)
	if os.Getuid() != 0 {
		t.Skip("installs into a root of its own, and needs root")
	}
	folder := t.TempDir()
	tool(t, "rpm", "--root", folder, "--initdb")
	tool(t, "rpm", "--root", folder, "--install", "--nodeps", "--nosignature", "--ignorearch", path)
	if got := tool(t, filepath.Join(folder, "usr/bin/dossier")); got != "linux_amd64\n" {
		t.Errorf("the program prints %q", got)
	}
	if got := tool(t, "rpm", "--root", folder, "--verify", "--nodeps", "dossier"); got != "" {
		t.Errorf("installed files differ from the package: %s", got)
	}
	tool(t, "rpm", "--root", folder, "--erase", "dossier")
	if _, err := os.Stat(filepath.Join(folder, "usr/bin/dossier")); err == nil {
		t.Error("the program is left")
	}
}

// TestNpm installs the packages as npm does, and starts the program by the name
// that users type.
func TestNpm(t *testing.T) {
	r, _ := sample(t)
	folder := t.TempDir()
	this := target{runtime.GOOS, runtime.GOARCH}
	files := []string{filepath.Join(r.out, "dossier-0.1.0-rc.1.tgz"), filepath.Join(r.out, r.npmFile(npmName(this)))}
	tool(t, "npm", append([]string{"install", "--offline", "--no-audit", "--no-fund", "--prefix", folder}, files...)...)
	if got := tool(t, filepath.Join(folder, "node_modules/.bin/dossier"), "x"); got != this.String()+"\n" {
		t.Errorf("the program prints %q", got)
	}
	var about struct {
		Name                 string
		MCPName              string `json:"mcpName"`
		OptionalDependencies map[string]string
	}
	decode(t, []byte(read(t, folder, "node_modules/dossier/package.json")), &about)
	if about.MCPName != "io.github.ann/dossier" || len(about.OptionalDependencies) != len(targets) ||
		about.OptionalDependencies["dossier-win32-arm64"] != "0.1.0-rc.1" {
		t.Errorf("got %+v", about)
	}
}

// TestPublished reads what names the other files: the formula of Homebrew and the
// description for the registry of MCP.
func TestPublished(t *testing.T) {
	r, _ := sample(t)
	formula := read(t, r.out, "dossier.rb")
	for line := range strings.Lines(read(t, r.out, "checksums.txt")) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if want := strings.HasSuffix(name, ".tar.gz"); want != strings.Contains(formula, "url \""+r.url+"/"+name+"\"\n      sha256 \""+sum+"\"") {
			t.Errorf("the formula has %s: %t", name, !want)
		}
	}
	server := describedServer(t, read(t, r.out, "server.json"))
	if server.Name != "io.github.ann/dossier" || len(server.Packages) != 1 || server.Packages[0].Version != "0.1.0-rc.1" ||
		server.Version != "0.1.0-rc.1" {
		t.Errorf("got %+v", server)
	}
	for _, one := range server.Packages {
		if one.RegistryType != "npm" || one.Identifier != "dossier" || one.Transport.Type != "stdio" {
			t.Errorf("got %+v", one)
		}
		for _, argument := range one.PackageArguments {
			if (argument.Type != "positional" || argument.Value == "") && (argument.Type != "named" || argument.Name == "") {
				t.Errorf("got an argument %+v, want a positional one with a value or a named one", argument)
			}
		}
	}
	for address, want := range map[string]string{
		"https://github.com/ann/graph/releases": "io.github.ann/graph", "https://files.example.org/dossier": "org.example.files/dossier",
		"https://github.com": "com.github/dossier", "https://example.org": "org.example/dossier",
		"https://example.org:8443/v1": "org.example/dossier",
	} {
		if got := (&release{url: address}).serverName(); got != want || !registered.MatchString(got) {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// A serverFile has the members of server.json that a release writes, of those of the
// schema of 2025-12-11.
type serverFile struct {
	Schema                            string `json:"$schema"`
	Name, Title, Description, Version string
	Packages                          []struct {
		RegistryType, Identifier, Version string
		Transport                         struct{ Type string }
		PackageArguments                  []struct {
			Type, Name, Value, Format, Description string
			IsRequired                             bool
		}
	}
}

// exactVersion matches one version, no range.
var exactVersion = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// describedServer reads server.json as strictly as the registry.
func describedServer(t *testing.T, text string) (server serverFile) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&server); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(server.Schema, "/2025-12-11/server.schema.json") || !registered.MatchString(server.Name) || len(server.Name) > 200 {
		t.Errorf("the schema %q, the name %q", server.Schema, server.Name)
	}
	for what, one := range map[string]string{"description": server.Description, "title": server.Title} {
		if one == "" || len([]rune(one)) > 100 {
			t.Errorf("the %s has %d characters, want 1 to 100", what, len([]rune(one)))
		}
	}
	versions := []string{server.Version}
	for _, one := range server.Packages {
		versions = append(versions, one.Version)
		for _, argument := range one.PackageArguments {
			if !slices.Contains([]string{"", "string", "number", "boolean", "filepath"}, argument.Format) {
				t.Errorf("the argument %+v has an unknown format", argument)
			}
		}
	}
	for _, version := range versions {
		if !exactVersion.MatchString(version) {
			t.Errorf("the version %q is not exact", version)
		}
	}
	return server
}

// registered matches the names that the schema of the registry of MCP permits.
var registered = regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`)

// TestBill reads the bill of materials: each package has an identifier of its own
// and is a dependency of the program.
func TestBill(t *testing.T) {
	r, _ := sample(t)
	var bill struct {
		Packages      []spdxPackage
		Relationships []spdxRelation
	}
	decode(t, []byte(read(t, r.out, "dossier_0.1.0-rc.1.spdx.json")), &bill)
	ids, locators := map[string]bool{}, ""
	for _, one := range bill.Packages {
		ids[one.ID] = true
		locators += one.References[0].Locator + " "
		if !regexp.MustCompile(`^SPDXRef-[A-Za-z0-9.-]+$`).MatchString(one.ID) {
			t.Errorf("the identifier %q", one.ID)
		}
	}
	const want = "pkg:golang/dossier@v0.1.0-rc.1 pkg:golang/github.com/jackc/pgx/v5@v5.7.0 " +
		"pkg:golang/golang.org/x/net@v0.50.0 pkg:golang/stdlib@1.26.0 "
	if len(ids) != 4 || locators != want {
		t.Errorf("%d identifiers, %s; want %s", len(ids), locators, want)
	}
	for _, one := range bill.Relationships {
		if one.From == one.To || one.From != "SPDXRef-DOCUMENT" && !ids[one.From] || !ids[one.To] {
			t.Errorf("%+v", one)
		}
	}
	if len(bill.Relationships) != len(bill.Packages) {
		t.Errorf("%d relationships of %d packages", len(bill.Relationships), len(bill.Packages))
	}
}

// TestImage follows the digests from the archive's index to that of the image and
// to the files of the layers. skopeo, if it is installed, must find the image.
func TestImage(t *testing.T) {
	r, programs := sample(t)
	const archive = "dossier_0.1.0-rc.1_image.tar"
	blobs := entries(t, []byte(read(t, r.out, archive)))
	var whole, index struct{ Manifests []descriptor }
	decode(t, blobs["index.json"], &whole)
	if len(whole.Manifests) != 1 || whole.Manifests[0].Annotations["org.opencontainers.image.ref.name"] != "dossier:v0.1.0-rc.1" {
		t.Fatalf("the archive has %+v, want one image with a name", whole.Manifests)
	}
	decode(t, blob(t, blobs, whole.Manifests[0]), &index)
	if skopeo, err := exec.LookPath("skopeo"); err == nil {
		inspect := exec.CommandContext(t.Context(), skopeo, "--override-arch=arm64", "--override-os=linux", "inspect",
			"--format={{.Architecture}}", "oci-archive:"+filepath.Join(r.out, archive))
		if out, err := inspect.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "arm64" {
			t.Errorf("skopeo: %v\n%s", err, out)
		}
	}
	if len(index.Manifests) != 2 {
		t.Fatalf("%d manifests, want those of two processors", len(index.Manifests))
	}
	for _, one := range index.Manifests {
		var manifest struct {
			Config descriptor
			Layers []descriptor
		}
		decode(t, blob(t, blobs, one), &manifest)
		var config struct {
			Architecture string
			Config       struct{ User string }
			Rootfs       struct {
				DiffIDs []string `json:"diff_ids"`
			}
		}
		decode(t, blob(t, blobs, manifest.Config), &config)
		if config.Architecture != one.Platform["architecture"] || config.Config.User != "65532:65532" {
			t.Errorf("got %+v for %v", config, one.Platform)
		}
		plain := uncompressed(t, blob(t, blobs, manifest.Layers[0]))
		if sum := sha256.Sum256(plain); config.Rootfs.DiffIDs[0] != "sha256:"+hex.EncodeToString(sum[:]) {
			t.Error("the layer has another diff id")
		}
		if got := entries(t, plain)["dossier"]; !bytes.Equal(got, programs[target{"linux", config.Architecture}]) {
			t.Errorf("the program is %q", got)
		}
	}
}

// blob returns a blob, whose digest and size must fit.
func blob(t *testing.T, blobs map[string][]byte, of descriptor) []byte {
	t.Helper()
	text := blobs["blobs/"+strings.Replace(of.Digest, ":", "/", 1)]
	if sum := sha256.Sum256(text); of.Digest != "sha256:"+hex.EncodeToString(sum[:]) || of.Size != len(text) {
		t.Fatalf("the blob %s does not fit its descriptor", of.Digest)
	}
	return text
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func uncompressed(t *testing.T, text []byte) []byte {
	t.Helper()
	reader, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// entries returns the files of a tar archive.
func entries(t *testing.T, archive []byte) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for reader := tar.NewReader(bytes.NewReader(archive)); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[header.Name], err = io.ReadAll(reader); err != nil {
			t.Fatal(err)
		}
	}
}
