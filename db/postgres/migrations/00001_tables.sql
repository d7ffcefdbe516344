-- +goose Up
CREATE TABLE onto_revisions (
	project_id uuid NOT NULL,
	number bigint NOT NULL,
	PRIMARY KEY (project_id)
);
CREATE TABLE onto_members (
	project_id uuid NOT NULL,
	actor_id uuid NOT NULL,
	access text NOT NULL,
	PRIMARY KEY (project_id, actor_id)
);
CREATE TABLE onto_record_types (
	id text NOT NULL,
	name text NOT NULL,
	icon text NOT NULL,
	fields jsonb NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE onto_entities (
	id uuid NOT NULL,
	kind text NOT NULL,
	project_id uuid NOT NULL,
	rev bigint NOT NULL,
	deleted boolean NOT NULL,
	hash bytea NOT NULL,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	created_by uuid,
	terms bytea,
	PRIMARY KEY (id)
);
CREATE TABLE onto_edges (
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	src_id uuid NOT NULL,
	src_kind text NOT NULL,
	rel text NOT NULL,
	dst_id uuid NOT NULL,
	dst_kind text NOT NULL,
	rev bigint NOT NULL,
	deleted boolean NOT NULL,
	props jsonb,
	PRIMARY KEY (id)
);
CREATE TABLE onto_projects (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	external_id text,
	type_key text,
	state_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	name text NOT NULL,
	start_at timestamptz,
	end_at timestamptz,
	facet_context text,
	facet_scale text,
	facet_stage text,
	next_step_source text,
	next_step_updated_at timestamptz,
	is_public boolean NOT NULL,
	props jsonb,
	description text,
	next_step_short text,
	next_step_long text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_plans (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	state_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	name text NOT NULL,
	facet_context text,
	facet_scale text,
	facet_stage text,
	props jsonb,
	description text,
	plan text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_goals (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	state_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	name text NOT NULL,
	target_date timestamptz,
	completed_at timestamptz,
	props jsonb,
	description text,
	goal text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_tasks (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	state_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	title text NOT NULL,
	priority bigint,
	start_at timestamptz,
	due_at timestamptz,
	completed_at timestamptz,
	facet_scale text,
	props jsonb,
	description text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_milestones (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	state_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	title text NOT NULL,
	due_at timestamptz,
	completed_at timestamptz,
	props jsonb,
	description text,
	milestone text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_documents (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	state_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	title text NOT NULL,
	props jsonb,
	description text,
	content text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_outputs (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	state_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	name text NOT NULL,
	source_document_id text,
	props jsonb,
	description text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_risks (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	state_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	title text NOT NULL,
	impact text,
	probability double precision,
	mitigated_at timestamptz,
	props jsonb,
	content text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_decisions (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	state_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	title text NOT NULL,
	decision_at timestamptz,
	props jsonb,
	outcome text,
	rationale text,
	description text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_requirements (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	priority bigint,
	props jsonb,
	text text NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE onto_signals (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	channel text NOT NULL,
	ts timestamptz,
	props jsonb,
	payload jsonb,
	payload_summary text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_insights (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	title text NOT NULL,
	props jsonb,
	summary text,
	PRIMARY KEY (id)
);
CREATE TABLE onto_records (
	rev bigint NOT NULL,
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	external_id text,
	type_key text,
	created_by uuid,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	name text NOT NULL,
	record_type text NOT NULL,
	props jsonb,
	fields jsonb,
	PRIMARY KEY (id)
);
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
