-- +goose Up
CREATE TABLE onto_revisions (
	project_id TEXT NOT NULL,
	number INTEGER NOT NULL,
	PRIMARY KEY (project_id)
) STRICT;
CREATE TABLE onto_members (
	project_id TEXT NOT NULL,
	actor_id TEXT NOT NULL,
	access TEXT NOT NULL,
	PRIMARY KEY (project_id, actor_id)
) STRICT;
CREATE TABLE onto_record_types (
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	icon TEXT NOT NULL,
	fields TEXT NOT NULL,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_entities (
	id TEXT NOT NULL,
	kind TEXT NOT NULL,
	project_id TEXT NOT NULL,
	rev INTEGER NOT NULL,
	deleted INTEGER NOT NULL,
	hash BLOB NOT NULL,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	created_by TEXT,
	terms BLOB,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_edges (
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	src_id TEXT NOT NULL,
	src_kind TEXT NOT NULL,
	rel TEXT NOT NULL,
	dst_id TEXT NOT NULL,
	dst_kind TEXT NOT NULL,
	rev INTEGER NOT NULL,
	deleted INTEGER NOT NULL,
	props TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_projects (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	state_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	name TEXT NOT NULL,
	start_at TEXT,
	end_at TEXT,
	facet_context TEXT,
	facet_scale TEXT,
	facet_stage TEXT,
	next_step_source TEXT,
	next_step_updated_at TEXT,
	is_public INTEGER NOT NULL,
	props TEXT,
	description TEXT,
	next_step_short TEXT,
	next_step_long TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_plans (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	state_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	name TEXT NOT NULL,
	facet_context TEXT,
	facet_scale TEXT,
	facet_stage TEXT,
	props TEXT,
	description TEXT,
	plan TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_goals (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	state_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	name TEXT NOT NULL,
	target_date TEXT,
	completed_at TEXT,
	props TEXT,
	description TEXT,
	goal TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_tasks (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	state_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	title TEXT NOT NULL,
	priority INTEGER,
	start_at TEXT,
	due_at TEXT,
	completed_at TEXT,
	facet_scale TEXT,
	props TEXT,
	description TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_milestones (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	state_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	title TEXT NOT NULL,
	due_at TEXT,
	completed_at TEXT,
	props TEXT,
	description TEXT,
	milestone TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_documents (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	state_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	title TEXT NOT NULL,
	props TEXT,
	description TEXT,
	content TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_outputs (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	state_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	name TEXT NOT NULL,
	source_document_id TEXT,
	props TEXT,
	description TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_risks (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	state_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	title TEXT NOT NULL,
	impact TEXT,
	probability REAL,
	mitigated_at TEXT,
	props TEXT,
	content TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_decisions (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	state_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	title TEXT NOT NULL,
	decision_at TEXT,
	props TEXT,
	outcome TEXT,
	rationale TEXT,
	description TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_requirements (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	priority INTEGER,
	props TEXT,
	text TEXT NOT NULL,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_signals (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	channel TEXT NOT NULL,
	ts TEXT,
	props TEXT,
	payload TEXT,
	payload_summary TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_insights (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	title TEXT NOT NULL,
	props TEXT,
	summary TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_records (
	rev INTEGER NOT NULL,
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	external_id TEXT,
	type_key TEXT,
	created_by TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	deleted_at TEXT,
	name TEXT NOT NULL,
	record_type TEXT NOT NULL,
	props TEXT,
	fields TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE UNIQUE INDEX onto_edges_link ON onto_edges (src_id, rel, dst_id);
CREATE INDEX onto_edges_src ON onto_edges (src_id, dst_kind);
CREATE INDEX onto_edges_dst ON onto_edges (dst_id, src_kind);
CREATE INDEX onto_edges_rev ON onto_edges (project_id, rev);
CREATE INDEX onto_entities_rev ON onto_entities (project_id, rev);
CREATE INDEX onto_members_actor ON onto_members (actor_id, project_id);
CREATE INDEX onto_projects_public ON onto_projects (id) WHERE is_public;
CREATE INDEX onto_projects_updated ON onto_projects (id, updated_at DESC, id);
CREATE INDEX onto_projects_rev ON onto_projects (id, rev);
CREATE INDEX onto_plans_updated ON onto_plans (project_id, updated_at DESC, id);
CREATE INDEX onto_plans_rev ON onto_plans (project_id, rev);
CREATE UNIQUE INDEX onto_plans_external ON onto_plans (project_id, external_id);
CREATE INDEX onto_goals_updated ON onto_goals (project_id, updated_at DESC, id);
CREATE INDEX onto_goals_rev ON onto_goals (project_id, rev);
CREATE UNIQUE INDEX onto_goals_external ON onto_goals (project_id, external_id);
CREATE INDEX onto_tasks_updated ON onto_tasks (project_id, updated_at DESC, id);
CREATE INDEX onto_tasks_rev ON onto_tasks (project_id, rev);
CREATE UNIQUE INDEX onto_tasks_external ON onto_tasks (project_id, external_id);
CREATE INDEX onto_milestones_updated ON onto_milestones (project_id, updated_at DESC, id);
CREATE INDEX onto_milestones_rev ON onto_milestones (project_id, rev);
CREATE UNIQUE INDEX onto_milestones_external ON onto_milestones (project_id, external_id);
CREATE INDEX onto_documents_updated ON onto_documents (project_id, updated_at DESC, id);
CREATE INDEX onto_documents_rev ON onto_documents (project_id, rev);
CREATE UNIQUE INDEX onto_documents_external ON onto_documents (project_id, external_id);
CREATE INDEX onto_outputs_updated ON onto_outputs (project_id, updated_at DESC, id);
CREATE INDEX onto_outputs_rev ON onto_outputs (project_id, rev);
CREATE UNIQUE INDEX onto_outputs_external ON onto_outputs (project_id, external_id);
CREATE INDEX onto_risks_updated ON onto_risks (project_id, updated_at DESC, id);
CREATE INDEX onto_risks_rev ON onto_risks (project_id, rev);
CREATE UNIQUE INDEX onto_risks_external ON onto_risks (project_id, external_id);
CREATE INDEX onto_decisions_updated ON onto_decisions (project_id, updated_at DESC, id);
CREATE INDEX onto_decisions_rev ON onto_decisions (project_id, rev);
CREATE UNIQUE INDEX onto_decisions_external ON onto_decisions (project_id, external_id);
CREATE INDEX onto_requirements_updated ON onto_requirements (project_id, updated_at DESC, id);
CREATE INDEX onto_requirements_rev ON onto_requirements (project_id, rev);
CREATE UNIQUE INDEX onto_requirements_external ON onto_requirements (project_id, external_id);
CREATE INDEX onto_signals_updated ON onto_signals (project_id, updated_at DESC, id);
CREATE INDEX onto_signals_rev ON onto_signals (project_id, rev);
CREATE UNIQUE INDEX onto_signals_external ON onto_signals (project_id, external_id);
CREATE INDEX onto_insights_updated ON onto_insights (project_id, updated_at DESC, id);
CREATE INDEX onto_insights_rev ON onto_insights (project_id, rev);
CREATE UNIQUE INDEX onto_insights_external ON onto_insights (project_id, external_id);
CREATE INDEX onto_records_updated ON onto_records (project_id, updated_at DESC, id);
CREATE INDEX onto_records_rev ON onto_records (project_id, rev);
CREATE UNIQUE INDEX onto_records_external ON onto_records (project_id, external_id);

-- +goose Down
DROP TABLE onto_revisions;
DROP TABLE onto_members;
DROP TABLE onto_record_types;
DROP TABLE onto_entities;
DROP TABLE onto_edges;
DROP TABLE onto_projects;
DROP TABLE onto_plans;
DROP TABLE onto_goals;
DROP TABLE onto_tasks;
DROP TABLE onto_milestones;
DROP TABLE onto_documents;
DROP TABLE onto_outputs;
DROP TABLE onto_risks;
DROP TABLE onto_decisions;
DROP TABLE onto_requirements;
DROP TABLE onto_signals;
DROP TABLE onto_insights;
DROP TABLE onto_records;
