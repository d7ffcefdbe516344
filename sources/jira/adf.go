package jira

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"dossier/sources"
)

// textOf returns a text as Markdown: a document of Atlassian, or one in the markup
// of Jira.
func textOf(value any) string {
	switch text := value.(type) {
	case string:
		return fromMarkup(text)
	case markdown:
		return string(text)
	}
	object, _ := value.(map[string]any)
	return strings.TrimSpace(blocks(object, "", 0))
}

// maxDepth is the depth at which documents are cut, by eye.
const maxDepth = 50

// blocks returns the blocks in a node, each with an indentation.
func blocks(node sources.Object, indent string, depth int) string {
	var out strings.Builder
	for _, child := range node.Objects("content") {
		if depth < maxDepth {
			out.WriteString(block(child, indent, depth+1))
		}
	}
	return out.String()
}

func block(node sources.Object, indent string, depth int) string {
	attrs := node.Object("attrs")
	switch of := node.Text("type"); of {
	case "heading":
		level := len(strings.Repeat("#", 1))
		_, _ = fmt.Sscan(attrs.Text("level"), &level) // 1 without
		return indent + strings.Repeat("#", min(max(level, 1), 6)) + " " + inline(node, depth) + "\n\n"
	case "bulletList", "orderedList", "taskList", "decisionList":
		return list(node, of, indent, depth) + "\n"
	case "codeBlock":
		return indent + "```" + attrs.Text("language") + "\n" + indent + strings.ReplaceAll(plain(node), "\n", "\n"+indent) + "\n" + indent +
			"```\n\n"
	case "blockquote", "panel":
		return quoted(blocks(node, "", depth), indent) + "\n\n"
	case "rule":
		return indent + "---\n\n"
	case "table":
		return table(node, depth) + "\n"
	case "expand", "nestedExpand":
		return indent + "**" + attrs.Text("title") + "**\n\n" + blocks(node, indent, depth)
	case "mediaSingle", "mediaGroup", "media":
		return ""
	case "paragraph", "taskItem", "decisionItem", "caption":
		if text := inline(node, depth); text != "" {
			return indent + text + "\n\n"
		}
		return ""
	case "text", "mention", "emoji", "hardBreak", "inlineCard", "status", "date":
		return inlineNode(node, depth)
	}
	return blocks(node, indent, depth)
}

func quoted(text, indent string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return indent + "> " + strings.Join(lines, "\n"+indent+"> ")
}

func list(node sources.Object, of, indent string, depth int) string {
	var out strings.Builder
	for i, item := range node.Objects("content") {
		mark := "- "
		switch state := item.Object("attrs").Text("state"); {
		case of == "orderedList":
			mark = fmt.Sprintf("%d. ", i+1)
		case of == "taskList" && state == "DONE":
			mark = "- [x] "
		case of == "taskList":
			mark = "- [ ] "
		}
		if kind := item.Text("type"); kind == "taskItem" || kind == "decisionItem" {
			out.WriteString(indent + mark + inline(item, depth) + "\n")
			continue
		}
		text := strings.TrimSpace(blocks(item, indent+"  ", depth+1))
		text = strings.ReplaceAll(text, "\n\n"+indent+"  -", "\n"+indent+"  -")
		out.WriteString(indent + mark + text + "\n")
	}
	return out.String()
}

func table(node sources.Object, depth int) string {
	var out strings.Builder
	for i, row := range node.Objects("content") {
		cells := row.Objects("content")
		for _, cell := range cells {
			text := strings.Join(strings.Fields(blocks(cell, "", depth+1)), " ")
			out.WriteString("| " + strings.ReplaceAll(text, "|", `\|`) + " ")
		}
		out.WriteString("|\n")
		if i == 0 {
			out.WriteString(strings.Repeat("| --- ", len(cells)) + "|\n")
		}
	}
	return out.String()
}

