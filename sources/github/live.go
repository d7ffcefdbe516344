package github

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

const prefix = "github:"

// The members of the state that a read leaves for the next one.
const (
	stateSince    = "since"    // the time of the latest change that was read
	stateComplete = "complete" // "true" if no read was interrupted since the first one
	stateETag     = "etag"     // of the first page of changes since then
	stateTasks    = "tasks"    // the numbers of issues, as ranges
	stateOutputs  = "outputs"  // the numbers of pull requests
	stateWaiting  = "waiting"  // links whose ends were not read, a line each
)

// maxWaiting is how many links wait for their ends, by eye.
const maxWaiting = 5000

// repository returns the owner and the name in a location such as
// github:OWNER/REPO.
func repository(location string) (string, error) {
	name := strings.TrimSuffix(strings.Trim(strings.TrimPrefix(location, prefix), "/"), ".git")
	owner, repo, found := strings.Cut(name, "/")
	if !found || owner == "" || repo == "" || strings.ContainsAny(repo, "/?# ") {
		return "", graph.BadInput("source", "%q is no repository; expected github:OWNER/REPO", location)
	}
	return name, nil
}

// A live reading reads a repository over its interface.
type live struct {
	*reading
	client *client
	state  map[string]string
}

func fetch(ctx context.Context, location string, opts sources.Options, out *sources.Records) error {
	name, err := repository(location)
	if err != nil {
		return err
	}
	l := &live{newReading(opts, out), newClient(opts.Live), opts.Live.State}
	if err := l.find(ctx, name); err != nil {
		return err
	}
	out.Partial = l.state[stateSince] != ""
	out.State = map[string]string{stateSince: l.state[stateSince], stateComplete: "true", stateETag: l.state[stateETag]}
	changed, err := l.readAll(ctx)
	if err != nil {
		return err
	}
	if !changed {
		out.State = l.state
		return nil
	}
	l.finish()
	l.link()
	return nil
}

// find reads what the repository is called now.
func (l *live) find(ctx context.Context, name string) error {
	var repo sources.Object
	if _, err := l.client.get(ctx, "/repos/"+name, "", &repo); err != nil {
		return explained(err, name)
	}
	full := cmp.Or(repo.Text("full_name"), name)
	if !strings.EqualFold(full, name) {
		l.out.Note(sources.Warned, sources.Position{File: prefix + name}, "the repository is called "+full+" now")
	}
	l.repo = strings.ToLower(full)
	return nil
}

// explained adds to the error of a repository that cannot be read what would help.
func explained(err error, name string) error {
	failure, is := errors.AsType[*statusError](err)
	switch {
	case is && failure.status == 404:
		return graph.BadInput("source", "GitHub has no repository %s, or it is private; expected GITHUB_TOKEN with access to it", name)
	case is && failure.status == 401:
		return graph.BadInput("GITHUB_TOKEN", "GitHub refused it; expected a token that is valid")
	}
	return err
}

// readAll reads what changed, and reports whether anything did.
func (l *live) readAll(ctx context.Context) (changed bool, err error) {
	first := l.state[stateComplete] != "true"
	path := "/repos/" + l.repo
	if first {
		err = l.pages(ctx, path+"/issues/comments?sort=created&direction=asc&per_page=100", func(list []any) error {
			l.walk(sources.Position{File: prefix + l.repo}, list, "comments", 0)
			return nil
		})
		if err != nil {
			return false, fmt.Errorf("read comments: %w", err)
		}
	}
	changed, err = l.issues(ctx, path, !first)
	if err == nil && changed {
		err = l.pages(ctx, path+"/milestones?state=all&per_page=100", func(list []any) error {
			l.walk(sources.Position{File: prefix + l.repo}, list, "milestones", 0)
			return nil
		})
	}
	if err == nil || ctx.Err() != nil || len(l.items.All) == 0 {
		return changed, errors.Join(err, ctx.Err())
	}
	l.out.Partial, l.out.State[stateComplete] = true, l.state[stateComplete]
	l.out.Note(sources.Warned, sources.Position{File: prefix + l.repo}, fmt.Sprintf(
		"interrupted after %d issues and pull requests: %v; those are read, and the next sync continues after them", len(l.items.All), err))
	return true, nil
}

// issues reads the issues that changed since the last read, in the order of their
// changes. It asks for those since the last one that it knows instead of for a page
// by its number: what changes meanwhile moves to the end, and would move another
// issue from one page to the one before.
func (l *live) issues(ctx context.Context, path string, withComments bool) (changed bool, err error) {
	since := l.state[stateSince]
	for page := 1; ; {
		etag := ""
		if !changed {
			etag = l.state[stateETag]
		}
		var list []any
		answer, err := l.client.get(ctx, path+issuesQuery(since, page), etag, &list)
		if err != nil {
			return changed, fmt.Errorf("read issues: %w", err)
		}
		if answer.unchanged {
			return false, nil
		}
		changed = true
		last, err := l.take(ctx, path, list, withComments)
		if err != nil {
			return changed, err
		}
		l.out.State[stateETag] = ""
		if last == since && page == 1 {
			l.out.State[stateETag] = answer.etag // the next read asks for the same
		}
		if last == since {
			page++
		} else if last != "" {
			since, page = last, 1
		}
		l.out.State[stateSince] = since
		if !answer.more {
			return changed, nil
		}
	}
}

