package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql/introspection"

	"dossier/bench/stores"
	"dossier/graph"
)

// pricedQueries returns the queries whose prices are checked, with the
// variables that they declare.
func pricedQueries(ctx context.Context, s settings, c *stores.Client) ([]stores.Request, error) {
	values, err := pricedValues(ctx, c, s)
	if err != nil {
		return nil, err
	}
	var all []stores.Request
	for _, one := range slices.Concat(priced, pricedLists, pricedTexts) {
		var declared []string
		for _, variable := range []string{
			"$p: ID!", "$id: ID!", "$ids: [ID!]!", "$few: [ID!]!", "$now: DateTime!", "$topic: String!", "$long: String!",
		} {
			name, _, _ := strings.Cut(variable, ":")
			if slices.Contains(strings.FieldsFunc(one.body, isPunctuation), name) {
				declared = append(declared, variable)
			}
		}
		query := "{ " + one.body + " }"
		if len(declared) > 0 {
			query = "query (" + strings.Join(declared, ", ") + ") " + query
		}
		all = append(all, stores.Request{Name: one.name, Query: query, Variables: values})
	}
	return append(all, stores.Request{Name: "introspection of tools", Query: introspection.Query}), nil
}

// isPunctuation reports whether r separates the names of a query.
func isPunctuation(r rune) bool { return strings.ContainsRune(" \t\n:,()[]{}", r) }

// pricedValues returns the values of variables, for the project and its tasks.
func pricedValues(ctx context.Context, c *stores.Client, s settings) (map[string]any, error) {
	project := graph.ID(s.project)
	answer, err := c.Ask(ctx,
		stores.Request{Query: `query ($p: ID!) { tasks(projectId: $p, first: 200) { nodes { id } } }`, Variables: map[string]any{"p": project}})
	if err != nil {
		return nil, err
	}
	var found struct {
		Data struct {
			Tasks struct{ Nodes []struct{ ID string } }
		}
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return nil, fmt.Errorf("read tasks: %w", err)
	}
	var ids []string
	for _, task := range found.Data.Tasks.Nodes {
		ids = append(ids, task.ID)
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("expected a project with tasks; %s has none", s.project)
	}
	mentions := strings.Repeat("The [[queue]] of the pod and @kubelet wait. ", 20)
	return map[string]any{
		"p": project, "id": ids[0], "ids": ids, "few": ids[:min(len(ids), 20)], "topic": s.topic, "long": mentions,
		"now": "2026-11-18T12:00:00Z",
	}, nil
}

// A pricedQuery is a query and its name in the table.
type pricedQuery struct{ name, body string }

const node, light = `entityId kind name stateKey depth`, `id label stateKey updatedAt`

