package csv

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"dossier/sources"
)

// ofNotion matches the name of a database in an export of Notion, with the id of its page.
// Beside one with the rows of a view there is one with all.
var ofNotion = regexp.MustCompile(`[ -][0-9a-f]{32}(_all)?\.csv$`)

// notionIn returns the databases in the folders of an export of Notion.
func notionIn(fsys fs.FS) []string {
	all := sources.FilesIn(fsys, ".", true, ".csv")
	return slices.DeleteFunc(all, func(file string) bool { return path.Dir(file) == "." || !ofNotion.MatchString(file) })
}

// withoutViews returns the tables without those that have the rows of a view, beside one
// with all.
func withoutViews(tables []string) []string {
	all := slices.Clone(tables)
	return slices.DeleteFunc(tables, func(file string) bool {
		return ofNotion.MatchString(file) && slices.Contains(all, strings.TrimSuffix(file, ".csv")+"_all.csv")
	})
}

// pageOfNotion matches the name of a page in an export of Notion.
var pageOfNotion = regexp.MustCompile(` [0-9a-f]{32}\.md$`)

// PagesOfRows returns a function that reports whether a file is the page of a row of a
// database of Notion, whose text the row has.
func PagesOfRows(fsys fs.FS) func(file string) bool {
	folders := sync.OnceValue(func() (list []string) {
		for _, table := range filesIn(fsys) {
			list = append(list, foldersOf(table)...)
		}
		return list
	})
	return func(file string) bool {
		return pageOfNotion.MatchString(file) && slices.Contains(folders(), path.Dir(file))
	}
}

// foldersOf returns the folders that may have the pages of a database: with the id of its
// page in the name, or without.
func foldersOf(table string) []string {
	if !ofNotion.MatchString(table) {
		return nil
	}
	return []string{strings.TrimSuffix(strings.TrimSuffix(table, ".csv"), "_all"), ofNotion.ReplaceAllString(table, "")}
}

// pagesOf returns the texts of the pages of a database of Notion by their titles, without
// the titles and the lines of properties at the top, which the rows have.
func pagesOf(fsys fs.FS, table string) map[string]string {
	pages := map[string]string{}
	for _, folder := range foldersOf(table) {
		for _, file := range sources.FilesIn(fsys, folder, false, ".md") {
			text, err := fs.ReadFile(fsys, file)
			if err != nil || !pageOfNotion.MatchString(file) {
				continue
			}
			head, rest, _ := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
			title := strings.TrimSpace(strings.TrimPrefix(head, "# "))
			rest = strings.TrimLeft(rest, "\n")
			if properties, body, _ := strings.Cut(rest, "\n\n"); strings.Contains(properties, ": ") && !strings.HasPrefix(properties, "#") {
				rest = body
			}
			pages[title] = strings.TrimSpace(rest)
		}
	}
	return pages
}
