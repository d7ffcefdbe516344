package terminal

import "strings"

// Command returns a command as it is typed in a shell.
func Command(arguments []string) string {
	typed := make([]string, len(arguments))
	for i, argument := range arguments {
		typed[i] = Quoted(argument)
	}
	return strings.Join(typed, " ")
}

// Quoted returns an argument as it is typed in a shell.
func Quoted(argument string) string {
	isPlain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-:=@+,%", r)
	}
	if argument != "" && strings.IndexFunc(argument, func(r rune) bool { return !isPlain(r) }) < 0 {
		return argument
	}
	return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
}