// priced are the queries of screens and agents, and attacks on the first
// version.
var priced = []pricedQuery{
	{"viewer", `viewer { actorId name }`},
	{"project", `project(id: $p) { id name stateKey description nextStepShort updatedAt }`},
	{"project, full", `project(id: $p) { id full { name description props nextStepLong } }`},
	{"counts of a project", `project(id: $p) { name entityCounts { kind count } }`},
	{"node", `node(id: $p) { id }`},
	{"dashboard", `project(id: $p) { name } tasks(projectId: $p, first: 10) { nodes { id title stateKey priority dueAt } totalCount }
		goals(projectId: $p, first: 10) { nodes { id name stateKey targetDate progressPercent } } documents(projectId: $p, first: 10) {
			nodes { id title stateKey updatedAt } }`},
	{"20 projects", `projects { nodes { id name description stateKey updatedAt } }`},
	{"20 tasks", `tasks { nodes { id title stateKey priority dueAt } totalCount }`},
	{"200 tasks", `tasks(first: 200) { nodes { id title stateKey priority dueAt description } pageInfo { hasNextPage endCursor } }`},
	{"200 tasks, ids", `tasks(first: 200) { nodes { id } }`},
	{
		"200 tasks, all light fields",
		`tasks(first: 200) { nodes { id kind label projectId externalId typeKey stateKey createdAt updatedAt title priority startAt dueAt ` +
			`completedAt description directEdge planIds goalIds outputIds dependencyCount dependentCount } }`,
	},
	{
		"200 tasks with links",
		`tasks(first: 200) { nodes { id title linkedEntities { groups { kind total items { relation entity { id label } } } } } }`,
	},
	{
		"50 tasks with plan and goal",
		`tasks(projectId: $p, first: 50) { nodes { id title linkedEntities { groups(kinds: [PLAN, GOAL], first: 3) { ` +
			`kind items { entity { id label } } } } } }`,
	},
	{"20 plans with their tasks", `plans(projectId: $p) { nodes { id name tasks(first: 10) { totalCount nodes { id title stateKey } } } }`},
	{
		"200 tasks with plan and owner",
		`tasks(projectId: $p, first: 200) { nodes { id title ownerName plans(first: 1) { nodes { id name } } } }`,
	},
	{"project with tasks and risks", `project(id: $p) { name tasks(first: 50) { nodes { id title } } risks { nodes { id title } } }`},
	{
		"tasks by a filter",
		`tasks(projectId: $p, filter: {or: [{missing: [OWNER]}, {linked: {relations: [DEPENDS_ON]}}], not: {states: [DONE]}}) { ` +
			`totalCount nodes { id title } }`,
	},
	{"groups by state", `taskGroups(projectId: $p, by: [STATE]) { keys { value } count }`},
	{"groups by plan and owner", `taskGroups(projectId: $p, by: [PLAN, OWNER]) { keys { value label } count }`},
	{"groups of all projects", `taskGroups(by: [STATE, DUE_MONTH]) { keys { value } count }`},
	{"200 goals with progress", `goals(first: 200) { nodes { id name progressPercent completedTasks totalTasks } }`},
	{"200 documents", `documents(first: 200) { nodes { id title description updatedAt } }`},
	{"20 documents, full", `documents(first: 20) { nodes { id full { content } } }`},
	{"100 documents, full", `documents(first: 100) { nodes { id full { content } } }`},
	{"200 records with fields", `records(first: 200) { nodes { id name fields { name type text entities { id } } } }`},
	{
		"200 people with what they own",
		`records(first: 200, filter: {recordType: "person"}) { nodes { id name linkedEntities { total counts { kind count } } } }`,
	},
	{"200 risks, full", `risks(first: 200) { nodes { id title full { content props } } }`},
	{"links of a project", `linkedEntities(id: $p) { total groups { kind total items { entity { ` + light + ` } } } }`},
	{"50 links of each kind", `linkedEntities(id: $p, firstPerKind: 50) { groups { kind items { entity { ` + light + ` } } } }`},
	{"links as text", `linkedEntities(id: $p) { text }`},
	{"links as full text", `linkedEntities(id: $p) { text(mode: FULL) }`},
	{"snapshot", `graphSnapshot(projectId: $p) { nodes { ` + node + ` } edges { edgeId srcId dstId rel } coverage { kind total direct } }`},
	{
		"large snapshot",
		`graphSnapshot(projectId: $p, depth: 5, maxNodes: 1000, maxEdges: 2000, maxNodesPerKind: 200) { nodes { ` + node +
			` } edges { edgeId srcId dstId rel } }`,
	},
	{"snapshot as JSON", `graphSnapshot(projectId: $p) { json tokens }`},
	{"200 of a graph", `projectGraph(projectId: $p) { nodes { ` + node + ` } edges { edgeId srcId dstId rel } }`},
	{"the size of a graph", `projectGraph(projectId: $p, first: 1000) { totalNodes }`},
	{"1,000 of a graph, ids", `projectGraph(projectId: $p, first: 1000) { nodes { entityId } edges { edgeId } }`},
	{"1,000 of a graph with entities", `projectGraph(projectId: $p, first: 1000) { nodes { depth entity { ` + light + ` } } }`},
	{
		"300 of a graph, links as full text",
		`projectGraph(projectId: $p, first: 300) { nodes { entity { linkedEntities { text(mode: FULL) } } } }`,
	},
	{
		"workspace",
		`workspace(projectId: $p) { highlights { name items { id label } total } work { states { state count } overdue } snapshot { nodes { ` +
			`entityId } } coverage { kind total } }`,
	},
	{"focus", `focus(id: $p) { entity { id label } relations { label counts { kind count } } snapshot { nodes { entityId } } }`},
	{"overview", `overview(first: 20) { projects { id name stateKey } total }`},
	{"search", `search(query: "pod") { total hits { score snippet entity { id label } } }`},
	{
		"search in a project",
		`search(query: "in-place resize of pods", projectId: $p, first: 50) { hits { score snippet entity { id label } project { name } } }`,
	},
	{
		"document of a topic",
		`contextDocument(input: {start: {topic: $topic}, projectId: $p, maxTokens: 4000}) { text tokens nodes { entity { id } score distance } }`,
	},
	{"document of a topic, all projects", `contextDocument(input: {start: {topic: $topic}, maxTokens: 8000}) { text tokens }`},
	{"document of a project", `contextDocument(input: {start: {projectId: $p}, maxTokens: 4000}) { text tokens }`},
	{"document of 50,000 tokens", `contextDocument(input: {start: {topic: $topic}, maxTokens: 50000}) { text tokens }`},
	{
		"document of 10 long topics",
		`contextDocument(input: {start: {topics: [` + strings.Repeat(`$topic, `, 10) +
			`]}, message: $long, projectId: $p, maxTokens: 20000}) { text tokens }`,
	},
	{"mentions of a message", `resolveMentions(text: $topic, projectId: $p) { name }`},
	{"mentions of a long message", `resolveMentions(text: $long, projectId: $p) { name entities { id label } }`},
	{"candidates of a mention", `mentionCandidates(prefix: "p", projectId: $p) { id label }`},
	{"introspection of types", `__schema { types { name kind description fields { name description type { name kind } args { name } } } }`},
}

