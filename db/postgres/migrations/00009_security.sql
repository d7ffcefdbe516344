-- +goose Up
CREATE OR REPLACE FUNCTION onto_actor() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
	$$ SELECT nullif(current_setting('dossier.actor', true), '')::uuid $$;
-- onto_reaches reports whether the key of a transaction, if any, is for a project.
CREATE OR REPLACE FUNCTION onto_reaches(project uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
	$$ SELECT coalesce(project = ANY (string_to_array(nullif(current_setting('dossier.projects', true), ''), ' ')::uuid[]), TRUE) $$;
-- These three see the rows of all projects, as policies of a table may not read
-- the table itself.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_may_read(project uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS $$
	SELECT onto_reaches(project) AND onto_actor() IS NOT NULL AND (
		EXISTS (SELECT FROM onto_members member WHERE member.project_id = project AND member.actor_id = onto_actor())
		OR EXISTS (SELECT FROM onto_projects p WHERE p.id = project AND p.is_public AND p.deleted_at IS NULL))
$$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$ BEGIN EXECUTE format('ALTER FUNCTION onto_may_read SET search_path = pg_catalog, %I, pg_temp', current_schema()); END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_may_admin(project uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS $$
	SELECT current_setting('dossier.rights', true) IN ('actor', 'admin') AND EXISTS (
		SELECT FROM onto_members member WHERE member.project_id = project AND member.actor_id = onto_actor() AND member.access = 'admin')
$$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$ BEGIN EXECUTE format('ALTER FUNCTION onto_may_admin SET search_path = pg_catalog, %I, pg_temp', current_schema()); END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_is_new(project uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS $$
	SELECT NOT EXISTS (SELECT FROM onto_projects p WHERE p.id = project)
$$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$ BEGIN EXECUTE format('ALTER FUNCTION onto_is_new SET search_path = pg_catalog, %I, pg_temp', current_schema()); END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_administers() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS $$
	SELECT coalesce(current_setting('dossier.rights', true) = 'admin' OR current_setting('dossier.rights', true) = 'actor'
		AND EXISTS (SELECT FROM onto_actors actor WHERE actor.id = onto_actor() AND actor.is_admin), FALSE)
$$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$ BEGIN EXECUTE format('ALTER FUNCTION onto_administers SET search_path = pg_catalog, %I, pg_temp', current_schema()); END $$;
-- +goose StatementEnd
DROP POLICY IF EXISTS onto_read ON onto_entities;
CREATE POLICY onto_read ON onto_entities FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_entities.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_entities.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_entities.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_entities;
CREATE POLICY onto_write ON onto_entities USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_entities.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_entities.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_edges;
CREATE POLICY onto_read ON onto_edges FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_edges.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_edges.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_edges.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_edges;
CREATE POLICY onto_write ON onto_edges USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_edges.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_edges.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_plans;
CREATE POLICY onto_read ON onto_plans FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_plans.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_plans.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_plans.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_plans;
CREATE POLICY onto_write ON onto_plans USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_plans.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_plans.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_goals;
CREATE POLICY onto_read ON onto_goals FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_goals.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_goals.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_goals.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_goals;
CREATE POLICY onto_write ON onto_goals USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_goals.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_goals.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_tasks;
CREATE POLICY onto_read ON onto_tasks FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_tasks.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_tasks.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_tasks.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_tasks;
CREATE POLICY onto_write ON onto_tasks USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_tasks.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_tasks.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_milestones;
CREATE POLICY onto_read ON onto_milestones FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_milestones.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_milestones.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_milestones.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_milestones;
CREATE POLICY onto_write ON onto_milestones USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_milestones.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_milestones.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_documents;
CREATE POLICY onto_read ON onto_documents FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_documents.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_documents.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_documents.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_documents;
CREATE POLICY onto_write ON onto_documents USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_documents.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_documents.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_outputs;
CREATE POLICY onto_read ON onto_outputs FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_outputs.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_outputs.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_outputs.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_outputs;
CREATE POLICY onto_write ON onto_outputs USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_outputs.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_outputs.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_risks;
CREATE POLICY onto_read ON onto_risks FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_risks.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_risks.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_risks.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_risks;
CREATE POLICY onto_write ON onto_risks USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_risks.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_risks.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_decisions;
CREATE POLICY onto_read ON onto_decisions FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_decisions.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_decisions.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_decisions.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_decisions;
CREATE POLICY onto_write ON onto_decisions USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_decisions.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_decisions.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_requirements;
CREATE POLICY onto_read ON onto_requirements FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_requirements.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_requirements.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_requirements.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_requirements;
CREATE POLICY onto_write ON onto_requirements USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_requirements.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_requirements.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_signals;
CREATE POLICY onto_read ON onto_signals FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_signals.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_signals.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_signals.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_signals;
CREATE POLICY onto_write ON onto_signals USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_signals.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_signals.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_insights;
CREATE POLICY onto_read ON onto_insights FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_insights.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_insights.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_insights.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_insights;
CREATE POLICY onto_write ON onto_insights USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_insights.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_insights.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_records;
CREATE POLICY onto_read ON onto_records FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_records.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_records.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_records.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_records;
CREATE POLICY onto_write ON onto_records USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_records.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_records.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_vectors;
CREATE POLICY onto_read ON onto_vectors FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_vectors.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_vectors.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_vectors.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_vectors;
CREATE POLICY onto_write ON onto_vectors USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_vectors.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_vectors.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_events;
CREATE POLICY onto_read ON onto_events FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_events.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_events.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_events.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_events;
CREATE POLICY onto_write ON onto_events USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_events.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_events.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_projects;
CREATE POLICY onto_read ON onto_projects FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(id) AND (
	is_public AND deleted_at IS NULL AND onto_actor() IS NOT NULL
	OR EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_projects.id AND member.actor_id = onto_actor())));
DROP POLICY IF EXISTS onto_write ON onto_projects;
CREATE POLICY onto_write ON onto_projects USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_projects.id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_projects.id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_members;
CREATE POLICY onto_read ON onto_members FOR SELECT USING (current_setting('dossier.rights', true) = 'service'
	OR actor_id = onto_actor() AND onto_reaches(project_id) OR onto_may_read(project_id));
-- The maker of a project makes itself the first member, before the project.
DROP POLICY IF EXISTS onto_write ON onto_members;
CREATE POLICY onto_write ON onto_members USING (onto_may_admin(project_id))
	WITH CHECK (onto_may_admin(project_id) OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND actor_id = onto_actor() AND onto_reaches(project_id) AND onto_is_new(project_id));
-- A revision of 0 is that of a project that is being made.
DROP POLICY IF EXISTS onto_read ON onto_revisions;
CREATE POLICY onto_read ON onto_revisions FOR SELECT USING (number = 0 OR current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_revisions.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_revisions.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_revisions.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_revisions;
CREATE POLICY onto_write ON onto_revisions USING (onto_actor() IS NOT NULL AND number = 0 OR current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_revisions.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_revisions.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
DROP POLICY IF EXISTS onto_read ON onto_record_types;
CREATE POLICY onto_read ON onto_record_types FOR SELECT USING (onto_actor() IS NOT NULL);
DROP POLICY IF EXISTS onto_write ON onto_record_types;
CREATE POLICY onto_write ON onto_record_types USING (onto_administers());
DROP POLICY IF EXISTS onto_read ON onto_actors;
CREATE POLICY onto_read ON onto_actors FOR SELECT USING (onto_actor() IS NOT NULL);
DROP POLICY IF EXISTS onto_write ON onto_actors;
CREATE POLICY onto_write ON onto_actors USING (current_setting('dossier.rights', true) = 'service' OR id = onto_actor() OR onto_administers())
	WITH CHECK (current_setting('dossier.rights', true) = 'service' OR id = onto_actor() AND NOT is_admin OR onto_administers());
DROP POLICY IF EXISTS onto_read ON onto_keys;
CREATE POLICY onto_read ON onto_keys FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_actor() IN (actor_id, created_by) OR onto_administers());
DROP POLICY IF EXISTS onto_write ON onto_keys;
CREATE POLICY onto_write ON onto_keys
	USING (current_setting('dossier.rights', true) = 'service' OR onto_administers() OR current_setting('dossier.rights', true) = 'actor' AND onto_actor() IN (actor_id, created_by))
	WITH CHECK (current_setting('dossier.rights', true) = 'service' OR onto_administers() OR current_setting('dossier.rights', true) = 'actor' AND onto_actor() IN (actor_id, created_by));
DROP POLICY IF EXISTS onto_read ON onto_audit;
CREATE POLICY onto_read ON onto_audit FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR actor_id = onto_actor() OR onto_administers());
DROP POLICY IF EXISTS onto_write ON onto_audit;
CREATE POLICY onto_write ON onto_audit USING (current_setting('dossier.rights', true) = 'service') WITH CHECK (current_setting('dossier.rights', true) = 'service' OR actor_id = onto_actor());
DROP POLICY IF EXISTS onto_own ON onto_mutations;
CREATE POLICY onto_own ON onto_mutations USING (current_setting('dossier.rights', true) = 'service' OR actor_id = onto_actor());
ALTER TABLE onto_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_record_types ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_entities ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_edges ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_plans ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_goals ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_milestones ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_outputs ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_risks ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_requirements ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_signals ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_insights ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_records ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_vectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_mutations ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_actors ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE onto_audit ENABLE ROW LEVEL SECURITY;
