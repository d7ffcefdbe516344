package convert

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// fromRST replaces titles that are underlined. The first form of line is of the first
// level, the next one of the second, and so on; lines above and below are another form.
func fromRST(lines []string) {
	directives(lines)
	var forms []string
	for i := 1; i < len(lines); i++ {
		title := strings.TrimSpace(lines[i-1])
		form := underline(lines[i])
		if form == "" || title == "" || underline(lines[i-1]) != "" || len(strings.TrimSpace(lines[i])) < utf8.RuneCountInString(title) {
			continue
		}
		switch isOverlined := i > 1 && underline(lines[i-2]) == form; {
		case isOverlined:
			form, lines[i-2] = "above "+form, ""
		case title[0] != lines[i-1][0]:
			continue // it is indented
		}
		if !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
		lines[i-1], lines[i] = heading(slices.Index(forms, form)+1)+title, ""
	}
}

// underline returns the character of a line that has only one, "" for another line.
func underline(line string) string {
	line = strings.TrimRight(line, " \t")
	if len(line) < 3 || !strings.ContainsRune("=-~^\"'`#*+.:_", rune(line[0])) || strings.Trim(line, line[:1]) != "" {
		return ""
	}
	return line[:1]
}

var (
	rstDirective = regexp.MustCompile(`^( *)\.\.(?: +(?:([\w:-]+)::)? *(.*))?$`)
	rstRole      = regexp.MustCompile("``[^`]+``|(:[\\w:.+-]+:)?`([^`<]+?)(?:\\s*<([^`>]+)>)?`(_{0,2})")
	rstOption    = regexp.MustCompile(`^\s*:[\w-]+:`)
)

// rstSeries are the addresses of the series for which there are roles.
var rstSeries = map[string]string{":pep:": "https://peps.python.org/pep-%04s/", ":rfc:": "https://www.rfc-editor.org/rfc/rfc%s"}

// The directives whose blocks are code, and those that have no text.
var (
	rstCode  = strings.Split("code-block,code,sourcecode,prompt,parsed-literal,console,doctest,ipython", ",")
	rstEmpty = strings.Split("image,figure,include,literalinclude,raw,currentmodule,module,py:module,py:currentmodule,index,contents,"+
		"highlight,meta,default-role,role,math,graphviz,mermaid,tabularcolumns,sectnum,versionadded,versionchanged", ",")
)

// directives replaces directives and roles: code is code, tables of contents are links,
// other blocks are paragraphs, and those without a text, such as targets, are left out.
func directives(lines []string) {
	for i := 0; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], " \t")
		found := rstDirective.FindStringSubmatch(line)
		block := lines[i+1 : blockEnd(lines, i)]
		switch {
		case found != nil:
			var isDone bool
			if lines[i], isDone = directive(found[1], found[2], found[3], block); !isDone {
				continue // the block is as the lines around it
			}
		case strings.HasSuffix(line, "::"):
			lines[i] = strings.TrimSuffix(strings.TrimSuffix(line, ":"), " :")
			if lines[i] == ":" {
				lines[i] = ""
			}
			align(block, len(line)-len(strings.TrimLeft(line, " "))+codeIndent)
		default:
			length := rstTable(lines[i:])
			if length == 0 {
				length = roles(lines[i:])
			}
			i += length - 1
			continue
		}
		i += len(block)
	}
}

// roles replaces the roles in the lines of a paragraph, which may begin in one line and end
// in another. It returns how many lines that are, at least one.
func roles(lines []string) int {
	n := 1
	for n < len(lines) && isFilled(lines[n-1]) && isFilled(lines[n]) && !strings.HasSuffix(strings.TrimRight(lines[n], " "), "::") &&
		!rstDirective.MatchString(lines[n]) && strings.Count(strings.Join(lines[:n], ""), "`")%2 == 1 {
		n++
	}
	text := strings.Split(rstRole.ReplaceAllStringFunc(strings.Join(lines[:n], "\n"), role), "\n")
	clear(lines[:n])
	copy(lines, text)
	return n
}

func isFilled(line string) bool { return strings.TrimSpace(line) != "" }

const codeIndent = 4

// directive returns the line of a directive, and whether all of its block was replaced.
func directive(indent, name, argument string, block []string) (line string, isDone bool) {
	for i := 0; i < len(block) && (rstOption.MatchString(block[i]) && name != ""); i++ {
		block[i] = ""
	}
	switch {
	case name == "" || slices.Contains(rstEmpty, name) || strings.HasPrefix(name, "auto"):
		clear(block)
		return "", true
	case name == "list-table" && listTable(block, indent):
		return indent + argument, true
	case slices.Contains(rstCode, name):
		align(block, len(indent)+codeIndent)
		return "", true
	case name == "toctree":
		for i, entry := range block {
			if entry = strings.TrimSpace(entry); entry != "" {
				block[i] = "- " + role(":doc:`"+entry+"`")
			}
		}
		return "", true
	}
	align(block, len(indent))
	if argument == "" {
		return "", false
	}
	if strings.Contains(name, ":") || strings.HasPrefix(argument, "-") || strings.ContainsAny(argument, "(") {
		return indent + "`" + argument + "`", false // what it describes
	}
	return strings.TrimRight(indent+strings.ToUpper(name[:1])+name[1:]+": "+argument, " "), false
}

// blockEnd returns where the block below a line ends: before a line that is not indented
// more, without blank lines at the end.
func blockEnd(lines []string, at int) int {
	depth := func(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
	end := at + 1
	for i := at + 1; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "" {
			continue
		}
		if depth(lines[i]) <= depth(lines[at]) {
			break
		}
		end = i + 1
	}
	return end
}

// align moves a block, so that its least indented line has an indent.
func align(block []string, indent int) {
	least := -1
	for _, line := range block {
		if depth := len(line) - len(strings.TrimLeft(line, " ")); strings.TrimSpace(line) != "" && (least < 0 || depth < least) {
			least = depth
		}
	}
	for i, line := range block {
		if strings.TrimSpace(line) != "" {
			block[i] = strings.Repeat(" ", indent) + line[least:]
		}
	}
}

// role returns a text with a role, or with an address, as Markdown.
func role(text string) string {
	parts := rstRole.FindStringSubmatch(text)
	if parts == nil || strings.HasPrefix(text, "``") {
		return text
	}
	name, shown, target := parts[1], parts[2], parts[3]
	switch {
	case rstSeries[name] != "":
		number := cmp.Or(target, shown)
		if target == "" {
			shown = strings.ToUpper(strings.Trim(name, ":")) + " " + shown
		}
		number, _, _ = strings.Cut(number, "#")
		return "[" + shown + "](" + fmt.Sprintf(rstSeries[name], number) + ")"
	case name == ":doc:":
		return "[" + shown + "](" + cmp.Or(target, shown) + ")"
	case name == "" && target != "" && strings.Contains(target, ":"):
		return "[" + shown + "](" + target + ")"
	case name == ":ref:" || name == "" && parts[4] != "":
		return shown
	case name == "":
		return text
	}
	if shown[0] == '~' {
		shown = shown[strings.LastIndexByte(shown, '.')+1:]
	}
	return "`" + strings.Trim(shown, "~!.") + "`"
}