// pricedLists are nested lists, with filters, orders and groups.
var pricedLists = []pricedQuery{
	{"board", `a: tasks(projectId: $p, filter: {states: [TODO]}, first: 50) { totalCount nodes { id title stateKey priority dueAt ownerName
		plans(first: 1) { nodes { id name } } } }
		b: tasks(projectId: $p, filter: {states: [DONE]}, first: 50) { totalCount nodes { id title stateKey priority dueAt ownerName
			plans(first: 1) { nodes { id name } } } }`},
	{"dashboard of groups", `project(id: $p) { name stateCounts { kind states { state count } } }
		byState: taskGroups(projectId: $p, by: [STATE], now: $now) { keys { value } count }
		byPlan: taskGroups(projectId: $p, by: [PLAN, STATE], first: 200, now: $now) { keys { value label } count }
		overdue: taskGroups(projectId: $p, filter: {overdue: true, now: $now}, by: [DUE_WEEK], now: $now) { keys { value } count }`},
	{"page of a task", `entity(id: $id) { id label ownerName ... on Task { full { description props } plans { nodes { id name } } goals {
		nodes { id name } } dependsOn { nodes { id label } } neededBy { nodes { id label } } }
		linked(first: 20) { totalCount nodes { id kind label } } linkedEntities { counts { kind count } } }`},
	{
		"four lists of a task",
		`entity(id: $id) { id ... on Task { plans { totalCount nodes { id name } } goals { totalCount nodes { id } } blocks { nodes { ` +
			`id } } blockedBy { nodes { id } } } }`,
	},
	{"200 entities by id", `entities(ids: $ids) { id kind label stateKey }`},
	{"200 entities, full tasks", `entities(ids: $ids) { id ... on Task { title full { description props } } }`},
	{"10 aliases of an entity", `a: entity(id: $id) { id label } b: entity(id: $id) { id label stateKey } c: entity(id: $id) { id kind }
		d: entity(id: $id) { id label } e: entity(id: $id) { updatedAt }
		f: entity(id: $p) { id label } g: entity(id: $p) { id label stateKey } h: entity(id: $p) { id kind }
		i: entity(id: $p) { id label } j: entity(id: $p) { updatedAt }`},
	{
		"three levels of lists",
		`plans(projectId: $p, first: 10) { nodes { id name tasks(first: 10) { nodes { id title goals(first: 3) { nodes { id name } } } } } }`,
	},
	{
		"three levels with owners",
		`goals(projectId: $p, first: 20) { nodes { id name owner { id name } tasks(first: 5) { totalCount nodes { id title owner { id name } ` +
			`ownerName plans(first: 2) { totalCount nodes { id name } } } } } }`,
	},
	{"linked of 50 tasks", `tasks(projectId: $p, first: 50) { nodes { id linked(first: 5) { totalCount nodes { id kind label } } } }`},
	{
		"linked of 50 tasks by relation",
		`tasks(projectId: $p, first: 50) { nodes { id linked(relations: [CONTAINS, HAS_TASK], direction: INCOMING, first: 3) { ` +
			`nodes { id label } } } }`,
	},
	{"linked of 20 plans", `plans(projectId: $p) { nodes { id linked(first: 10) { nodes { id kind label } } } }`},
	{"linked of a task", `entity(id: $id) { id linked { nodes { id kind label } } }`},
	{"tasks of 20 projects", `projects { nodes { id name tasks(first: 3) { nodes { id title } } } }`},
	{
		"three lists of 20 projects",
		`projects { nodes { id name tasks(first: 5) { totalCount nodes { id title } } goals(first: 5) { totalCount nodes { id name } } ` +
			`risks(first: 5) { totalCount nodes { id title } } } }`,
	},
	{
		"open tasks of 20 projects",
		`projects { nodes { id name tasks(first: 5, filter: {states: [TODO]}, orderBy: [{field: DUE, direction: ASC}]) { ` +
			`nodes { id title dueAt } } } }`,
	},
	{"tasks without a match", `tasks(projectId: $p, filter: {text: "no title has this"}) { nodes { id title } }`},
	{"tasks by label", `tasks(projectId: $p, orderBy: [{field: LABEL, direction: ASC}], first: 50) { nodes { id label } }`},
	{
		"tasks by three orders",
		`tasks(projectId: $p, orderBy: [{field: PRIORITY, direction: ASC}, {field: DUE, direction: ASC}, {field: LABEL}], first: 200) { ` +
			`nodes { id label } pageInfo { endCursor } }`,
	},
	{"last 100 tasks", `tasks(projectId: $p, last: 100) { edges { cursor node { id title } } pageInfo { hasPreviousPage startCursor } }`},
	{"tasks with a text", `tasks(projectId: $p, filter: {text: "a"}, first: 20) { totalCount nodes { id title } }`},
	{
		"tasks of some days",
		`tasks(projectId: $p, filter: {and: [{created: {from: "2020-01-01T00:00:00Z"}}, {not: {due: {to: "2020-01-01T00:00:00Z"}}}]}, ` +
			`first: 20) { totalCount nodes { id title } }`,
	},
	{"tasks without a plan", `tasks(projectId: $p, filter: {missing: [PLANS, OWNER]}, first: 20) { totalCount nodes { id title } }`},
	{"tasks of an owner by name", `tasks(projectId: $p, filter: {ownerName: "e"}, first: 20) { totalCount nodes { id title } }`},
	{"tasks overdue anywhere", `tasks(filter: {overdue: true, now: $now}, first: 50) { totalCount nodes { id title dueAt } }`},
	{"count of tasks", `tasks(projectId: $p, first: 1) { totalCount }`},
	{"counts of ten kinds", `plans(projectId: $p, first: 1) { totalCount } goals(projectId: $p, first: 1) { totalCount }
		tasks(projectId: $p, first: 1) { totalCount } risks(projectId: $p, first: 1) { totalCount }
		documents(projectId: $p, first: 1) { totalCount } outputs(projectId: $p, first: 1) { totalCount }
		decisions(projectId: $p, first: 1) { totalCount } requirements(projectId: $p, first: 1) { totalCount }
		milestones(projectId: $p, first: 1) { totalCount } insights(projectId: $p, first: 1) { totalCount }`},
	{"groups by plan", `taskGroups(projectId: $p, by: [PLAN], first: 500) { keys { value label } count }`},
	{"groups of goals by plan", `goalGroups(projectId: $p, by: [PLAN, STATE]) { keys { value label } count }`},
	{"groups by three", `taskGroups(projectId: $p, by: [STATE, PRIORITY, DUE_WEEK], first: 500) { keys { value label } count }`},
	{"groups of owners with entities", `taskGroups(projectId: $p, by: [OWNER]) { keys { value label entity { id label } } count }`},
	{"groups of risks", `riskGroups(projectId: $p, by: [STATE, IMPACT]) { keys { value } count }`},
	{"counts of 20 projects", `projects { nodes { id name entityCounts { kind count } stateCounts { kind states { state count } } } }`},
	{
		"people and what they own",
		`records(projectId: $p, filter: {recordType: "person"}, first: 50) { nodes { id name owns(first: 5) { ` +
			`totalCount nodes { id kind label } } } }`,
	},
	{"all kinds of a project", `project(id: $p) { plans(first: 5) { nodes { id name } } goals(first: 5) { nodes { id name } }
		tasks(first: 5) { nodes { id title } } milestones(first: 5) { nodes { id title } }
		documents(first: 5) { nodes { id title } } risks(first: 5) { nodes { id title } } decisions(first: 5) { nodes { id title } }
			requirements(first: 5) { nodes { id } } }`},
}

