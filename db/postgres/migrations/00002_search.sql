-- +goose Up
-- Search for people who write SQL. Made of testdata/search.txtar.tmpl and the kinds.

-- onto_search_vector returns the words of an entity: those of its title, which weigh most, of the first 100,000 characters
-- of its text, and of the strings in its JSON. If a tsvector cannot hold them, because they are more than 1 MB, it returns
-- only those of the title and of the beginning of the text: an entity is never refused for its words.
-- +goose StatementBegin
CREATE FUNCTION onto_search_vector(title text, body text, VARIADIC data jsonb[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
	RETURN setweight(to_tsvector('pg_catalog.english', left(title, 10000)), 'A')
		|| to_tsvector('pg_catalog.english', left(body, 100000))
		|| jsonb_to_tsvector('pg_catalog.english', to_jsonb(data), '["string"]');
EXCEPTION WHEN program_limit_exceeded THEN
	RETURN setweight(to_tsvector('pg_catalog.english', left(title, 10000)), 'A')
		|| to_tsvector('pg_catalog.english', left(body, 10000));
END $$;
-- +goose StatementEnd

-- onto_strings returns the strings in a JSON value, a line each.
-- +goose StatementBegin
CREATE FUNCTION onto_strings(data jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT string_agg(value #>> '{}', E'\n') FROM jsonb_path_query(data, 'strict $.**') value WHERE jsonb_typeof(value) = 'string'
$$;
-- +goose StatementEnd

-- Without pg_trgm no title is similar to any words. onto_search_indexes replaces these functions if it is there.
CREATE FUNCTION onto_is_similar(title text, words text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT FALSE';
CREATE FUNCTION onto_similarity(title text, words text) RETURNS real LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 0::real';

ALTER TABLE onto_projects ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(name, coalesce(description, '') || E'\n' || coalesce(next_step_short, '') || E'\n' || coalesce(next_step_long, ''), props)) STORED;
ALTER TABLE onto_plans ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(name, coalesce(description, '') || E'\n' || coalesce(plan, ''), props)) STORED;
ALTER TABLE onto_goals ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(name, coalesce(description, '') || E'\n' || coalesce(goal, ''), props)) STORED;
ALTER TABLE onto_tasks ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(title, coalesce(description, ''), props)) STORED;
ALTER TABLE onto_milestones ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(title, coalesce(description, '') || E'\n' || coalesce(milestone, ''), props)) STORED;
ALTER TABLE onto_documents ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(title, coalesce(description, '') || E'\n' || coalesce(content, ''), props)) STORED;
ALTER TABLE onto_outputs ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(name, coalesce(description, ''), props)) STORED;
ALTER TABLE onto_risks ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(title, coalesce(content, ''), props)) STORED;
ALTER TABLE onto_decisions ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(title, coalesce(outcome, '') || E'\n' || coalesce(rationale, '') || E'\n' || coalesce(description, ''), props)) STORED;
ALTER TABLE onto_requirements ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(text, '', props)) STORED;
ALTER TABLE onto_signals ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(channel, coalesce(payload_summary, ''), props)) STORED;
ALTER TABLE onto_insights ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(title, coalesce(summary, ''), props)) STORED;
ALTER TABLE onto_records ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (onto_search_vector(name, '', fields, props)) STORED;

-- onto_search_indexes creates the indexes that search reads, and replaces existing ones. With pg_trgm search finds similar
-- titles; with btree_gin the project is part of the indexes of words. A missing extension is created. Search works without
-- one that is not installed or that this role may not create. Call it again after an extension was installed.
-- +goose StatementBegin
CREATE FUNCTION onto_search_indexes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	extension text;
	trigrams text; -- the schema of pg_trgm, null without it
	searched record;
	project text; -- the column that opens an index
BEGIN
	FOREACH extension IN ARRAY ARRAY['pg_trgm', 'btree_gin'] LOOP
		BEGIN
			EXECUTE format('CREATE EXTENSION IF NOT EXISTS %I', extension);
		EXCEPTION WHEN OTHERS THEN -- for any reason: search is not worth a database that does not open
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
			EXECUTE format('CREATE INDEX %I ON %I USING gin (%I %I.gin_trgm_ops)',
				searched.name || '_similar', searched.name, searched.title, trigrams);
		END IF;
	END LOOP;
END $$;
-- +goose StatementEnd

SELECT onto_search_indexes();

