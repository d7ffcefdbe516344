-- +goose Up
-- Keys begin with the project.
ALTER TABLE onto_entities DROP CONSTRAINT onto_entities_pkey, ADD CONSTRAINT onto_entities_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_edges DROP CONSTRAINT onto_edges_pkey, ADD CONSTRAINT onto_edges_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_plans DROP CONSTRAINT onto_plans_pkey, ADD CONSTRAINT onto_plans_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_goals DROP CONSTRAINT onto_goals_pkey, ADD CONSTRAINT onto_goals_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_tasks DROP CONSTRAINT onto_tasks_pkey, ADD CONSTRAINT onto_tasks_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_milestones DROP CONSTRAINT onto_milestones_pkey, ADD CONSTRAINT onto_milestones_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_documents DROP CONSTRAINT onto_documents_pkey, ADD CONSTRAINT onto_documents_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_outputs DROP CONSTRAINT onto_outputs_pkey, ADD CONSTRAINT onto_outputs_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_risks DROP CONSTRAINT onto_risks_pkey, ADD CONSTRAINT onto_risks_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_decisions DROP CONSTRAINT onto_decisions_pkey, ADD CONSTRAINT onto_decisions_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_requirements DROP CONSTRAINT onto_requirements_pkey, ADD CONSTRAINT onto_requirements_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_signals DROP CONSTRAINT onto_signals_pkey, ADD CONSTRAINT onto_signals_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_insights DROP CONSTRAINT onto_insights_pkey, ADD CONSTRAINT onto_insights_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_records DROP CONSTRAINT onto_records_pkey, ADD CONSTRAINT onto_records_pkey PRIMARY KEY (project_id, id);
ALTER TABLE onto_vectors DROP CONSTRAINT onto_vectors_pkey, ADD CONSTRAINT onto_vectors_pkey PRIMARY KEY (project_id, entity_id, model);
ALTER TABLE onto_bases DROP CONSTRAINT onto_bases_pkey, ADD CONSTRAINT onto_bases_pkey PRIMARY KEY (project_id, id, source);
DROP INDEX onto_edges_link;
CREATE UNIQUE INDEX onto_entities_id ON onto_entities (id);
CREATE UNIQUE INDEX onto_edges_link ON onto_edges (project_id, src_id, rel, dst_id);
CREATE UNIQUE INDEX onto_edges_id ON onto_edges (id);
CREATE UNIQUE INDEX onto_plans_id ON onto_plans (id);
CREATE UNIQUE INDEX onto_goals_id ON onto_goals (id);
CREATE UNIQUE INDEX onto_tasks_id ON onto_tasks (id);
CREATE UNIQUE INDEX onto_milestones_id ON onto_milestones (id);
CREATE UNIQUE INDEX onto_documents_id ON onto_documents (id);
CREATE UNIQUE INDEX onto_outputs_id ON onto_outputs (id);
CREATE UNIQUE INDEX onto_risks_id ON onto_risks (id);
CREATE UNIQUE INDEX onto_decisions_id ON onto_decisions (id);
CREATE UNIQUE INDEX onto_requirements_id ON onto_requirements (id);
CREATE UNIQUE INDEX onto_signals_id ON onto_signals (id);
CREATE UNIQUE INDEX onto_insights_id ON onto_insights (id);
CREATE UNIQUE INDEX onto_records_id ON onto_records (id);
CREATE UNIQUE INDEX onto_vectors_id ON onto_vectors (entity_id, model);
CREATE UNIQUE INDEX onto_bases_id ON onto_bases (id, source);
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
	JOIN searchable e ON e.kind = best.kind AND e.project_id = best.project_id AND e.id = best.id
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
-- onto_make_room deletes tombstones whose keys a new row has: for the program
-- that deleted them, they are not there.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_make_room() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' AS $$
BEGIN
	IF TG_TABLE_NAME = 'onto_edges' THEN
		DELETE FROM onto_edges WHERE deleted AND project_id = NEW.project_id AND src_id = NEW.src_id AND rel = NEW.rel AND dst_id = NEW.dst_id;
		DELETE FROM onto_edges WHERE deleted AND (project_id, id) IN (SELECT project_id, id FROM onto_ids WHERE id = NEW.id);
	ELSIF TG_TABLE_NAME = 'onto_projects' THEN
		DELETE FROM onto_projects WHERE deleted_at IS NOT NULL AND id = NEW.id;
	ELSE
		EXECUTE format('DELETE FROM %I WHERE deleted_at IS NOT NULL AND project_id = $1 AND external_id = $2', TG_TABLE_NAME)
		USING NEW.project_id, NEW.external_id;
		EXECUTE format('DELETE FROM %I WHERE deleted_at IS NOT NULL AND (project_id, id) IN (SELECT project_id, id FROM onto_ids WHERE id = $1)', TG_TABLE_NAME)
		USING NEW.id;
	END IF;
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_make_room SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- onto_entity_written does the rest of the work of a row of a kind's table. Its
-- arguments are the kind, and the column that names the project.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_entity_written() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' AS $$
DECLARE
	was CONSTANT jsonb := to_jsonb(OLD);
	becomes jsonb := to_jsonb(NEW);
	its_kind CONSTANT text := TG_ARGV[0];
	its_id CONSTANT uuid := COALESCE(becomes, was) ->> 'id';
	former CONSTANT uuid := was ->> TG_ARGV[1];
	project CONSTANT uuid := COALESCE(becomes, was) ->> TG_ARGV[1];
	stays CONSTANT boolean := was ->> 'id' = its_id::text AND former = project;
	operation text := 'created';
	revision bigint;
