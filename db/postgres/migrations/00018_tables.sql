-- +goose Up
ALTER TABLE onto_projects ADD COLUMN labels jsonb;
ALTER TABLE onto_plans ADD COLUMN labels jsonb;
ALTER TABLE onto_plans ADD COLUMN completed_at timestamptz;
ALTER TABLE onto_goals ADD COLUMN labels jsonb;
ALTER TABLE onto_tasks ADD COLUMN labels jsonb;
ALTER TABLE onto_milestones ADD COLUMN labels jsonb;
ALTER TABLE onto_documents ADD COLUMN labels jsonb;
ALTER TABLE onto_outputs ADD COLUMN labels jsonb;
ALTER TABLE onto_risks ADD COLUMN labels jsonb;
ALTER TABLE onto_decisions ADD COLUMN labels jsonb;
ALTER TABLE onto_requirements ADD COLUMN labels jsonb;
ALTER TABLE onto_signals ADD COLUMN labels jsonb;
ALTER TABLE onto_insights ADD COLUMN labels jsonb;
ALTER TABLE onto_records ADD COLUMN labels jsonb;
CREATE INDEX onto_projects_labels ON onto_projects USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_plans_labels ON onto_plans USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_goals_labels ON onto_goals USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_tasks_labels ON onto_tasks USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_milestones_labels ON onto_milestones USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_documents_labels ON onto_documents USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_outputs_labels ON onto_outputs USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_risks_labels ON onto_risks USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_decisions_labels ON onto_decisions USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_requirements_labels ON onto_requirements USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_signals_labels ON onto_signals USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_insights_labels ON onto_insights USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX onto_records_labels ON onto_records USING gin (labels) WHERE labels IS NOT NULL;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_projects_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.next_step_short, '') || E'\n' || coalesce(NEW.next_step_long, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_projects_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_projects DISABLE TRIGGER USER;
UPDATE onto_projects SET search_vector = onto_search_vector(name, coalesce(description, '') || E'\n' || coalesce(next_step_short, '') || E'\n' || coalesce(next_step_long, ''), labels, props);
ALTER TABLE onto_projects ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_projects FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.description IS DISTINCT FROM OLD.description OR NEW.next_step_short IS DISTINCT FROM OLD.next_step_short OR NEW.next_step_long IS DISTINCT FROM OLD.next_step_long OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_projects_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_plans_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.plan, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_plans_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_plans DISABLE TRIGGER USER;
UPDATE onto_plans SET search_vector = onto_search_vector(name, coalesce(description, '') || E'\n' || coalesce(plan, ''), labels, props);
ALTER TABLE onto_plans ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_plans FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.description IS DISTINCT FROM OLD.description OR NEW.plan IS DISTINCT FROM OLD.plan OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_plans_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_goals_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.goal, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_goals_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_goals DISABLE TRIGGER USER;
UPDATE onto_goals SET search_vector = onto_search_vector(name, coalesce(description, '') || E'\n' || coalesce(goal, ''), labels, props);
ALTER TABLE onto_goals ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_goals FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.description IS DISTINCT FROM OLD.description OR NEW.goal IS DISTINCT FROM OLD.goal OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_goals_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_tasks_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.description, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_tasks_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_tasks DISABLE TRIGGER USER;
UPDATE onto_tasks SET search_vector = onto_search_vector(title, coalesce(description, ''), labels, props);
ALTER TABLE onto_tasks ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_tasks FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.description IS DISTINCT FROM OLD.description OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_tasks_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_milestones_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.milestone, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_milestones_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_milestones DISABLE TRIGGER USER;
UPDATE onto_milestones SET search_vector = onto_search_vector(title, coalesce(description, '') || E'\n' || coalesce(milestone, ''), labels, props);
ALTER TABLE onto_milestones ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_milestones FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.description IS DISTINCT FROM OLD.description OR NEW.milestone IS DISTINCT FROM OLD.milestone OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_milestones_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_documents_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.content, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_documents_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_documents DISABLE TRIGGER USER;
UPDATE onto_documents SET search_vector = onto_search_vector(title, coalesce(description, '') || E'\n' || coalesce(content, ''), labels, props);
ALTER TABLE onto_documents ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_documents FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.description IS DISTINCT FROM OLD.description OR NEW.content IS DISTINCT FROM OLD.content OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_documents_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_outputs_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_outputs_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_outputs DISABLE TRIGGER USER;
UPDATE onto_outputs SET search_vector = onto_search_vector(name, coalesce(description, ''), labels, props);
ALTER TABLE onto_outputs ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_outputs FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.description IS DISTINCT FROM OLD.description OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_outputs_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_risks_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.content, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_risks_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_risks DISABLE TRIGGER USER;
UPDATE onto_risks SET search_vector = onto_search_vector(title, coalesce(content, ''), labels, props);
ALTER TABLE onto_risks ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_risks FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.content IS DISTINCT FROM OLD.content OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_risks_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_decisions_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.outcome, '') || E'\n' || coalesce(NEW.rationale, '') || E'\n' || coalesce(NEW.description, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_decisions_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_decisions DISABLE TRIGGER USER;
UPDATE onto_decisions SET search_vector = onto_search_vector(title, coalesce(outcome, '') || E'\n' || coalesce(rationale, '') || E'\n' || coalesce(description, ''), labels, props);
ALTER TABLE onto_decisions ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_decisions FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.outcome IS DISTINCT FROM OLD.outcome OR NEW.rationale IS DISTINCT FROM OLD.rationale OR NEW.description IS DISTINCT FROM OLD.description OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_decisions_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_requirements_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.text, '', NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_requirements_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_requirements DISABLE TRIGGER USER;
UPDATE onto_requirements SET search_vector = onto_search_vector(text, '', labels, props);
ALTER TABLE onto_requirements ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_requirements FOR EACH ROW WHEN (NEW.text IS DISTINCT FROM OLD.text OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_requirements_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_signals_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.channel, coalesce(NEW.payload_summary, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_signals_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_signals DISABLE TRIGGER USER;
UPDATE onto_signals SET search_vector = onto_search_vector(channel, coalesce(payload_summary, ''), labels, props);
ALTER TABLE onto_signals ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_signals FOR EACH ROW WHEN (NEW.channel IS DISTINCT FROM OLD.channel OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.payload_summary IS DISTINCT FROM OLD.payload_summary OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_signals_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_insights_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.summary, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_insights_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_insights DISABLE TRIGGER USER;
UPDATE onto_insights SET search_vector = onto_search_vector(title, coalesce(summary, ''), labels, props);
ALTER TABLE onto_insights ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_insights FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.summary IS DISTINCT FROM OLD.summary OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_insights_vector();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_records_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, '', NEW.labels, NEW.fields, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_records_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- The vectors of stored rows, without an event for each.
ALTER TABLE onto_records DISABLE TRIGGER USER;
UPDATE onto_records SET search_vector = onto_search_vector(name, '', labels, fields, props);
ALTER TABLE onto_records ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_records FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.labels IS DISTINCT FROM OLD.labels OR NEW.fields IS DISTINCT FROM OLD.fields OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_records_vector();
-- onto_search_entities returns the entities that an actor may read and that match
-- the words best: at most p_limit, 20 if it is null, by score, title and id. A
-- null project means all projects, null types mean all kinds. The score is 0 to
-- 1: 0.6 times the rank, relative to the best, plus 0.4 times the similarity of
-- the title. An entity whose title equals the words scores 1.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_search_entities(p_actor_id uuid, p_query text, p_project_id uuid DEFAULT NULL, p_types text[] DEFAULT NULL, p_limit int DEFAULT NULL)
RETURNS TABLE (kind text, id uuid, project_id uuid, project_name text, title text, snippet text, score double precision)
LANGUAGE plpgsql STABLE SECURITY INVOKER
SET plan_cache_mode = force_custom_plan -- which tables and indexes are read depends on the arguments
SET client_min_messages = warning -- no notices about stop words
AS $$
#variable_conflict use_column
DECLARE
	known CONSTANT text[] := '{project,plan,goal,task,milestone,document,output,risk,decision,requirement,signal,insight,record}';
	types CONSTANT text[] := coalesce(p_types, known);
	most CONSTANT int := coalesce(p_limit, 20);
	readable uuid[];
	typed record;
BEGIN
	IF coalesce(p_query, '') !~ '\S' OR length(p_query) > 2000 THEN
		RAISE invalid_parameter_value USING MESSAGE = 'p_query: is blank or too long; give the words to look for, in at most 2000 characters';
	ELSIF most NOT BETWEEN 1 AND 50 THEN
		RAISE invalid_parameter_value USING MESSAGE = format('p_limit: %s is out of range; want 1 to 50', most);
	ELSIF array_position(types, NULL) IS NOT NULL OR NOT types <@ known THEN
		RAISE invalid_parameter_value USING MESSAGE = format('p_types: unknown kind in %s; want some of %s', types, known);
	END IF;
	readable := ARRAY(
		SELECT project.id FROM onto_projects project
		WHERE project.deleted_at IS NULL AND (p_project_id IS NULL OR project.id = p_project_id) AND p_actor_id IS NOT NULL
		AND (project.is_public OR project.id IN (SELECT member.project_id FROM onto_members member WHERE member.actor_id = p_actor_id)));
	typed := onto_search_query(p_query);
	RETURN QUERY WITH searchable AS NOT MATERIALIZED (
		SELECT 'project'::text AS kind, id, id AS project_id, type_key, deleted_at, name AS title, coalesce(description, '') || E'\n' || coalesce(next_step_short, '') || E'\n' || coalesce(next_step_long, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_projects UNION ALL
		SELECT 'plan'::text AS kind, id, project_id AS project_id, type_key, deleted_at, name AS title, coalesce(description, '') || E'\n' || coalesce(plan, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_plans UNION ALL
		SELECT 'goal'::text AS kind, id, project_id AS project_id, type_key, deleted_at, name AS title, coalesce(description, '') || E'\n' || coalesce(goal, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_goals UNION ALL
		SELECT 'task'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(description, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_tasks UNION ALL
		SELECT 'milestone'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(description, '') || E'\n' || coalesce(milestone, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_milestones UNION ALL
		SELECT 'document'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(description, '') || E'\n' || coalesce(content, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_documents UNION ALL
		SELECT 'output'::text AS kind, id, project_id AS project_id, type_key, deleted_at, name AS title, coalesce(description, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_outputs UNION ALL
		SELECT 'risk'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(content, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_risks UNION ALL
		SELECT 'decision'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(outcome, '') || E'\n' || coalesce(rationale, '') || E'\n' || coalesce(description, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_decisions UNION ALL
		SELECT 'requirement'::text AS kind, id, project_id AS project_id, type_key, deleted_at, text AS title, '' AS body, ARRAY[labels, props] AS data, search_vector FROM onto_requirements UNION ALL
		SELECT 'signal'::text AS kind, id, project_id AS project_id, type_key, deleted_at, channel AS title, coalesce(payload_summary, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_signals UNION ALL
		SELECT 'insight'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(summary, '') AS body, ARRAY[labels, props] AS data, search_vector FROM onto_insights UNION ALL
		SELECT 'record'::text AS kind, id, project_id AS project_id, type_key, deleted_at, name AS title, '' AS body, ARRAY[labels, fields, props] AS data, search_vector FROM onto_records
	), matches AS (
		SELECT e.kind, e.id, e.project_id, e.title, onto_similarity(e.title, typed.words) AS similarity,
			ts_rank('{0.33, 0.33, 0.33, 1}', e.search_vector, typed.wanted, 1)::double precision AS rank
		FROM searchable e
		WHERE e.kind = ANY (types) AND e.deleted_at IS NULL
		AND (p_project_id IS NULL OR e.project_id = p_project_id) -- for an index
		AND (e.project_id = ANY (readable)) IS TRUE -- not for an index, which would be read once per project
		AND (e.search_vector @@ typed.wanted OR length(e.title) <= 100 AND onto_is_similar(e.title, typed.words))
		AND (typed.required IS NULL OR e.search_vector @@ typed.required)
		AND NOT (e.kind = 'document' AND coalesce(e.type_key, '') ~ 'scratch|workspace')
	), best AS (
		SELECT m.kind, m.id, m.project_id, m.title, CASE WHEN lower(m.title) = lower(typed.words) THEN 1::double precision
			ELSE 0.6 * coalesce(m.rank / nullif(max(m.rank) OVER (), 0), 0) + 0.4 * m.similarity END AS score
		FROM matches m ORDER BY score DESC, m.title COLLATE "C", m.id LIMIT most
	)
	SELECT best.kind, best.id, best.project_id, project.name, best.title,
		onto_snippet(best.title, concat_ws(E'\n', e.body, onto_strings(to_jsonb(e.data))), typed.wanted), best.score
	FROM best
	JOIN searchable e ON e.kind = best.kind AND e.id = best.id
	JOIN onto_projects project ON project.id = best.project_id
	ORDER BY best.score DESC, best.title COLLATE "C", best.id;
END $$;
-- +goose StatementEnd

-- The search path is fixed, so that tables and functions of the caller cannot
-- replace those of the store.
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_search_entities SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
