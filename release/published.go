package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"text/template"
)

// formulaText is the formula of Homebrew with places for versions and sums.
//
//go:embed formula.rb.tmpl
var formulaText string

var formulaTemplate = template.Must(template.New("formula").Parse(formulaText))

// An archive is an archive of a formula.
type archive struct{ File, Sum string }

// formula returns the formula of Homebrew, given the SHA-256 of each file.
func (r *release) formula(sums map[string]string) []byte {
	archives := map[string]archive{}
	for _, t := range targets {
		name := r.archive(t)
		archives[t.String()] = archive{name, sums[name]}
	}
	var out bytes.Buffer
	must(formulaTemplate.Execute(&out, map[string]any{"Summary": summary, "URL": r.url, "Version": r.version, "Archives": archives}))
	return out.Bytes()
}

// serverName returns the name of the server in the registry of MCP: the owner of a
// repository of GitHub, or the host backwards, and then what is served.
func (r *release) serverName() string {
	address, err := url.Parse(r.url)
	must(err) // it was checked
	labels := strings.Split(address.Hostname(), ".")
	slices.Reverse(labels)
	if owner, rest, found := strings.Cut(strings.TrimPrefix(address.Path, "/"), "/"); found && address.Hostname() == "github.com" {
		repository, _, _ := strings.Cut(rest, "/")
		return "io.github." + owner + "/" + repository
	}
	return strings.Join(labels, ".") + "/dossier"
}

// server returns server.json, which describes the package of npm to the registry
// of MCP.
func (r *release) server() []byte {
	text, err := json.MarshalIndent(map[string]any{
		"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
		"name":    r.serverName(), "title": "Dossier", "description": summary, "version": npmVersion(r.version),
		"packages": []any{map[string]any{
			"registryType": "npm", "identifier": "dossier", "version": npmVersion(r.version), "transport": map[string]string{"type": "stdio"},
			"packageArguments": []any{
				map[string]any{"type": "positional", "value": "mcp"},
				map[string]any{
					"type": "named", "name": "--folder", "format": "filepath", "isRequired": false,
					"description": "The folder or repository to answer from; without it, the one in which the client starts the server",
				},
			},
		}},
	}, "", "  ")
	must(err)
	return append(text, '\n')
}
