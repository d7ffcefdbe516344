// Package setup says how the programs of agents are connected to a server.
package setup

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

// serverName is the name of the server in the configuration of a client.
const serverName = "dossier"

// A Target is the server of a client: a program that it starts, or a running server.
type Target struct {
	Command   string
	Arguments []string
	URL       string // of the server's /mcp; "" for a program
}

// Steps are how a client is connected to a target.
type Steps struct {
	Client  string   `json:"client"`            // its name
	File    string   `json:"file"`              // the file or the page of settings in which to paste Config
	Config  string   `json:"config"`            // what to paste
	Command []string `json:"command,omitempty"` // a command that does the same, nil for none
	Link    string   `json:"link,omitempty"`    // a link that does the same, "" for none
}

// A client is a program with a configuration of MCP servers.
type client struct {
	name, file string
	config     func(Target) string
	command    func(Target) []string // nil for none
	link       func(Target) string   // nil for none
}

// clients are the clients whose configuration is known.
var clients = []client{
	{"claude-code", ".mcp.json in the project's folder", withTypes("mcpServers", "http").config, claudeCommand, nil},
	{"claude-desktop", "claude_desktop_config.json (Settings, Developer, Edit Config)", bridged, nil, nil},
	{"cursor", "~/.cursor/mcp.json or .cursor/mcp.json", plain("mcpServers", "url").config, nil, cursorLink},
	{"vscode", ".vscode/mcp.json", withTypes("servers", "http").config, nil, codeLink},
	{"windsurf", "~/.codeium/windsurf/mcp_config.json", plain("mcpServers", "serverUrl").config, nil, nil},
	{"cline", "cline_mcp_settings.json (MCP Servers, Configure MCP Servers)", withTypes("mcpServers", "streamableHttp").config, nil, nil},
	{"codex", "~/.codex/config.toml", codexConfig, nil, nil},
	{"gemini", "~/.gemini/settings.json", plain("mcpServers", "httpUrl").config, nil, nil},
	{"opencode", "opencode.json in the project's folder, or ~/.config/opencode/opencode.json", opencodeConfig, nil, nil},
	{"goose", "~/.config/goose/config.yaml", gooseConfig, nil, nil},
	{"jetbrains", "Settings, Tools, AI Assistant, Model Context Protocol (MCP), Add, As JSON", plain("mcpServers", "url").config, nil, nil},
	{"zed", "~/.config/zed/settings.json", plain("context_servers", "url").config, nil, nil},
}

// Clients returns the names that [Of] takes.
func Clients() []string {
	var names []string
	for _, one := range clients {
		names = append(names, one.name)
	}
	return names
}

// Of returns how a client is connected to a target.
func Of(name string, to Target) (Steps, error) {
	at := slices.IndexFunc(clients, func(c client) bool { return c.name == strings.ToLower(strings.TrimSpace(name)) })
	if at < 0 {
		return Steps{}, graph.BadInput("print-config", "unknown client %q; expected one of %s", graph.Truncate(name, dialect.NameRunes),
			strings.Join(Clients(), ", "))
	}
	one := clients[at]
	steps := Steps{Client: one.name, File: one.file, Config: one.config(to)}
	if one.command != nil {
		steps.Command = one.command(to)
	}
	if one.link != nil {
		steps.Link = one.link(to)
	}
	return steps, nil
}

// A layout is how a client with a configuration in JSON writes its servers.
type layout struct {
	list           string        // the member with the servers
	program, place schema.Object // what an entry begins with, for each sort of target
	url            string        // the member with the URL
}

// plain returns the layout of clients that find out the sort of a target by its
// members.
func plain(list, url string) layout { return layout{list: list, url: url} }

// withTypes returns the layout of clients whose entries have a type.
func withTypes(list, place string) layout {
	return layout{list, schema.Object{schema.Pair("type", "stdio")}, schema.Object{schema.Pair("type", place)}, "url"}
}

// entry returns what a client writes about a target.
func (l layout) entry(to Target) schema.Object {
	if to.URL != "" {
		return append(slices.Clone(l.place), schema.Pair(l.url, to.URL))
	}
	return append(slices.Clone(l.program), schema.Pair("command", to.Command), schema.Pair("args", to.Arguments))
}

// config returns the configuration with a target as its only server.
func (l layout) config(to Target) string {
	return schema.Indented(schema.Object{schema.Pair(l.list, schema.Object{schema.Pair(serverName, l.entry(to))})})
}

// bridged returns the configuration of Claude Desktop, whose file lists only
// programs: a server that runs is reached by one from npm.
func bridged(to Target) string {
	if to.URL != "" {
		to = Target{Command: "npx", Arguments: []string{"-y", "mcp-remote", to.URL}}
	}
	return plain("mcpServers", "").config(to)
}

// claudeCommand returns the command of Claude Code that adds a target.
func claudeCommand(to Target) []string {
	if to.URL != "" {
		return []string{"claude", "mcp", "add", "--transport", "http", serverName, to.URL}
	}
	return append([]string{"claude", "mcp", "add", serverName, "--", to.Command}, to.Arguments...)
}

// cursorLink returns the link by which Cursor installs a target.
func cursorLink(to Target) string {
	config := base64.StdEncoding.EncodeToString([]byte(graph.EncodeJSON(plain("", "url").entry(to))))
	return "cursor://anysphere.cursor-deeplink/mcp/install?name=" + serverName + "&config=" + url.QueryEscape(config)
}

// codeLink returns the link by which VS Code installs a target.
func codeLink(to Target) string {
	config := graph.EncodeJSON(append(schema.Object{schema.Pair("name", serverName)}, withTypes("", "http").entry(to)...))
	return "vscode:mcp/install?" + strings.ReplaceAll(url.QueryEscape(config), "+", "%20")
}

// codexConfig returns the configuration of Codex, which is TOML. Its strings have
// the same quoting as in JSON, and so have those of YAML.
func codexConfig(to Target) string {
	if to.URL != "" {
		return fmt.Sprintf("[mcp_servers.%s]\nurl = %s\n", serverName, graph.EncodeJSON(to.URL))
	}
	return fmt.Sprintf("[mcp_servers.%s]\ncommand = %s\nargs = %s\n", serverName, graph.EncodeJSON(to.Command), graph.EncodeJSON(to.Arguments))
}

// opencodeConfig returns the configuration of opencode.
func opencodeConfig(to Target) string {
	entry := schema.Object{schema.Pair("type", "local"), schema.Pair("command", append([]string{to.Command}, to.Arguments...))}
	if to.URL != "" {
		entry = schema.Object{schema.Pair("type", "remote"), schema.Pair("url", to.URL)}
	}
	return schema.Indented(schema.Object{
		schema.Pair("$schema", "https://opencode.ai/config.json"), schema.Pair("mcp",
			schema.Object{schema.Pair(serverName, append(entry, schema.Pair("enabled", true)))}),
	})
}

// gooseConfig returns the configuration of Goose, which is YAML.
func gooseConfig(to Target) string {
	target := fmt.Sprintf("type: stdio\n    cmd: %s\n    args: %s", graph.EncodeJSON(to.Command), graph.EncodeJSON(to.Arguments))
	if to.URL != "" {
		target = "type: streamable_http\n    uri: " + graph.EncodeJSON(to.URL)
	}
	return fmt.Sprintf(`extensions:
  %s:
    enabled: true
    name: %[1]s
    description: Project knowledge graph
    %s
    timeout: 300
`, serverName, target)
}
