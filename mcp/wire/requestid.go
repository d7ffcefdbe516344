package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// The SDK reads an id that is a number as a floating-point number, and returns it
// as a whole one. So 2^53+1, 1.5 and 1e3 would come back as other ids, by which a
// client does not find its request. Such an id is replaced by a text in the
// request, and put back in the answer, which contains the text.

// idMark begins the text that replaces an id, followed by the id as it was.
const idMark = "\x00id:"

// byteOrderMark may precede a message.
const byteOrderMark = "\ufeff"

// withSafeID returns a message whose ids the SDK returns unchanged. It is the
// message itself if they are.
func withSafeID(message []byte) []byte {
	var given map[string]json.RawMessage
	if !isUnsafe(message) || json.Unmarshal(message, &given) != nil {
		return message
	}
	if id, has := given["id"]; has {
		given["id"] = safeID(id)
	}
	var params map[string]json.RawMessage
	if json.Unmarshal(given["params"], &params) == nil && params["requestId"] != nil { // of a cancellation
		params["requestId"] = safeID(params["requestId"])
		given["params"], _ = json.Marshal(params) // of JSON
	}
	safe, err := json.Marshal(given)
	if err != nil {
		return message
	}
	return safe
}

// isUnsafe reports whether the id of a message, or of the request that it
// cancels, would come back as another one.
func isUnsafe(message []byte) bool {
	var with struct {
		ID     json.RawMessage `json:"id"`
		Params struct {
			RequestID json.RawMessage `json:"requestId"`
		} `json:"params"`
	}
	_ = json.Unmarshal(message, &with) // other params have other members
	for _, id := range []json.RawMessage{with.ID, with.Params.RequestID} {
		if id != nil && !bytes.Equal(id, safeID(id)) {
			return true
		}
	}
	return false
}

// safeID returns an id that the SDK returns unchanged: the id itself, or a text
// with it.
func safeID(id json.RawMessage) json.RawMessage {
	var number json.Number
	var text string
	switch {
	case json.Unmarshal(id, &text) == nil && !strings.HasPrefix(text, idMark):
		return id
	case text == "" && json.Unmarshal(id, &number) != nil:
		return id // not an id
	}
	whole, err := strconv.ParseInt(string(id), 10, 54)
	if err == nil && strconv.FormatInt(whole, 10) == string(id) {
		return id
	}
	safe, _ := json.Marshal(idMark + string(id)) // a text
	return safe
}

// withGivenID returns an answer with the id that its request had.
func withGivenID(answer []byte) []byte {
	const begin = `"id":"\u0000id:`
	before, rest, has := bytes.Cut(answer, []byte(begin))
	if !has {
		return answer
	}
	var text string
	decoder := json.NewDecoder(bytes.NewReader(append([]byte(`"\u0000id:`), rest...)))
	if decoder.Decode(&text) != nil {
		return answer
	}
	after := rest[int(decoder.InputOffset())-len(`"\u0000id:`):]
	return append(append(bytes.Clone(before), `"id":`+strings.TrimPrefix(text, idMark)...), after...)
}
