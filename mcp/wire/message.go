package wire

import (
	"encoding/json"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/mcp/dialect"
)

// withPlainParams returns a message whose parameters the SDK reads: clients write []
// for an object without members, as PHP does, numbers where texts are expected, and
// the names of tools as their hosts show them. It is the message itself if there are none
// of these.
func withPlainParams(message []byte, tools []string) []byte {
	var given map[string]json.RawMessage
	if json.Unmarshal(message, &given) != nil || given["method"] == nil {
		return message
	}
	params, isObject := objectIn(given["params"])
	changed := !isObject && len(given["params"]) > 0 && given["params"][0] == '['
	switch dialect.TextIn(given["method"]) {
	case "initialize":
		changed = plainInitialize(params) || !isObject
	case "prompts/get":
		changed = plainTexts(params, "arguments") || changed
	case "tools/call":
		changed = plainTool(params, tools) || changed
	}
	if !changed {
		return message
	}
	given["params"], _ = json.Marshal(params) // of JSON
	plain, err := json.Marshal(given)
	if err != nil {
		return message
	}
	return plain
}

// objectIn returns the members of an object, none for other JSON, and whether it is one.
func objectIn(raw json.RawMessage) (members map[string]json.RawMessage, is bool) {
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return map[string]json.RawMessage{}, false
	}
	return members, true
}

// plainInitialize makes the parameters of initialize those that the SDK reads, and
// reports whether it changed any.
func plainInitialize(params map[string]json.RawMessage) (changed bool) {
	if raw := params["protocolVersion"]; len(raw) > 0 && raw[0] != '"' && string(raw) != "null" {
		params["protocolVersion"], changed = json.RawMessage(graph.EncodeJSON(string(raw))), true
	}
	if _, is := objectIn(params["clientInfo"]); !is && params["clientInfo"] != nil {
		delete(params, "clientInfo")
		changed = true
	}
	capabilities, is := objectIn(params["capabilities"])
	before := len(capabilities)
	for name, raw := range capabilities {
		if _, is := objectIn(raw); !is {
			delete(capabilities, name)
		}
	}
	if !is || len(capabilities) < before {
		params["capabilities"], changed = json.RawMessage(graph.EncodeJSON(capabilities)), true
	}
	return changed
}

// plainTexts makes the members of an object texts, without null, and reports whether
// it changed any.
func plainTexts(params map[string]json.RawMessage, name string) (changed bool) {
	members, isObject := objectIn(params[name])
	for key, raw := range members {
		switch {
		case string(raw) == "null":
			delete(members, key)
		case raw[0] != '"':
			members[key] = json.RawMessage(graph.EncodeJSON(string(raw)))
		default:
			continue
		}
		changed = true
	}
	if changed || !isObject && params[name] != nil {
		params[name] = json.RawMessage(graph.EncodeJSON(members))
		return true
	}
	return false
}

// plainTool replaces the name of a tool as a host shows it, such as
// mcp__dossier__get_entity, by its own, and reports whether it did.
func plainTool(params map[string]json.RawMessage, tools []string) bool {
	name := dialect.TextIn(params["name"])
	if name == "" || slices.Contains(tools, name) {
		return false
	}
	folded := dialect.Fold(name)
	at := slices.IndexFunc(tools, func(tool string) bool {
		rest, is := strings.CutSuffix(folded, tool)
		return is && (rest == "" || strings.HasSuffix(rest, "_") || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "/"))
	})
	if at < 0 {
		return false
	}
	params["name"] = json.RawMessage(graph.EncodeJSON(tools[at]))
	return true
}