// pricedTexts are documents, searches, texts of links, the past and the schema.
var pricedTexts = []pricedQuery{
	{"document of an entity", `contextDocument(input: {start: {focusId: $id}}) { text tokens }`},
	{"document of entities", `contextDocument(input: {start: {ids: $few}, maxTokens: 8000}) { text tokens }`},
	{"document of all projects", `contextDocument(input: {start: {global: true}}) { text tokens }`},
	{"document of a topic, 500 tokens", `contextDocument(input: {start: {topic: $topic}, projectId: $p, maxTokens: 500}) { text tokens }`},
	{
		"document of a topic as JSON",
		`contextDocument(input: {start: {topic: $topic}, projectId: $p, format: JSON, includeSources: true}) { text tokens sections { name ` +
			`tokens } nodes { entity { id label } why form } }`,
	},
	{
		"document of a question in a project",
		`contextDocument(input: {start: {projectId: $p}, question: $topic}) { text tokens confidence answerability }`,
	},
	{"document, depth 0", `contextDocument(input: {start: {topic: $topic}, projectId: $p, depth: 0}) { text tokens }`},
	{"first hit", `search(query: $topic, projectId: $p, first: 1) { hits { entity { id } } }`},
	{
		"search of states and kinds",
		`search(query: $topic, kinds: [TASK, GOAL], states: [DONE], first: 50) { total hits { score snippet matchedFields entity { id label ` +
			`... on Task { full { description } } } } }`,
	},
	{"links of 50 as text", `tasks(projectId: $p, first: 50) { nodes { id linkedEntities { text } } }`},
	{"counts of links of 100", `tasks(projectId: $p, first: 100) { nodes { id linkedEntities { total counts { kind count } } } }`},
	{
		"snapshot of a task",
		`graphSnapshot(projectId: $p, focusId: $id, depth: 3) { nodes { ` + node + ` entity { ` + light +
			` } } edges { edgeId srcId dstId rel } dropped { kind count } }`,
	},
	{
		"snapshot in 2,000 tokens",
		`graphSnapshot(projectId: $p, maxNodes: 300, maxEdges: 600, maxNodesPerKind: 100, maxTokens: 2000) { json tokens nodes { entityId } }`,
	},
	{"history of a task", `history(id: $id) { cursor at operation actorId fields { name } }`},
	{
		"a project in the past",
		`projectAsOf(projectId: $p, at: "2100-01-01T00:00:00Z", first: 50) { entities edges { edgeId srcId dstId rel } }`,
	},
	{"lenses and encodings", `lenses { name } encodings { name models } recordTypes { key }`},
	{
		"type of tasks",
		`__type(name: "Task") { name fields { name description type { name kind ofType { name kind } } args { name type { name } } } }`,
	},
	{"names of types", `__schema { types { name } }`},
}
