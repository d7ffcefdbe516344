// Command release builds what is published: archives for each system, packages of
// Debian, RPM and npm, an image, and their checksums. The same commit gives the same
// bytes. Given the address where the files will be, it writes the formula of Homebrew
// and the description for the registry of MCP, too.
//
//	go run ./release -o dist -url https://github.com/OWNER/dossier/releases/download/v0.1.0
package main

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A target is a system that the program is built for.
type target struct{ os, arch string }

// targets are the systems of a release.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// String returns the name of a target, as in the names of files.
func (t target) String() string { return t.os + "_" + t.arch }

// program returns the name of the program.
func (t target) program() string {
	if t.os == "windows" {
		return "dossier.exe"
	}
	return "dossier"
}

// A release has the inputs and the files of a release.
type release struct {
	version string            // of the module, without v
	modules map[string]string // the version of each module of a program, by path
	at      time.Time
	out     string // the folder for the files
	shared  []file // documents of every archive
	helps   []file // the manual page and the scripts of completion
	service []byte // the unit of systemd
	url     string // where the files will be, without a slash at its end; "" if that is unknown
}

func main() {
	out := flag.String("o", "dist", "the folder for the files")
	only := flag.String("only", "", "one target, such as linux_amd64; all by default")
	address := flag.String("url", "", "where the files will be, such as https://example.org/dossier/v0.1.0: writes dossier.rb and server.json")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *out, *only, strings.TrimSuffix(*address, "/"))
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run builds the targets and writes the files.
func run(ctx context.Context, out, only, address string) error {
	chosen := slices.DeleteFunc(slices.Clone(targets), func(t target) bool { return only != "" && t.String() != only })
	if len(chosen) == 0 {
		return fmt.Errorf("-only: unknown target %q; expected one of %v", only, targets)
	}
	if known, err := url.Parse(address); address != "" && (err != nil || known.Scheme != "https" || known.Host == "" || known.RawQuery != "") {
		return fmt.Errorf("-url: expected an address such as https://example.org/dossier/v0.1.0; got %q", address)
	}
	if address != "" && only != "" {
		return errors.New("-url: expected no -only, as the formula has the sums of all archives")
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "dossier-release-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r := &release{out: out, url: address, modules: map[string]string{}}
	if r.at, err = committed(ctx); err != nil {
		return err
	}
	programs := map[target][]byte{}
	for _, t := range chosen {
		fmt.Println("building", t)
		path, err := build(ctx, t, work)
		if err != nil {
			return err
		}
		if programs[t], err = os.ReadFile(path); err != nil {
			return err
		}
		if err := r.describe(path); err != nil {
			return err
		}
	}
	if err := r.read(ctx, work); err != nil {
		return err
	}
	return r.write(chosen, programs)
}

// committed returns the time of the commit, which all files have.
func committed(ctx context.Context) (time.Time, error) {
	text, err := exec.CommandContext(ctx, "git", "log", "-1", "--format=%ct").Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("read the time of the commit: %w", err)
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

// build compiles the program for a target. Its version is that of the commit's
// tag, which the Go command writes into it. To compile without debug information,
// which is stripped, takes less time.
func build(ctx context.Context, t target, work string) (path string, err error) {
	path = filepath.Join(work, t.String())
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-gcflags=all=-dwarf=false", "-o",
		path, ".")
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+t.os, "GOARCH="+t.arch, "GOAMD64=v1")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("build %s: %w", t, err)
	}
	return path, nil
}

// describe sets the version, which all programs of a release share, and adds the
// modules of one.
func (r *release) describe(path string) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read the version of %s: %w", path, err)
	}
	r.version = strings.TrimPrefix(info.Main.Version, "v")
	if r.version == "" || r.version == "(devel)" {
		return fmt.Errorf("%s has no version; expected a checkout of git", path)
	}
	r.modules["stdlib"] = strings.TrimPrefix(info.GoVersion, "go")
	for _, module := range info.Deps {
		r.modules[module.Path] = module.Version
	}
	return nil
}

