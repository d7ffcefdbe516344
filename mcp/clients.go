package mcp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/lens"
)

// A client is a program with a configuration of MCP servers.
type client struct {
	name, file string
	config     func(command string, arguments []string) string
}

// clients are the clients whose configuration is known.
var clients = []client{
	{"claude-code", ".mcp.json in the project's folder", servers("mcpServers", member{"type", "stdio"})},
	{"claude-desktop", "claude_desktop_config.json (Settings, Developer, Edit Config)", servers("mcpServers")},
	{"cursor", "~/.cursor/mcp.json or .cursor/mcp.json", servers("mcpServers")},
	{"vscode", ".vscode/mcp.json", servers("servers", member{"type", "stdio"})},
	{"codex", "~/.codex/config.toml", codexConfig},
	{"gemini", "~/.gemini/settings.json", servers("mcpServers")},
	{"zed", "~/.config/zed/settings.json", servers("context_servers")},
}

// Clients returns the names that [Config] takes.
func Clients() []string {
	var names []string
	for _, one := range clients {
		names = append(names, one.name)
	}
	return names
}

// Config returns the text to paste into the configuration of a client for a
// server that is started by command, and the file in which to paste it.
func Config(name, command string, arguments []string) (config, file string, err error) {
	at := slices.IndexFunc(clients, func(c client) bool { return c.name == name })
	if at < 0 {
		return "", "", graph.BadInput("print-config", "unknown client %q; expected one of %s", graph.Truncate(name, nameRunes), strings.Join(Clients(), ", "))
	}
	return clients[at].config(command, arguments), clients[at].file, nil
}

// servers returns the function for clients whose configuration lists the
// servers as an object with the name.
func servers(name string, more ...member) func(string, []string) string {
	return func(command string, arguments []string) string {
		server := append(slices.Clone(schema(more)), member{"command", command}, member{"args", arguments})
		return indented(schema{{name, schema{{"dossier", server}}}})
	}
}

// codexConfig returns the configuration of Codex. It is TOML, in which strings
// have the same quoting as in Go.
func codexConfig(command string, arguments []string) string {
	quoted := make([]string, len(arguments))
	for i, argument := range arguments {
		quoted[i] = strconv.Quote(argument)
	}
	return fmt.Sprintf("[mcp_servers.dossier]\ncommand = %q\nargs = [%s]\n", command, strings.Join(quoted, ", "))
}

// PrintTools returns the tools as JSON in the form of a model's API: openai or
// anthropic.
func PrintTools(lenses []lens.Lens, api string, readOnly bool) (string, error) {
	var list []schema
	for _, one := range tools(lenses, readOnly) {
		switch api {
		case "openai":
			list = append(list, schema{{"type", "function"}, {"function", schema{
				{"name", one.Name}, {"description", one.Description}, {"parameters", one.InputSchema},
			}}})
		case "anthropic":
			list = append(list, schema{{"name", one.Name}, {"description", one.Description}, {"input_schema", one.InputSchema}})
		default:
			return "", graph.BadInput("print-tools", "unknown API %q; expected openai or anthropic", graph.Truncate(api, nameRunes))
		}
	}
	return indented(list), nil
}
