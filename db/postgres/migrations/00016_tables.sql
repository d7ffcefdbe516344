-- +goose Up
-- Indexes of similar titles without long titles. onto_search_indexes replaces those that there are.
-- onto_search_indexes creates the indexes of search, or replaces them. With
-- pg_trgm, search finds similar titles; with btree_gin, the indexes of words
-- include the project. It creates the extensions if it can, and works without
-- them. Call it again after an extension was installed. Titles over 100 characters,
-- as of most requirements, are in no index of similar titles: only words that
-- have 30 of these characters or more reach the similarity of .3 that pg_trgm asks
-- for.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_search_indexes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	extension text;
	trigrams text; -- the schema of pg_trgm, null without it
	searched record;
	project text; -- the first column of an index
BEGIN
	FOREACH extension IN ARRAY ARRAY['pg_trgm', 'btree_gin'] LOOP
		BEGIN
			EXECUTE format('CREATE EXTENSION IF NOT EXISTS %I', extension);
		EXCEPTION WHEN OTHERS THEN -- for any reason: the database must open without
			RAISE NOTICE 'search does without %: %', extension, SQLERRM;
		END;
	END LOOP;
	SELECT nspname INTO trigrams FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
	IF trigrams IS NOT NULL THEN
		EXECUTE format('CREATE OR REPLACE FUNCTION onto_is_similar(title text, words text) RETURNS boolean
			LANGUAGE sql STABLE PARALLEL SAFE AS ''SELECT title OPERATOR(%I.%%) words''', trigrams);
		EXECUTE format('CREATE OR REPLACE FUNCTION onto_similarity(title text, words text) RETURNS real
			LANGUAGE sql IMMUTABLE PARALLEL SAFE AS ''SELECT %I.similarity(title, words)''', trigrams);
	END IF;
	FOR searched IN SELECT * FROM (VALUES
		('onto_projects', 'id', 'name'),
		('onto_plans', 'project_id', 'name'),
		('onto_goals', 'project_id', 'name'),
		('onto_tasks', 'project_id', 'title'),
		('onto_milestones', 'project_id', 'title'),
		('onto_documents', 'project_id', 'title'),
		('onto_outputs', 'project_id', 'name'),
		('onto_risks', 'project_id', 'title'),
		('onto_decisions', 'project_id', 'title'),
		('onto_requirements', 'project_id', 'text'),
		('onto_signals', 'project_id', 'channel'),
		('onto_insights', 'project_id', 'title'),
		('onto_records', 'project_id', 'name')
	) AS tables(name, project, title) LOOP
		project := '';
		IF EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gin') THEN
			project := searched.project || ', ';
		END IF;
		EXECUTE format('DROP INDEX IF EXISTS %I', searched.name || '_search');
		EXECUTE format('CREATE INDEX %I ON %I USING gin (%s search_vector)', searched.name || '_search', searched.name, project);
		IF trigrams IS NOT NULL THEN
			EXECUTE format('DROP INDEX IF EXISTS %I', searched.name || '_similar');
			EXECUTE format('CREATE INDEX %I ON %I USING gin (%I %I.gin_trgm_ops) WHERE length(%3$I) <= 100',
				searched.name || '_similar', searched.name, searched.title, trigrams);
		END IF;
	END LOOP;
END $$;
-- +goose StatementEnd
SELECT onto_search_indexes();
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
		SELECT 'project'::text AS kind, id, id AS project_id, type_key, deleted_at, name AS title, coalesce(description, '') || E'\n' || coalesce(next_step_short, '') || E'\n' || coalesce(next_step_long, '') AS body, ARRAY[props] AS data, search_vector FROM onto_projects UNION ALL
		SELECT 'plan'::text AS kind, id, project_id AS project_id, type_key, deleted_at, name AS title, coalesce(description, '') || E'\n' || coalesce(plan, '') AS body, ARRAY[props] AS data, search_vector FROM onto_plans UNION ALL
		SELECT 'goal'::text AS kind, id, project_id AS project_id, type_key, deleted_at, name AS title, coalesce(description, '') || E'\n' || coalesce(goal, '') AS body, ARRAY[props] AS data, search_vector FROM onto_goals UNION ALL
		SELECT 'task'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(description, '') AS body, ARRAY[props] AS data, search_vector FROM onto_tasks UNION ALL
		SELECT 'milestone'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(description, '') || E'\n' || coalesce(milestone, '') AS body, ARRAY[props] AS data, search_vector FROM onto_milestones UNION ALL
		SELECT 'document'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(description, '') || E'\n' || coalesce(content, '') AS body, ARRAY[props] AS data, search_vector FROM onto_documents UNION ALL
		SELECT 'output'::text AS kind, id, project_id AS project_id, type_key, deleted_at, name AS title, coalesce(description, '') AS body, ARRAY[props] AS data, search_vector FROM onto_outputs UNION ALL
		SELECT 'risk'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(content, '') AS body, ARRAY[props] AS data, search_vector FROM onto_risks UNION ALL
		SELECT 'decision'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(outcome, '') || E'\n' || coalesce(rationale, '') || E'\n' || coalesce(description, '') AS body, ARRAY[props] AS data, search_vector FROM onto_decisions UNION ALL
		SELECT 'requirement'::text AS kind, id, project_id AS project_id, type_key, deleted_at, text AS title, '' AS body, ARRAY[props] AS data, search_vector FROM onto_requirements UNION ALL
		SELECT 'signal'::text AS kind, id, project_id AS project_id, type_key, deleted_at, channel AS title, coalesce(payload_summary, '') AS body, ARRAY[props] AS data, search_vector FROM onto_signals UNION ALL
		SELECT 'insight'::text AS kind, id, project_id AS project_id, type_key, deleted_at, title AS title, coalesce(summary, '') AS body, ARRAY[props] AS data, search_vector FROM onto_insights UNION ALL
		SELECT 'record'::text AS kind, id, project_id AS project_id, type_key, deleted_at, name AS title, '' AS body, ARRAY[fields, props] AS data, search_vector FROM onto_records
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