// read reads the documents, and asks a program for this machine for its manual
// page and completions.
func (r *release) read(ctx context.Context, work string) error {
	for _, name := range []string{"LICENSE", "NOTICE", "README.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		r.shared = append(r.shared, file{name: name, text: text, mode: 0o644})
	}
	var err error
	if r.service, err = os.ReadFile("deploy/systemd/dossier.service"); err != nil {
		return err
	}
	this := target{runtime.GOOS, runtime.GOARCH}
	here := filepath.Join(work, this.String())
	if _, err := os.Stat(here); err != nil {
		if _, err := build(ctx, this, work); err != nil {
			return err
		}
	}
	for name, args := range map[string][]string{
		"dossier.1": {"man"}, "completions/dossier.bash": {"completion", "bash"}, "completions/dossier.zsh": {"completion", "zsh"},
		"completions/dossier.fish": {
			"completion", "fish",
		},
	} {
		text, err := exec.CommandContext(ctx, here, args...).Output()
		if err != nil {
			return fmt.Errorf("dossier %s: %w", strings.Join(args, " "), err)
		}
		r.helps = append(r.helps, file{name: name, text: text, mode: 0o644})
	}
	slices.SortFunc(r.helps, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return nil
}

// archive returns the name of the archive for a target.
func (r *release) archive(t target) string {
	suffix := ".tar.gz"
	if t.os == "windows" {
		suffix = ".zip"
	}
	return fmt.Sprintf("dossier_%s_%s%s", r.version, t, suffix)
}

// write writes the files of each target, the image and the checksums.
func (r *release) write(chosen []target, programs map[target][]byte) error {
	made := map[string][]byte{r.npmFile("dossier"): r.npm(), fmt.Sprintf("dossier_%s.spdx.json", r.version): r.bill()}
	var images []platform
	for _, t := range chosen {
		program := file{name: t.program(), text: programs[t], mode: 0o755}
		if err := r.pack(made, t, program); err != nil {
			return err
		}
		if t.os == "linux" {
			images = append(images, platform{t, layer(program, r.at)})
		}
	}
	if images != nil {
		made[fmt.Sprintf("dossier_%s_image.tar", r.version)] = r.image(images)
	}
	if r.url != "" {
		made["dossier.rb"], made["server.json"] = r.formula(summed(made)), r.server()
	}
	return r.save(made)
}

// pack adds the archive and the packages for a target.
func (r *release) pack(made map[string][]byte, t target, program file) error {
	made[r.npmFile(npmName(t))] = r.npmProgram(t, program)
	content := append([]file{program}, append(slices.Clone(r.shared), r.helps...)...)
	if t.os == "windows" {
		made[r.archive(t)] = zipped(content, r.at)
		return nil
	}
	made[r.archive(t)] = zippedTar(within(strings.TrimSuffix(r.archive(t), ".tar.gz"), content), r.at)
	if t.os != "linux" {
		return nil
	}
	made[fmt.Sprintf("dossier_%s_%s.deb", systemVersion(r.version), t.arch)] = r.debian(t, program)
	var err error
	made[fmt.Sprintf("dossier-%s-1.%s.rpm", systemVersion(r.version), rpmArch[t.arch])], err = r.rpm(t, program)
	return err
}

// summed returns the SHA-256 of each file in hexadecimal digits.
func summed(made map[string][]byte) map[string]string {
	sums := map[string]string{}
	for name, text := range made {
		sum := sha256.Sum256(text)
		sums[name] = hex.EncodeToString(sum[:])
	}
	return sums
}

// save writes the files and their checksums.
func (r *release) save(made map[string][]byte) error {
	lines, sums := "", summed(made)
	for _, name := range slices.Sorted(maps.Keys(made)) {
		lines += sums[name] + "  " + name + "\n"
		if err := os.WriteFile(filepath.Join(r.out, name), made[name], 0o666); err != nil {
			return err
		}
	}
	fmt.Print(lines)
	return os.WriteFile(filepath.Join(r.out, "checksums.txt"), []byte(lines), 0o666)
}
