package main

const listsSDL = `{{range kinds}}
  "The {{.Plural}} that match the filter: {{limit "defaultPage"}} unless first or last is given, at most {{limit "page"}}."
  {{.Plural}}(
{{- if belongs .}}
    "The project that they belong to; all that the actor may read by default."
    projectId: ID{{allProjects .}}{{end}}{{pageArgs (go .) (scanCost .) (orderCost .)}}): {{go .}}Connection{{pageCost .}}
{{- if eq .Kind "project"}}
  "The project with this id; null if it does not exist or the actor may not read it."
  project(
    "The id of the project, or its first eight digits or more."
    id: ID!
  ): Project @cost(weight: "50")
{{- end}}{{end}}
{{- range kinds}}
  "How many {{.Plural}} match the filter, by what they have in common: at most {{limit "groups"}} groups, the largest first. One with ` +
	`several labels, owners, plans, goals or milestones is in the group of each."
  {{.Kind}}Groups(
{{- if belongs .}}
    "The project that they belong to; all that the actor may read by default."
    projectId: ID{{allProjects .}}{{end}}
    "Which of them; all by default."
    filter: {{go .}}Filter
    "The properties that the entities of a group have in common, at most {{limit "groupBy"}} properties; all are one group without any."
    by: [{{go .}}GroupBy!]!
    "Columns with numbers, such as priority, or names of properties in props or fields of records, whose sum ` +
	`each group has; at most {{limit "numbers"}}."
    numbers: [String!]{{numbersCost .}}
    "How many groups, 1 to {{limit "groups"}}."
    first: Int = {{limit "defaultGroups"}}
    "The time by which overdue is meant, and whose offset is that of days, weeks and months; by default that of the server."
    now: DateTime
    "The time zone of days, weeks and months, such as Europe/Berlin; by default that of now, or of the header Time-Zone."
    timeZone: String
  ): [Group!]{{groupCost .}}
{{- end}}
`