BEGIN
	IF TG_OP = 'UPDATE' AND onto_is_own(former, NEW.rev) THEN
		RETURN NULL;
	ELSIF TG_OP = 'DELETE' AND was ->> 'deleted_at' IS NOT NULL THEN -- nothing is left of it
		PERFORM onto_revise(project, TRUE);
		DELETE FROM onto_entities WHERE project_id = project AND id = its_id AND kind = its_kind;
		RETURN NULL;
	ELSIF NOT stays THEN
		PERFORM onto_note(former, onto_revise(former, TRUE), 'deleted', its_kind, (was ->> 'id')::uuid, NULL, NULL);
		DELETE FROM onto_entities WHERE project_id = former AND id = (was ->> 'id')::uuid;
	END IF;
	revision := onto_revise(project, FALSE);
	IF TG_OP = 'DELETE' THEN
		becomes := was || jsonb_build_object('rev', revision, 'deleted_at', clock_timestamp());
		PERFORM onto_bury(TG_TABLE_NAME, becomes);
	ELSE
		IF was -> 'updated_at' = becomes -> 'updated_at' THEN
			becomes := becomes || jsonb_build_object('updated_at', clock_timestamp());
		END IF;
		EXECUTE format('UPDATE %I SET rev = $1, label_key = NULL, owner_id = NULL, owner_name = NULL, updated_at = $2 WHERE %I = $3 AND id = $4', TG_TABLE_NAME, TG_ARGV[1])
		USING revision, (becomes ->> 'updated_at')::timestamptz, project, its_id;
	END IF;
	INSERT INTO onto_entities AS held (id, kind, project_id, rev, deleted, hash, created_at, updated_at, created_by, terms)
	VALUES (its_id, its_kind, project, revision, becomes ->> 'deleted_at' IS NOT NULL, uuid_send(gen_random_uuid()),
		(becomes ->> 'created_at')::timestamptz, (becomes ->> 'updated_at')::timestamptz, (becomes ->> 'created_by')::uuid, NULL)
	ON CONFLICT (project_id, id) DO UPDATE SET rev = excluded.rev, deleted = excluded.deleted, hash = excluded.hash,
		created_at = excluded.created_at, updated_at = excluded.updated_at, created_by = excluded.created_by, terms = NULL
		WHERE held.kind = excluded.kind;
	IF NOT FOUND THEN
		RAISE unique_violation USING MESSAGE = format('expected an unused id; got %s, the id of an entity of another kind', its_id);
	END IF;
	IF stays THEN
		operation := CASE WHEN (was ->> 'deleted_at' IS NULL) = (becomes ->> 'deleted_at' IS NULL) THEN 'updated'
			WHEN was ->> 'deleted_at' IS NULL THEN 'deleted' ELSE 'restored' END;
	END IF;
	PERFORM onto_note(project, revision, operation, its_kind, its_id,
		CASE WHEN TG_OP = 'UPDATE' AND stays THEN onto_content(was) END, CASE WHEN TG_OP = 'UPDATE' AND stays THEN onto_content(becomes) END);
	RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_entity_written SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- onto_edge_written does the rest of the work of a row of onto_edges. An edge