// issuesQuery returns the query for a page of the issues that changed since a time.
func issuesQuery(since string, page int) string {
	query := "/issues?state=all&sort=updated&direction=asc&per_page=100"
	if since != "" {
		query += "&since=" + url.QueryEscape(since)
	}
	if page > 1 {
		query += "&page=" + strconv.Itoa(page)
	}
	return query
}

// take keeps a page of issues with what belongs to them, and returns the time of
// the last change.
func (l *live) take(ctx context.Context, path string, list []any, withComments bool) (last string, err error) {
	for _, item := range sources.ObjectsIn(list) {
		number := item.Text("number")
		if withComments && item.Text("comments") != "0" && l.comments[number] == nil {
			err := l.pages(ctx, path+"/issues/"+number+"/comments?per_page=100", func(list []any) error {
				l.comments[number] = append(l.comments[number], sources.ObjectsIn(list)...)
				return nil
			})
			if err != nil {
				return last, fmt.Errorf("read comments of #%s: %w", number, err)
			}
		}
		if err := l.relations(ctx, path, item); err != nil {
			return last, err
		}
		last = cmp.Or(item.Text("updated_at"), last)
		l.keep(item)
	}
	return last, nil
}

// relations reads the sub-issues and blockers of an issue that has any.
func (l *live) relations(ctx context.Context, path string, item sources.Object) error {
	for _, of := range []struct{ count, from, to string }{
		{"sub_issues_summary.total", "/sub_issues", "sub_issues"}, {
			"issue_dependencies_summary.blocked_by", "/dependencies/blocked_by", "blocked_by",
		},
	} {
		if count := item.Text(of.count); count == "" || count == "0" {
			continue
		}
		var all []any
		err := l.pages(ctx, path+"/issues/"+item.Text("number")+of.from+"?per_page=100", func(list []any) error {
			all = append(all, list...)
			return nil
		})
		if err != nil {
			return fmt.Errorf("read %s of #%s: %w", of.to, item.Text("number"), err)
		}
		item[of.to] = all
	}
	return nil
}

// keep keeps the latest form of an issue.
func (l *live) keep(item sources.Object) {
	l.collect(sources.Position{File: prefix + l.repo + "#" + item.Text("number")}, item, "issues")
}

// pages calls f with each page of a list.
func (l *live) pages(ctx context.Context, path string, f func(list []any) error) error {
	for path != "" {
		var list []any
		answer, err := l.client.get(ctx, path, "", &list)
		if err != nil {
			return err
		}
		if err := f(list); err != nil {
			return err
		}
		path = answer.next
	}
	return nil
}

// link declares what earlier reads had, and keeps links whose ends were not read.
func (l *live) link() {
	tasks, outputs := numbersOf(l.state[stateTasks]), numbersOf(l.state[stateOutputs])
	for number := range outputs {
		l.out.Outside("#"+strconv.Itoa(number), graph.KindOutput)
	}
	for number := range tasks {
		l.out.Outside("#"+strconv.Itoa(number), graph.KindTask)
	}
	for _, item := range l.items.All {
		if number, err := strconv.Atoi(item.object.Text("number")); err == nil {
			if item.isPull {
				outputs[number] = true
			} else {
				tasks[number] = true
			}
		}
	}
	for line := range strings.Lines(l.state[stateWaiting]) {
		if parts := strings.Fields(line); len(parts) == 3 {
			l.out.Mention(sources.Position{File: prefix + l.repo + parts[1]}, parts[0], parts[1], parts[2])
		}
	}
	var waiting strings.Builder
	missing := l.out.Missing()
	for _, edge := range missing[:min(len(missing), maxWaiting)] {
		if fields := strings.Fields(edge.Rel + " " + edge.Src + " " + edge.Dst); len(fields) == 3 {
			fmt.Fprintf(&waiting, "%s %s %s\n", edge.Rel, edge.Src, edge.Dst)
		}
	}
	l.out.State[stateTasks], l.out.State[stateOutputs], l.out.State[stateWaiting] = ranges(tasks), ranges(outputs), waiting.String()
}

// ranges returns numbers as 1-3,7.
func ranges(numbers map[int]bool) string {
	sorted := make([]int, 0, len(numbers))
	for n := range numbers {
		sorted = append(sorted, n)
	}
	slices.Sort(sorted)
	var parts []string
	for i := 0; i < len(sorted); {
		end := i
		for end+1 < len(sorted) && sorted[end+1] == sorted[end]+1 {
			end++
		}
		part := strconv.Itoa(sorted[i])
		if end > i {
			part += "-" + strconv.Itoa(sorted[end])
		}
		parts, i = append(parts, part), end+1
	}
	return strings.Join(parts, ",")
}

// maxNumbers is how many numbers a state may have, by eye: more are an error in it.
const maxNumbers = 10_000_000

// numbersOf returns the numbers of ranges.
func numbersOf(text string) map[int]bool {
	numbers := map[int]bool{}
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		from, err := strconv.Atoi(first)
		to := from
		if isRange && err == nil {
			to, err = strconv.Atoi(last)
		}
		if err != nil || to-from > maxNumbers {
			continue
		}
		for n := from; n <= to; n++ {
			numbers[n] = true
		}
	}
	return numbers
}