-- onto_search_query parses a query. An entity must have one of wanted, the words and quoted phrases, and match required:
-- all phrases, and nothing that follows a minus. Titles are compared with words. A part without content is null.
-- +goose StatementBegin
CREATE FUNCTION onto_search_query(query text, OUT wanted tsquery, OUT required tsquery, OUT words text)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
	WITH typed AS (
		SELECT part[1] = '-' AS minus, part[2] LIKE '"%' AS quoted, replace(part[2], '"', '') AS words,
			websearch_to_tsquery('pg_catalog.english', part[2]) AS terms
		FROM regexp_matches(query, '(-?)-*("[^"]*"?|[^\s"]+)', 'g') part
	), parts AS (
		SELECT typed.*, '(' || terms::text || ')' AS term, numnode(terms) > 0 AS telling FROM typed
	)
	SELECT string_agg(term, ' | ') FILTER (WHERE telling AND NOT minus)::tsquery,
		string_agg(CASE WHEN minus THEN '!' ELSE '' END || term, ' & ') FILTER (WHERE telling AND (minus OR quoted))::tsquery,
		string_agg(words, ' ') FILTER (WHERE NOT minus)
	FROM parts
$$;
-- +goose StatementEnd

-- onto_snippet returns at most two fragments of a text with the words, which are between pairs of asterisks. If the text
-- has none of them, it returns the title.
-- +goose StatementBegin
CREATE FUNCTION onto_snippet(title text, body text, wanted tsquery) RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	-- Asterisks stand in texts of their own; these characters do not.
	opening CONSTANT text := chr(2);
	closing CONSTANT text := chr(3);
	options CONSTANT text := format('StartSel=%s, StopSel=%s, MaxFragments=2, MinWords=5, MaxWords=18, FragmentDelimiter=" … "', opening, closing);
	shown text;
	source text;
BEGIN
	FOREACH source IN ARRAY ARRAY[left(body, 100000), title] LOOP
		shown := ts_headline('pg_catalog.english', source, wanted, options);
		IF strpos(shown, opening) > 0 THEN
			RETURN replace(replace(regexp_replace(shown, '\s+', ' ', 'g'), opening, '**'), closing, '**');
		END IF;
	END LOOP;
	RETURN title;
END $$;
-- +goose StatementEnd

-- onto_search_entities returns the entities that an actor may read and that match the words best: at most p_limit, 20 if
-- it is null, by score, then title, then id. A null project means all projects, null types all types. The score is 0 to 1:
-- 0.6 times the rank, relative to the best, and 0.4 times the similarity of the title. An entity whose title equals the
-- words scores 1.
-- +goose StatementBegin
CREATE FUNCTION onto_search_entities(p_actor_id uuid, p_query text, p_project_id uuid DEFAULT NULL, p_types text[] DEFAULT NULL, p_limit int DEFAULT NULL)
RETURNS TABLE (kind text, id uuid, project_id uuid, project_name text, title text, snippet text, score double precision)
LANGUAGE plpgsql STABLE SECURITY INVOKER
SET plan_cache_mode = force_custom_plan -- kinds and project decide which tables and indexes are read
SET client_min_messages = warning -- stop words are no news
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
		AND (p_project_id IS NULL OR e.project_id = p_project_id) -- which an index serves
		AND (e.project_id = ANY (readable)) IS TRUE -- which none is to serve: it would be read once for each project
		AND (e.search_vector @@ typed.wanted OR onto_is_similar(e.title, typed.words))
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

-- The search path is fixed: no table or function of the caller can replace one of these.
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_search_entities SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION onto_search_entities, onto_search_query, onto_snippet, onto_search_indexes, onto_strings;
DROP INDEX IF EXISTS onto_projects_similar;
ALTER TABLE onto_projects DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_plans_similar;
ALTER TABLE onto_plans DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_goals_similar;
ALTER TABLE onto_goals DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_tasks_similar;
ALTER TABLE onto_tasks DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_milestones_similar;
ALTER TABLE onto_milestones DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_documents_similar;
ALTER TABLE onto_documents DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_outputs_similar;
ALTER TABLE onto_outputs DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_risks_similar;
ALTER TABLE onto_risks DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_decisions_similar;
ALTER TABLE onto_decisions DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_requirements_similar;
ALTER TABLE onto_requirements DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_signals_similar;
ALTER TABLE onto_signals DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_insights_similar;
ALTER TABLE onto_insights DROP COLUMN search_vector;
DROP INDEX IF EXISTS onto_records_similar;
ALTER TABLE onto_records DROP COLUMN search_vector;
DROP FUNCTION onto_search_vector, onto_is_similar, onto_similarity;