-- that gets other ends or props is unlinked and linked.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_edge_written() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' AS $$
DECLARE
	was CONSTANT jsonb := CASE WHEN NOT OLD.deleted THEN jsonb_build_object('src', OLD.src_id, 'rel', OLD.rel, 'dst', OLD.dst_id)
		|| CASE WHEN OLD.props IS NULL THEN '{}' ELSE jsonb_build_object('props', OLD.props) END END;
	becomes CONSTANT jsonb := CASE WHEN NOT NEW.deleted THEN jsonb_build_object('src', NEW.src_id, 'rel', NEW.rel, 'dst', NEW.dst_id)
		|| CASE WHEN NEW.props IS NULL THEN '{}' ELSE jsonb_build_object('props', NEW.props) END END;
	forget CONSTANT boolean := OLD.deleted AND TG_OP = 'DELETE' OR (OLD.id, OLD.project_id) IS DISTINCT FROM (NEW.id, NEW.project_id) AND TG_OP = 'UPDATE';
	project CONSTANT uuid := COALESCE(NEW.project_id, OLD.project_id);
	revision bigint;
BEGIN
	IF TG_OP = 'UPDATE' AND onto_is_own(OLD.project_id, NEW.rev) THEN
		RETURN NULL;
	END IF;
	IF forget IS TRUE THEN
		revision := onto_revise(OLD.project_id, TRUE);
	END IF;
	IF TG_OP = 'UPDATE' OR forget IS NOT TRUE THEN
		revision := onto_revise(project, FALSE);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		UPDATE onto_edges edge SET rev = revision,
			src_kind = COALESCE((SELECT kind FROM onto_entities JOIN onto_ids USING (project_id, id) WHERE id = edge.src_id), edge.src_kind),
			dst_kind = COALESCE((SELECT kind FROM onto_entities JOIN onto_ids USING (project_id, id) WHERE id = edge.dst_id), edge.dst_kind)
		WHERE project_id = NEW.project_id AND id = NEW.id;
	ELSIF NOT OLD.deleted THEN
		PERFORM onto_bury(TG_TABLE_NAME, to_jsonb(OLD) || jsonb_build_object('rev', revision, 'deleted', TRUE));
	END IF;
	IF was IS DISTINCT FROM becomes AND was IS NOT NULL THEN
		PERFORM onto_note(project, revision, 'unlinked', 'edge', OLD.id, was, NULL);
	END IF;
	IF was IS DISTINCT FROM becomes AND becomes IS NOT NULL THEN
		PERFORM onto_note(project, revision, 'linked', 'edge', NEW.id, NULL, becomes);
	END IF;
	RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_edge_written SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_id_truncated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	DELETE FROM onto_ids held WHERE NOT EXISTS (SELECT FROM onto_entities WHERE project_id = held.project_id AND id = held.id)
		AND NOT EXISTS (SELECT FROM onto_edges WHERE project_id = held.project_id AND id = held.id);
	RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_id_truncated SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