const kindsSDL = `"The kinds of entity."
enum Kind {
{{- range kinds}}
  "{{.Doc}}"
  {{upper (print .Kind)}}{{end}}
}

"The relations between entities, in canonical direction."
enum Relation {
{{- range relations}}
  "{{join .From}} → {{join .To}}: {{.Outgoing}} / {{.Incoming}}"
  {{upper (print .Name)}}{{end}}
}

{{range enums}}
"{{.Doc}}"
enum {{.Name}} {
{{- range .Values}}
  "{{.Doc}}"
  {{upper .Name}}{{end}}
}
{{end}}
"An entity of any kind. Long texts are truncated; full has them complete."
interface Entity implements Node @cost(weight: "0.5") {
{{- range common}}
  "{{.Doc}}"
  {{camel .Name}}: {{sdl .}}{{end}}
  "Whether an edge joins it to its project."
  directEdge: Boolean!
  "The names of its fields whose texts are truncated here; empty where every text is complete."
  cut: [String!]!
  "The record of whom its props name as its owner, else of the first person by name from whose record an edge leads to it."
  owner: Record @cost(weight: "10")
  "The name of its owner; of one that has no record, too."
  ownerName: String @cost(weight: "3")
  "The entities that edges link to it."
  linkedEntities: LinkedEntities!{{linksCost}}{{linkedField}}
}

"A page of entities of several kinds."
type EntityConnection {
  "The entities of the page."
  nodes: [Entity!]!{{itemsCost}}
  "The same, each with its cursor."
  edges: [EntityEdge!]!{{itemsCost}}
  "The position of the page in the list."
  pageInfo: PageInfo!
  "How many match the filter, on all pages; counted only if selected."
  totalCount: Int!{{totalCost}}
}

"An entity in a list of several kinds."
type EntityEdge {
  "Its position in the list, opaque."
  cursor: String!
  "The entity."
  node: Entity!
}

"Conditions on entities of several kinds, which all have to match. An absent condition, or null, matches all; an empty list of ids, ` +
	`states or other alternatives matches none. A list has at most {{limit "values"}} values; and, or, not and where have at most {{limit ` +
	`"levels"}} levels and {{limit "filters"}} filters in all."
input EntityFilter {
  "Those that match each of these; all if the list is empty."
  and: [EntityFilter!]
  "Those that match at least one of these; none if the list is empty."
  or: [EntityFilter!]
  "Those that do not match this."
  not: EntityFilter
  "Any of these ids."
  ids: [ID!]
  "Any of these ids of an import."
  externalIds: [String!]
  "Any of these, of any kind that has them."
  states: [State!]
  "Any of these type_keys."
  types: [String!]
  "The beginning of type_key."
  typePrefix: String
  "Those with these labels."
  labels: LabelFilter @cost(given: "0 + 0.6/ENTITY")
{{- range dates}}
  "{{dateDoc .}}"
  {{camel .}}: TimeRange{{end}}
  "Whether it is due before now and not over."
  overdue: Boolean
  "The time by which overdue is meant; by default that of the server."
  now: DateTime
  "Whether it is open, not blocked, and nothing open blocks it."
  ready: Boolean{{readyCost "ENTITY"}}
  "Any of these, 1 to 5."
  priorities: [Int!]
  "Any of these."
  impacts: [Impact!]
  "How likely it is, 0 to 1."
  probability: NumberRange
  "The id of a record type."
  recordType: String
  "Those that have one of these in plans."
  plans: [ID!]{{linkCost}}
  "Those that have one of these in goals."
  goals: [ID!]{{linkCost}}
  "Those that have one of these in milestones."
  milestones: [ID!]{{linkCost}}
  "Any of these owners."
  owners: [ID!]{{ownersCost}}
  "A part of the name of an owner; A to Z match in either case."
  ownerName: String{{ownersCost}}
  "Those that edges link to something else."
  linked: LinkFilter @cost(given: "100 + 0.15/ENTITY")
  "Those that have none of each of these: no owner, nothing in a list, no value."
  missing: [EntityMissing!]
  "Conditions on properties in props and on fields of records, which all have to match."
  fields: [FieldFilter!]{{fieldsCost "ENTITY"}}
  "Any of these projects."
  projects: [ID!]
  "A part of the label; A to Z match in either case."
  text: String
}

"Properties that entities may lack; of a kind that cannot have it, none match."
enum EntityMissing {
{{- range allMissing}}
  "{{missingDoc .}}"
  {{upper (print .)}} @cost(weight: "100 + 1.5/ENTITY"){{end}}
}

"The order of entities of several kinds; ties are broken by the next order, and at last by id."
input EntityOrder {
  "The value by which they are ordered."
  field: EntityOrderField!
  "Whether the smallest or the largest comes first."
  direction: OrderDirection! = DESC
}

"Orders of entities of several kinds."
enum EntityOrderField {
{{- range orderFields mixed}}
  "{{orderDoc mixed .}}"
  {{upper (print .)}}{{end}}
}

"Edges to other entities: to one of these ids, of these kinds, by these relations, in this direction. What is absent, or ` +
	`null, matches all; an empty list matches none."
input LinkFilter {
  "To one of these."
  ids: [ID!]{{linkCost}}
  "To one of these kinds."
  kinds: [Kind!]
  "By one of these relations."
  relations: [Relation!]
  "As the entity of the list sees the edge."
  direction: Direction
  "Conditions on the entity at the other end; a kind that lacks what they are about matches none. Without kinds, it is of ` +
	`those for which the relations are declared."
  where: EntityFilter @cost(given: "100 + 4/ENTITY")
  "How many such entities there are; at least one by default."
  count: CountRange
}

"Numbers of entities from one to another, both included."
input CountRange {
  "The least; 0 by default."
  from: Int
  "The greatest; none by default."
  to: Int
}

"A condition on a property in props, or on a field of a record, which has precedence. The values of a list are values each; one of them ` +
	`has to match all but missing. A text that is written like a number is one, too."
input FieldFilter {
  "The name of the property or field, such as estimate."
  name: String!
  "The value; A to Z match in either case, and numbers as such."
  equal: FieldValue
  "Any of these."
  in: [FieldValue!]
  "Less than this. Numbers are compared with a number, otherwise texts, so that 2026-11-30 is before 2026-12-01."
  less: FieldValue
  "At most this."
  atMost: FieldValue
  "Greater than this."
  greater: FieldValue
  "At least this."
  atLeast: FieldValue
  "A part of the text of the value; A to Z match in either case."
  contains: String
  "Whether there is no value: none at all, null, an object, or a blank text."
  missing: Boolean
}

"Labels of entities, as they are written there. What is absent, or null, matches all; an empty any matches none."
input LabelFilter {
  "At least one of these."
  any: [String!]
  "Each of these."
  all: [String!]
  "Not one of these."
  none: [String!]
}

"Numbers from one to another, both included."
input NumberRange {
  "The least; none by default."
  from: Float
  "The greatest; none by default."
  to: Float
}

"A number of entities that have something in common."
type Group {
  "The properties that they have in common, in the order of by."
  keys: [GroupKey!]! @listSize(assumedSize: 2)
  "How many there are."
  count: Int!
  "Their numbers, in the order of the argument numbers."
  numbers: [GroupNumber!]! @listSize(assumedSize: 1)
}

"The numbers of a name that entities of a group have. Of an entity with several, the least counts."
type GroupNumber {
  "The name, as it was given."
  name: String!
  "How many entities have one."
  count: Int!
  "Their sum; null if there are none."
  sum: Float
  "Their average."
  average: Float
  "The least."
  minimum: Float
  "The greatest."
  maximum: Float
}

"A property that the entities of a group have in common."
type GroupKey {
  "The value as text, as filters take it: the name of a state or of another enum value, a label, a day, the first day of a week or ` +
	`month, or the id of an entity. Null for those that have none, and for owners without a record."
  value: String
  "The label of an entity, the name of an owner, else the value as it is stored."
  label: String
  "The entity whose id the value is."
  entity: Entity @cost(weight: "5")
}

"How many entities of a kind a project has in each state."
type KindStates {
  "The kind."
  kind: Kind!
  "The states that any of them is in."
  states: [KindStateCount!]! @listSize(assumedSize: 4)
}

"How many entities of a kind are in a state."
type KindStateCount {
  "The state."
  state: State!
  "How many are in it."
  count: Int!
}
{{range $kind := kinds}}
"{{article .}}: {{lower .Doc}} Long texts are truncated, see cut."
type {{go .}} implements Entity & Node @cost(weight: "0.5") {
{{- range fields . false}}
  "{{.Doc}}"
  {{camel .Name}}: {{sdl .}}
{{- if .Enum}}
  "{{camel .Name}} as it is stored; in {{camel .Name}} null is a value of no name there."
  {{camel .Name}}Key: String{{end}}{{end}}
{{- if .States}}
  "Its state; null if that is none of these, see stateKey."
  state: {{go .}}State{{end}}
  "Whether an edge joins it to its project."
  directEdge: Boolean!
  "The names of its fields whose texts are truncated here; empty where every text is complete."
  cut: [String!]!
{{- range derived . false}}
  "{{.Doc}}"
  {{.Name}}: {{.Type}}{{derivedCost .}}{{end}}
  "The record of whom its props name as its owner, else of the first person by name from whose record an edge leads to it."
  owner: Record @cost(weight: "10")
  "The name of its owner; of one that has no record, too."
  ownerName: String @cost(weight: "3")
{{- if belongs .}}
  "The project that it belongs to; null if that was deleted since."
  project: Project @cost(weight: "5")
{{- end}}
{{- range nested .}}
  "{{.Doc}}"
  {{.Name}}({{pageArgs (listType .) "" ""}}): {{listType .}}Connection{{nestedCost .}}
{{- end}}
  "The entities that edges link to it."
  linkedEntities: LinkedEntities!{{linksCost}}{{linkedField}}
  "All its fields, texts complete."
  full: {{go .}}Full! @cost(weight: "{{fullCost .}}")
}

"{{article .}} with every field, texts complete. It has no id: it is a part of the {{.Kind}} whose field it is."
type {{go .}}Full {
{{- range fields . true}}
  "{{.Doc}}"
  {{camel .Name}}: {{sdl .}}{{textCost $kind .}}
{{- if .Enum}}
  "{{camel .Name}} as it is stored; in {{camel .Name}} null is a value of no name there."
  {{camel .Name}}Key: String{{end}}{{end}}
{{- if .States}}
  "Its state; null if that is none of these, see stateKey."
  state: {{go .}}State{{end}}
{{- range derived . true}}
  "{{.Doc}}"
  {{.Name}}: {{.Type}}{{derivedCost .}}{{end}}
  "The entities that edges link to it."
  linkedEntities: LinkedEntities!{{linksCost}}
}

"A page of {{.Plural}}."
type {{go .}}Connection {
  "The {{.Plural}} of the page."
  nodes: [{{go .}}!]!{{itemsCost}}
  "The same, each with its cursor."
  edges: [{{go .}}Edge!]!{{itemsCost}}
  "The position of the page in the list."
  pageInfo: PageInfo!
  "How many match the filter, on all pages; counted only if selected."
  totalCount: Int!{{totalCost}}
}

"{{article .}} in a list."
type {{go .}}Edge {
  "Its position in the list, opaque."
  cursor: String!
  "The {{.Kind}}."
  node: {{go .}}!
}

"Conditions on {{.Plural}}, which all have to match. An absent condition, or null, matches all; an empty list of ids, states or other ` +
	`alternatives matches none. A list has at most {{limit "values"}} values; and, or, not and where have at most {{limit "levels"}} ` +
	`levels and {{limit "filters"}} filters in all."
input {{go .}}Filter {
  "Those that match each of these; all if the list is empty."
  and: [{{go .}}Filter!]
  "Those that match at least one of these; none if the list is empty."
  or: [{{go .}}Filter!]
  "Those that do not match this."
  not: {{go .}}Filter
  "Any of these ids."
  ids: [ID!]
  "Any of these ids of an import."
  externalIds: [String!]
{{- if .States}}
  "Any of these."
  states: [{{go .}}State!]{{end}}
  "Any of these type_keys."
  types: [String!]
  "The beginning of type_key."
  typePrefix: String
  "Those with these labels."
  labels: LabelFilter{{containsCost .}}
{{- range ranges .}}
  "{{.Doc}}"
  {{camel .DateName}}: TimeRange{{end}}
{{- if due .}}
  "Whether it is due before now and not over."
  overdue: Boolean
  "The time by which overdue is meant; by default that of the server."
  now: DateTime{{end}}
{{- if .Active}}
  "Whether it is open, not blocked, and nothing open blocks it."
  ready: Boolean{{readyCost (print .Kind)}}{{end}}
{{- if has . "priority"}}
  "Any of these, 1 to 5."
  priorities: [Int!]{{end}}
{{- if has . "impact"}}
  "Any of these."
  impacts: [Impact!]{{end}}
{{- if has . "probability"}}
  "How likely it is, 0 to 1."
  probability: NumberRange{{end}}
{{- if has . "record_type"}}
  "The id of a record type."
  recordType: String{{end}}
{{- range nested .}}{{if isFilter .}}
  "Those that have one of these in {{.Name}}."
  {{.Name}}: [ID!]{{linkCost}}{{end}}{{end}}
  "Any of these owners."
  owners: [ID!]{{ownersCost}}
  "A part of the name of an owner; A to Z match in either case."
  ownerName: String{{ownersCost}}
  "Those that edges link to something else."
  linked: LinkFilter{{linkedCost .}}
  "Those that have none of each of these: no owner, nothing in a list, no value."
  missing: [{{go .}}Missing!]
  "Conditions on properties in props{{if eq .Kind "record"}} and on fields{{end}}, which all have to match."
  fields: [FieldFilter!]{{fieldsCost (print .Kind)}}
  "Any of these projects."
  projects: [ID!]
  "A part of {{.Label}}; A to Z match in either case."
  text: String{{containsCost .}}
}

"Properties that {{.Plural}} may lack."
enum {{go .}}Missing {
{{- $kind := .}}{{range missingFields .}}
  "{{missingDoc .}}"
  {{upper (print .)}}{{missingCost $kind .}}{{end}}
}

"Properties by which {{.Plural}} are grouped."
enum {{go .}}GroupBy {
{{- range groupFields .}}
  "{{groupDoc .}}"
  {{upper (print .)}}{{groupByCost $kind .}}{{end}}
}

"The order of {{.Plural}}; nulls come last, ties are broken by the next order, and at last by id."
input {{go .}}Order {
  "The value by which they are ordered."
  field: {{go .}}OrderField!
  "Whether the smallest or the largest comes first."
  direction: OrderDirection! = DESC
}

"Orders of lists of {{.Plural}}."
enum {{go .}}OrderField {
{{- $spec := .}}{{range orderFields .}}
  "{{orderDoc $spec .}}"
  {{upper (print .)}}{{end}}
}
{{end}}
`