// inline returns the text in a node.
func inline(node sources.Object, depth int) string {
	var out strings.Builder
	for _, child := range node.Objects("content") {
		if depth < maxDepth {
			out.WriteString(inlineNode(child, depth+1))
		}
	}
	return strings.TrimSpace(out.String())
}

func inlineNode(node sources.Object, depth int) string {
	attrs := node.Object("attrs")
	switch node.Text("type") {
	case "text":
		return marked(node)
	case "mention", "status":
		return attrs.Text("text")
	case "emoji":
		text := attrs.Text("text", "shortName")
		return text
	case "hardBreak":
		return "\n"
	case "inlineCard", "blockCard", "embedCard":
		return attrs.Text("url")
	case "date":
		if at, ok := sources.Time(attrs.Text("timestamp")); ok {
			return at[:len(time.DateOnly)]
		}
		return ""
	}
	return inline(node, depth)
}

// marked returns a text with its marks.
func marked(node sources.Object) string {
	text := node.Text("text")
	for _, mark := range node.Objects("marks") {
		switch mark.Text("type") {
		case "strong":
			text = "**" + text + "**"
		case "em":
			text = "*" + text + "*"
		case "code":
			text = "`" + text + "`"
		case "strike":
			text = "~~" + text + "~~"
		case "link":
			if href := mark.Object("attrs").Text("href"); href != "" && href != text {
				text = "[" + text + "](" + href + ")"
			}
		}
	}
	return text
}

// plain returns the text in a node without marks.
func plain(node sources.Object) string {
	var out strings.Builder
	for _, child := range node.Objects("content") {
		out.WriteString(child.Text("text"))
	}
	return out.String()
}

var (
	markupHeading = regexp.MustCompile(`^h([1-6])\.\s+`)
	markupCode    = regexp.MustCompile(`\{(?:code|noformat)(?::([\w+-]*)[^}]*)?\}`)
	markupList    = regexp.MustCompile(`^\s*([*#-]{1,6})\s+(.*)$`)
	markupPlain   = regexp.MustCompile(`\{(?:quote|color|panel)(?::[^}]*)?\}`) // marks that only change how a text looks
	markupMono    = regexp.MustCompile(`\{\{(.+?)\}\}`)
	markupMention = regexp.MustCompile(`\[~(?:accountid:)?([^\]\s]+)\]`)
	markupLink    = regexp.MustCompile(`\[([^|\]\n]+)\|(https?://[^|\]\s]+)(?:\|[^\]]*)?\]`)
)

// fromMarkup returns a text in the markup of Jira with the headings, lists, code, quotes
// and links of Markdown. Other marks are read as they are.
func fromMarkup(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	inCode := false
	for i, line := range lines {
		marks := len(markupCode.FindAllString(line, -1))
		switch {
		case marks == 1:
			language := ""
			if !inCode {
				language = markupCode.FindStringSubmatch(line)[1]
			}
			inCode = !inCode
			lines[i] = strings.TrimSpace(markupCode.ReplaceAllString(line, "\n```"+language+"\n"))
		case inCode:
		case markupHeading.MatchString(line):
			level := int(line[1] - '0')
			lines[i] = strings.Repeat("#", level) + " " + markupHeading.ReplaceAllString(line, "")
		default:
			lines[i] = lineFromMarkup(line)
		}
	}
	return strings.Join(lines, "\n")
}

// lineFromMarkup returns a line of a text, which may be an item of a list.
func lineFromMarkup(line string) string {
	if item := markupList.FindStringSubmatch(line); item != nil {
		mark, marks := "- ", item[1]
		if strings.HasSuffix(marks, "#") {
			mark = "1. "
		}
		line = strings.Repeat("   ", len(marks)-1) + mark + item[2]
	} else if quoted, is := strings.CutPrefix(line, "bq. "); is {
		line = "> " + quoted
	}
	line = markupMono.ReplaceAllString(markupPlain.ReplaceAllString(line, ""), "`$1`")
	return markupLink.ReplaceAllString(markupMention.ReplaceAllString(line, "@$1"), "[$1]($2)")
}
