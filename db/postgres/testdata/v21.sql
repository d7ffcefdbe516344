SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;
COMMENT ON EXTENSION btree_gin IS 'support for indexing common datatypes in GIN';
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
CREATE FUNCTION public.onto_actor() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT nullif(current_setting('dossier.actor', true), '')::uuid $$;
CREATE FUNCTION public.onto_administers() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
	SELECT coalesce(current_setting('dossier.rights', true) = 'admin' OR current_setting('dossier.rights', true) = 'actor'
		AND EXISTS (SELECT FROM onto_actors actor WHERE actor.id = onto_actor() AND actor.is_admin), FALSE)
$$;
CREATE FUNCTION public.onto_bury(p_table name, p_row jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
DECLARE
	columns CONSTANT text := (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
		WHERE attrelid = to_regclass(p_table::text) AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
BEGIN
	EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %2$s FROM jsonb_populate_record(NULL::%1$I, $1)', p_table, columns) USING p_row;
END $_$;
CREATE FUNCTION public.onto_content(p_row jsonb) RETURNS jsonb
    LANGUAGE sql
    AS $_$
	SELECT jsonb_object_agg(key, CASE WHEN value #>> '{}' ~ '^\d{4,}-\d\d-\d\dT[\d:.]+\+00:00$'
		THEN to_jsonb(replace(value #>> '{}', '+00:00', 'Z')) ELSE value END)
	FROM jsonb_each(p_row - '{rev,label_key,owner_id,owner_name,search_vector,deleted_at,created_by}'::text[])
$_$;
CREATE FUNCTION public.onto_decisions_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.outcome, '') || E'\n' || coalesce(NEW.rationale, '') || E'\n' || coalesce(NEW.description, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_documents_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.content, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_edge_written() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET "TimeZone" TO 'UTC'
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.onto_entity_written() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET "TimeZone" TO 'UTC'
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
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
END $_$;
CREATE FUNCTION public.onto_goals_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.goal, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_id_added() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	INSERT INTO onto_ids (id, project_id) SELECT id, project_id FROM added;
	RETURN NULL;
END $$;
CREATE FUNCTION public.onto_id_moved() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	IF (TG_TABLE_NAME = 'onto_entities' OR NEW.rev <> OLD.rev) AND onto_is_own(NEW.project_id, NEW.rev) THEN
		RAISE unique_violation USING MESSAGE = format('expected an unused id; got %s, the id of a row of another project', NEW.id);
	END IF;
	UPDATE onto_ids SET id = NEW.id, project_id = NEW.project_id WHERE id = OLD.id;
	RETURN NULL;
END $$;
CREATE FUNCTION public.onto_id_removed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	DELETE FROM onto_ids WHERE id = OLD.id;
	RETURN OLD;
END $$;
CREATE FUNCTION public.onto_id_truncated() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	DELETE FROM onto_ids held WHERE NOT EXISTS (SELECT FROM onto_entities WHERE project_id = held.project_id AND id = held.id)
		AND NOT EXISTS (SELECT FROM onto_edges WHERE project_id = held.project_id AND id = held.id);
	RETURN NULL;
END $$;
CREATE FUNCTION public.onto_insights_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.summary, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_is_new(project uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
	SELECT NOT EXISTS (SELECT FROM onto_projects p WHERE p.id = project)
$$;
CREATE FUNCTION public.onto_is_own(p_project uuid, p_rev bigint) RETURNS boolean
    LANGUAGE sql
    AS $$
	SELECT EXISTS (SELECT FROM onto_revisions WHERE project_id = p_project AND number + 1 = p_rev)
$$;
CREATE FUNCTION public.onto_is_similar(title text, words text) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$SELECT title OPERATOR(public.%) words$$;
CREATE FUNCTION public.onto_make_room() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET "TimeZone" TO 'UTC'
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
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
END $_$;
CREATE FUNCTION public.onto_may_admin(project uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
	SELECT current_setting('dossier.rights', true) IN ('actor', 'admin') AND EXISTS (
		SELECT FROM onto_members member WHERE member.project_id = project AND member.actor_id = onto_actor() AND member.access = 'admin')
$$;
CREATE FUNCTION public.onto_may_read(project uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
	SELECT onto_reaches(project) AND onto_actor() IS NOT NULL AND (
		EXISTS (SELECT FROM onto_members member WHERE member.project_id = project AND member.actor_id = onto_actor())
		OR EXISTS (SELECT FROM onto_projects p WHERE p.id = project AND p.is_public AND p.deleted_at IS NULL))
$$;
CREATE FUNCTION public.onto_milestones_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.milestone, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_note(p_project uuid, p_rev bigint, p_operation text, p_kind text, p_id uuid, p_before jsonb, p_after jsonb) RETURNS void
    LANGUAGE sql
    AS $$
	INSERT INTO onto_events (project_id, rev, number, at, actor_id, key_id, interface, operation, kind, entity_id, fields)
	VALUES (p_project, p_rev, 1 + (SELECT count(*) FROM onto_events WHERE project_id = p_project AND rev = p_rev), clock_timestamp(), NULL, NULL, 'sql', p_operation, p_kind, p_id, (
		SELECT jsonb_agg(jsonb_build_object('name', name, 'old', p_before -> name, 'new', p_after -> name) ORDER BY array_position('{src,rel,dst}', name), name COLLATE "C")
		FROM jsonb_object_keys(COALESCE(p_after, p_before)) name WHERE p_before -> name IS DISTINCT FROM p_after -> name))
$$;
CREATE FUNCTION public.onto_outputs_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_plans_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.plan, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_projects_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.next_step_short, '') || E'\n' || coalesce(NEW.next_step_long, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_reaches(project uuid) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT coalesce(project = ANY (string_to_array(nullif(current_setting('dossier.projects', true), ''), ' ')::uuid[]), TRUE) $$;
CREATE FUNCTION public.onto_records_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, '', NEW.labels, NEW.fields, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_requirements_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.text, '', NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_revise(p_project uuid, p_forget boolean) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
	stamp CONSTANT text := 's' || CASE WHEN p_forget THEN left(md5(random()::text), 7)
		ELSE right('0000000' || to_hex((extract(epoch FROM now()) * 1000)::bigint), 7) END;
	made bigint;
BEGIN
	INSERT INTO onto_revisions AS held (project_id, number, trail) VALUES (p_project, 1, stamp)
	ON CONFLICT (project_id) DO UPDATE SET number = held.number + 1, trail = CASE
		WHEN p_forget THEN stamp
		WHEN starts_with(held.trail, stamp) THEN held.trail
		ELSE left(stamp || held.trail, 512) END
	RETURNING number INTO made;
	RETURN made;
END $$;
CREATE FUNCTION public.onto_risks_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.content, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_search_entities(p_actor_id uuid, p_query text, p_project_id uuid DEFAULT NULL::uuid, p_types text[] DEFAULT NULL::text[], p_limit integer DEFAULT NULL::integer) RETURNS TABLE(kind text, id uuid, project_id uuid, project_name text, title text, snippet text, score double precision)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_custom_plan'
    SET client_min_messages TO 'warning'
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
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
CREATE FUNCTION public.onto_search_indexes() RETURNS void
    LANGUAGE plpgsql
    AS $_$
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
END $_$;
CREATE FUNCTION public.onto_search_query(query text, OUT wanted tsquery, OUT required tsquery, OUT words text) RETURNS record
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
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
CREATE FUNCTION public.onto_search_vector(title text, body text, VARIADIC data jsonb[]) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
	RETURN setweight(to_tsvector('pg_catalog.english', left(title, 10000)), 'A')
		|| to_tsvector('pg_catalog.english', left(body, 100000))
		|| jsonb_to_tsvector('pg_catalog.english', to_jsonb(data), '["string"]');
EXCEPTION WHEN program_limit_exceeded THEN
	RETURN setweight(to_tsvector('pg_catalog.english', left(title, 10000)), 'A')
		|| to_tsvector('pg_catalog.english', left(body, 10000));
END $$;
CREATE FUNCTION public.onto_signals_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.channel, coalesce(NEW.payload_summary, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_similarity(title text, words text) RETURNS real
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$SELECT public.similarity(title, words)$$;
CREATE FUNCTION public.onto_snippet(title text, body text, wanted tsquery) RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
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
CREATE FUNCTION public.onto_strings(data jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
	SELECT string_agg(value #>> '{}', E'\n') FROM jsonb_path_query(data, 'strict $.**') value WHERE jsonb_typeof(value) = 'string'
$_$;
CREATE FUNCTION public.onto_tasks_vector() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.description, ''), NEW.labels, NEW.props);
	RETURN NEW;
END $$;
CREATE FUNCTION public.onto_truncated() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET "TimeZone" TO 'UTC'
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
	PERFORM onto_revise(project_id, TRUE) FROM (SELECT project_id FROM onto_revisions ORDER BY project_id) held;
	DELETE FROM onto_entities WHERE kind = TG_ARGV[0];
	RETURN NULL;
END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.goose_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.goose_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.goose_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.onto_actors (
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    is_admin boolean NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.onto_audit (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id uuid,
    key_id uuid,
    interface text NOT NULL,
    action text NOT NULL,
    code text NOT NULL,
    project_id uuid,
    subject text NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE public.onto_bases (
    id uuid NOT NULL,
    source text NOT NULL,
    project_id uuid NOT NULL,
    fields bytea NOT NULL
);
CREATE TABLE public.onto_decisions (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    state_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    title text NOT NULL,
    decision_at timestamp with time zone,
    props jsonb,
    outcome text,
    rationale text,
    description text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_documents (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    state_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    title text NOT NULL,
    props jsonb,
    description text,
    content text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_edges (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    project_id uuid NOT NULL,
    src_id uuid NOT NULL,
    src_kind text DEFAULT ''::text NOT NULL,
    rel text NOT NULL,
    dst_id uuid NOT NULL,
    dst_kind text DEFAULT ''::text NOT NULL,
    rev bigint DEFAULT 0 NOT NULL,
    deleted boolean DEFAULT false NOT NULL,
    props jsonb
);
CREATE TABLE public.onto_entities (
    id uuid NOT NULL,
    kind text NOT NULL,
    project_id uuid NOT NULL,
    rev bigint NOT NULL,
    deleted boolean NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    created_by uuid,
    terms bytea
);
CREATE TABLE public.onto_events (
    project_id uuid NOT NULL,
    rev bigint NOT NULL,
    number bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id uuid,
    key_id text,
    interface text NOT NULL,
    operation text NOT NULL,
    kind text NOT NULL,
    entity_id uuid NOT NULL,
    fields jsonb
);
CREATE TABLE public.onto_goals (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    state_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    name text NOT NULL,
    target_date timestamp with time zone,
    completed_at timestamp with time zone,
    props jsonb,
    description text,
    goal text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_ids (
    id uuid NOT NULL,
    project_id uuid NOT NULL
);
CREATE TABLE public.onto_insights (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    title text NOT NULL,
    props jsonb,
    summary text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_keys (
    id uuid NOT NULL,
    hash bytea NOT NULL,
    name text NOT NULL,
    actor_id uuid NOT NULL,
    scopes text NOT NULL,
    project_ids text,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    used_at timestamp with time zone,
    revoked_at timestamp with time zone
);
CREATE TABLE public.onto_members (
    project_id uuid NOT NULL,
    actor_id uuid NOT NULL,
    access text NOT NULL
);
CREATE TABLE public.onto_milestones (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    state_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    title text NOT NULL,
    due_at timestamp with time zone,
    completed_at timestamp with time zone,
    props jsonb,
    description text,
    milestone text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_mutations (
    actor_id uuid NOT NULL,
    client_id text NOT NULL,
    hash bytea NOT NULL,
    result jsonb,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.onto_outputs (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    state_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    name text NOT NULL,
    source_document_id text,
    props jsonb,
    description text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_plans (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    state_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    name text NOT NULL,
    facet_context text,
    facet_scale text,
    facet_stage text,
    props jsonb,
    description text,
    plan text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb,
    completed_at timestamp with time zone
);
CREATE TABLE public.onto_projects (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    external_id text,
    type_key text,
    state_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    name text NOT NULL,
    start_at timestamp with time zone,
    end_at timestamp with time zone,
    facet_context text,
    facet_scale text,
    facet_stage text,
    next_step_source text,
    next_step_updated_at timestamp with time zone,
    is_public boolean DEFAULT false NOT NULL,
    props jsonb,
    description text,
    next_step_short text,
    next_step_long text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_record_types (
    id text NOT NULL,
    name text NOT NULL,
    icon text NOT NULL,
    fields jsonb NOT NULL
);
CREATE TABLE public.onto_records (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    name text NOT NULL,
    record_type text NOT NULL,
    props jsonb,
    fields jsonb,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_requirements (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    priority bigint,
    props jsonb,
    text text NOT NULL,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_revisions (
    project_id uuid NOT NULL,
    number bigint NOT NULL,
    trail text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.onto_risks (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    state_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    title text NOT NULL,
    impact text,
    probability double precision,
    mitigated_at timestamp with time zone,
    props jsonb,
    content text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_signals (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    channel text NOT NULL,
    ts timestamp with time zone,
    props jsonb,
    payload jsonb,
    payload_summary text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_tasks (
    rev bigint DEFAULT 0 NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text,
    type_key text,
    state_key text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    title text NOT NULL,
    priority bigint,
    start_at timestamp with time zone,
    due_at timestamp with time zone,
    completed_at timestamp with time zone,
    facet_scale text,
    props jsonb,
    description text,
    search_vector tsvector,
    label_key bytea,
    owner_id uuid,
    owner_name text,
    labels jsonb
);
CREATE TABLE public.onto_vectors (
    entity_id uuid NOT NULL,
    model text NOT NULL,
    project_id uuid NOT NULL,
    rev bigint NOT NULL,
    hash bytea NOT NULL,
    vector bytea NOT NULL
);
CREATE TABLE public.onto_words (
    word text NOT NULL,
    project_id uuid NOT NULL,
    entities bigint NOT NULL,
    titles bigint NOT NULL
);
INSERT INTO public.goose_db_version VALUES (1, 0, true, '2026-11-30 00:38:21.685467');
INSERT INTO public.goose_db_version VALUES (2, 1, true, '2026-11-30 00:38:21.815338');
INSERT INTO public.goose_db_version VALUES (3, 2, true, '2026-11-30 00:38:22.499939');
INSERT INTO public.goose_db_version VALUES (4, 3, true, '2026-11-30 00:38:23.21388');
INSERT INTO public.goose_db_version VALUES (5, 4, true, '2026-11-30 00:38:23.254144');
INSERT INTO public.goose_db_version VALUES (6, 5, true, '2026-11-30 00:38:23.259706');
INSERT INTO public.goose_db_version VALUES (7, 6, true, '2026-11-30 00:38:23.455572');
INSERT INTO public.goose_db_version VALUES (8, 7, true, '2026-11-30 00:38:23.538593');
INSERT INTO public.goose_db_version VALUES (9, 8, true, '2026-11-30 00:38:23.601826');
INSERT INTO public.goose_db_version VALUES (10, 9, true, '2026-11-30 00:38:23.667722');
INSERT INTO public.goose_db_version VALUES (11, 10, true, '2026-11-30 00:38:23.707829');
INSERT INTO public.goose_db_version VALUES (12, 11, true, '2026-11-30 00:38:23.708917');
INSERT INTO public.goose_db_version VALUES (13, 12, true, '2026-11-30 00:38:23.71022');
INSERT INTO public.goose_db_version VALUES (14, 13, true, '2026-11-30 00:38:23.714978');
INSERT INTO public.goose_db_version VALUES (15, 14, true, '2026-11-30 00:38:23.716527');
INSERT INTO public.goose_db_version VALUES (16, 15, true, '2026-11-30 00:38:23.716972');
INSERT INTO public.goose_db_version VALUES (17, 16, true, '2026-11-30 00:38:23.889371');
INSERT INTO public.goose_db_version VALUES (18, 17, true, '2026-11-30 00:38:24.033681');
INSERT INTO public.goose_db_version VALUES (19, 18, true, '2026-11-30 00:38:24.077615');
INSERT INTO public.goose_db_version VALUES (20, 19, true, '2026-11-30 00:38:24.132973');
INSERT INTO public.goose_db_version VALUES (21, 20, true, '2026-11-30 00:38:24.158909');
INSERT INTO public.goose_db_version VALUES (22, 21, true, '2026-11-30 00:38:24.175468');
INSERT INTO public.onto_audit VALUES ('51e55224-da63-4c55-9d2d-6d843b85e719', '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'save record type', '', NULL, 'person', 1);
INSERT INTO public.onto_audit VALUES ('ab1a56da-b6c4-4276-8aca-f4fe03dc78f7', '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'grant', '', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', '6238b2a8-a656-5f23-9aae-395b43ab7ffb read', 1);
INSERT INTO public.onto_decisions VALUES (1, '0fe81cd9-4702-5b29-9659-5f9bd91863ed', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 8', 'type_key 8', 'state_key 8', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:00.930262+00', '2026-03-01 12:00:00.931263+00', NULL, 'title 8', '2026-03-01 12:00:00.936268+00', '{"b": 12345678901234567890, "n": 8, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'outcome 8', 'rationale 8', 'description 8', '''8'':2A,4,6,8,12 ''bug'':9 ''descript'':7 ''label'':11 ''outcom'':3 ''rational'':5 ''titl'':1A ''é'':14,16', '\x181616cd18161711164c010914f0000114ee', NULL, NULL, '["bug", "label 8", "é<&>\"[''"]');
INSERT INTO public.onto_documents VALUES (1, '5633d5d2-8d0c-5f75-be4d-018d0017f3d2', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 5', 'type_key 5', 'state_key 5', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:00.629962+00', '2026-03-01 12:00:00.630963+00', NULL, 'title 5', '{"b": 12345678901234567890, "n": 5, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'description 5', 'content 5', '''5'':2A,4,6,10 ''bug'':7 ''content'':5 ''descript'':3 ''label'':9 ''titl'':1A ''é'':12,14', '\x181616cd18161711164c010914f0000114eb', NULL, NULL, '["bug", "label 5", "é<&>\"[''"]');
INSERT INTO public.onto_edges VALUES ('c1473207-97eb-5579-9ae9-44c9637e4fd5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', 'efc8bfce-e125-5bf4-a61f-a6e6439d4cd6', 'plan', 1, false, '{"why": "because"}');
INSERT INTO public.onto_edges VALUES ('17991473-d955-5643-bd9b-eb610c8745b4', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', 'd32eaa3e-12c4-53e3-992b-ff937c5e7d3e', 'goal', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('0c47812c-1f1d-558c-aad8-6d3459f7847b', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', '5e9fd390-31fe-5388-be86-ce7457d81da7', 'task', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('678d0b45-c1bb-567c-9e85-30e298adfece', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', '8ce9c8a7-0bb8-5f36-8f2b-6bbe8a8725c3', 'milestone', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('671c4939-9cb3-5bf5-ab64-c6be1ef72139', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', '5633d5d2-8d0c-5f75-be4d-018d0017f3d2', 'document', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('800b90a5-6422-5276-bd83-455a7371e7b6', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', '13385716-8611-5fe2-be2c-4fabe8d45aa4', 'output', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('f647ecbd-4289-57a2-98dd-19d072c3d761', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', 'cd12c87a-26ba-5646-a4fb-5bc08df131fc', 'risk', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('6d36cc1a-18c9-58fe-9dc0-ff9bd6708e44', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', '0fe81cd9-4702-5b29-9659-5f9bd91863ed', 'decision', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('49d118d6-3e01-548a-9b9a-6a6b2d28554c', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', 'f962a039-c3a1-5424-8682-c136583e69eb', 'requirement', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('357d6aaa-dfb1-5587-acd4-fee8dbf6d30a', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', 'c2bf4fca-3d53-55a3-b152-a981b5f45f41', 'signal', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('ee935246-1c0b-5b70-8d91-a7bb3d5549c8', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', '48f7e9ca-272c-5b53-b394-e08e19d27189', 'insight', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('be8f2327-c4d3-531d-991f-db13714ae977', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'contains', '75f6d018-d769-5562-9ec8-d4b05825084a', 'record', 1, false, NULL);
INSERT INTO public.onto_edges VALUES ('c538986b-110a-5cc9-96f4-197a95f35145', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'efc8bfce-e125-5bf4-a61f-a6e6439d4cd6', 'plan', 'relates_to', 'c486af24-1fc1-5716-bfaa-5f228f226b0a', 'task', 2, true, NULL);
INSERT INTO public.onto_entities VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'project', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\x2f7fdfddd4bb61c052cbb28d0a58b2b3', '2026-03-01 12:00:00.128461+00', '2026-03-01 12:00:00.129462+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x64666633306637392d663330302d356131662d396466322d366434373639646637616335');
INSERT INTO public.onto_entities VALUES ('efc8bfce-e125-5bf4-a61f-a6e6439d4cd6', 'plan', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\x0bff12fbb06f1657fe58d6cda824c42d', '2026-03-01 12:00:00.229562+00', '2026-03-01 12:00:00.230563+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x65666338626663652d653132352d356266342d613631662d613665363433396434636436');
INSERT INTO public.onto_entities VALUES ('d32eaa3e-12c4-53e3-992b-ff937c5e7d3e', 'goal', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\xe564625cfd5540717285c572ddc987a4', '2026-03-01 12:00:00.329662+00', '2026-03-01 12:00:00.330663+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x64333265616133652d313263342d353365332d393932622d666639333763356537643365');
INSERT INTO public.onto_entities VALUES ('5e9fd390-31fe-5388-be86-ce7457d81da7', 'task', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\x472eca5364713c2c9c9cc3b32c675080', '2026-03-01 12:00:00.429762+00', '2026-03-01 12:00:00.430763+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x35653966643339302d333166652d353338382d626538362d636537343537643831646137');
INSERT INTO public.onto_entities VALUES ('8ce9c8a7-0bb8-5f36-8f2b-6bbe8a8725c3', 'milestone', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\xf29aa153955e8bb3f8a4a84cc0d0bdba', '2026-03-01 12:00:00.529862+00', '2026-03-01 12:00:00.530863+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x38636539633861372d306262382d356633362d386632622d366262653861383732356333');
INSERT INTO public.onto_entities VALUES ('5633d5d2-8d0c-5f75-be4d-018d0017f3d2', 'document', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\xbc747e8b04f5750562060e45c8932e7b', '2026-03-01 12:00:00.629962+00', '2026-03-01 12:00:00.630963+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x35363333643564322d386430632d356637352d626534642d303138643030313766336432');
INSERT INTO public.onto_entities VALUES ('13385716-8611-5fe2-be2c-4fabe8d45aa4', 'output', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\x34c8b421d654c75275d994caef0c2bdb', '2026-03-01 12:00:00.730062+00', '2026-03-01 12:00:00.731063+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x31333338353731362d383631312d356665322d626532632d346661626538643435616134');
INSERT INTO public.onto_entities VALUES ('cd12c87a-26ba-5646-a4fb-5bc08df131fc', 'risk', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\x0e388b7dd7bc6faa0d85c54e3de6beab', '2026-03-01 12:00:00.830162+00', '2026-03-01 12:00:00.831163+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x63643132633837612d323662612d353634362d613466622d356263303864663133316663');
INSERT INTO public.onto_entities VALUES ('0fe81cd9-4702-5b29-9659-5f9bd91863ed', 'decision', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\x65002176e30b593ba3d37cda3fd043bc', '2026-03-01 12:00:00.930262+00', '2026-03-01 12:00:00.931263+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x30666538316364392d343730322d356232392d393635392d356639626439313836336564');
INSERT INTO public.onto_entities VALUES ('f962a039-c3a1-5424-8682-c136583e69eb', 'requirement', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\x58d44bc1303a9743c2ffd5fe9b5d4f5a', '2026-03-01 12:00:01.029361+00', '2026-03-01 12:00:01.030362+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x66393632613033392d633361312d353432342d383638322d633133363538336536396562');
INSERT INTO public.onto_entities VALUES ('c2bf4fca-3d53-55a3-b152-a981b5f45f41', 'signal', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\xf4ff692f8b2eed57ee27c95e4ea16d84', '2026-03-01 12:00:01.129461+00', '2026-03-01 12:00:01.130462+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x63326266346663612d336435332d353561332d623135322d613938316235663435663431');
INSERT INTO public.onto_entities VALUES ('48f7e9ca-272c-5b53-b394-e08e19d27189', 'insight', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\x0c5cf4f1e8dd9a99c8763723285ea781', '2026-03-01 12:00:01.229561+00', '2026-03-01 12:00:01.230562+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x34386637653963612d323732632d356235332d623339342d653038653139643237313839');
INSERT INTO public.onto_entities VALUES ('75f6d018-d769-5562-9ec8-d4b05825084a', 'record', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, false, '\x98bc0f97e2e6b011032f611789bccd92', '2026-03-01 12:00:01.329661+00', '2026-03-01 12:00:01.330662+00', '183c1956-5ff2-518f-918b-0096e63f19fd', '\x37356636643031382d643736392d353536322d396563382d643462303538323530383461');
INSERT INTO public.onto_entities VALUES ('c486af24-1fc1-5716-bfaa-5f228f226b0a', 'task', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 2, true, '\xd98440a9b06c91bde8ff6c5d09adc823', '2026-03-01 12:00:00.123456+00', '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', '\x63343836616632342d316663312d353731362d626661612d356632323866323236623061');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 1, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'project', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 2, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'plan', 'efc8bfce-e125-5bf4-a61f-a6e6439d4cd6', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 3, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'goal', 'd32eaa3e-12c4-53e3-992b-ff937c5e7d3e', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 4, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'task', '5e9fd390-31fe-5388-be86-ce7457d81da7', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 5, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'milestone', '8ce9c8a7-0bb8-5f36-8f2b-6bbe8a8725c3', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 6, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'document', '5633d5d2-8d0c-5f75-be4d-018d0017f3d2', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 7, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'output', '13385716-8611-5fe2-be2c-4fabe8d45aa4', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 8, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'risk', 'cd12c87a-26ba-5646-a4fb-5bc08df131fc', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 9, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'decision', '0fe81cd9-4702-5b29-9659-5f9bd91863ed', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 10, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'requirement', 'f962a039-c3a1-5424-8682-c136583e69eb', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 11, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'signal', 'c2bf4fca-3d53-55a3-b152-a981b5f45f41', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 12, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'insight', '48f7e9ca-272c-5b53-b394-e08e19d27189', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 13, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'record', '75f6d018-d769-5562-9ec8-d4b05825084a', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 14, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'created', 'task', 'c486af24-1fc1-5716-bfaa-5f228f226b0a', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 15, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', 'c1473207-97eb-5579-9ae9-44c9637e4fd5', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "efc8bfce-e125-5bf4-a61f-a6e6439d4cd6", "old": null, "name": "dst"}, {"new": {"why": "because"}, "old": null, "name": "props"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 16, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', '17991473-d955-5643-bd9b-eb610c8745b4', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "d32eaa3e-12c4-53e3-992b-ff937c5e7d3e", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 17, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', '0c47812c-1f1d-558c-aad8-6d3459f7847b', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "5e9fd390-31fe-5388-be86-ce7457d81da7", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 18, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', '678d0b45-c1bb-567c-9e85-30e298adfece', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "8ce9c8a7-0bb8-5f36-8f2b-6bbe8a8725c3", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 19, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', '671c4939-9cb3-5bf5-ab64-c6be1ef72139', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "5633d5d2-8d0c-5f75-be4d-018d0017f3d2", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 20, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', '800b90a5-6422-5276-bd83-455a7371e7b6', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "13385716-8611-5fe2-be2c-4fabe8d45aa4", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 21, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', 'f647ecbd-4289-57a2-98dd-19d072c3d761', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "cd12c87a-26ba-5646-a4fb-5bc08df131fc", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 22, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', '6d36cc1a-18c9-58fe-9dc0-ff9bd6708e44', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "0fe81cd9-4702-5b29-9659-5f9bd91863ed", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 23, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', '49d118d6-3e01-548a-9b9a-6a6b2d28554c', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "f962a039-c3a1-5424-8682-c136583e69eb", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 24, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', '357d6aaa-dfb1-5587-acd4-fee8dbf6d30a', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "c2bf4fca-3d53-55a3-b152-a981b5f45f41", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 25, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', 'ee935246-1c0b-5b70-8d91-a7bb3d5549c8', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "48f7e9ca-272c-5b53-b394-e08e19d27189", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 26, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', 'be8f2327-c4d3-531d-991f-db13714ae977', '[{"new": "dff30f79-f300-5a1f-9df2-6d4769df7ac5", "old": null, "name": "src"}, {"new": "contains", "old": null, "name": "rel"}, {"new": "75f6d018-d769-5562-9ec8-d4b05825084a", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 27, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'linked', 'edge', 'c538986b-110a-5cc9-96f4-197a95f35145', '[{"new": "efc8bfce-e125-5bf4-a61f-a6e6439d4cd6", "old": null, "name": "src"}, {"new": "relates_to", "old": null, "name": "rel"}, {"new": "c486af24-1fc1-5716-bfaa-5f228f226b0a", "old": null, "name": "dst"}]');
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 2, 1, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'deleted', 'task', 'c486af24-1fc1-5716-bfaa-5f228f226b0a', NULL);
INSERT INTO public.onto_events VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 2, 2, '2026-03-01 12:00:00.123456+00', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', NULL, '', 'unlinked', 'edge', 'c538986b-110a-5cc9-96f4-197a95f35145', '[{"new": null, "old": "efc8bfce-e125-5bf4-a61f-a6e6439d4cd6", "name": "src"}, {"new": null, "old": "relates_to", "name": "rel"}, {"new": null, "old": "c486af24-1fc1-5716-bfaa-5f228f226b0a", "name": "dst"}]');
INSERT INTO public.onto_goals VALUES (1, 'd32eaa3e-12c4-53e3-992b-ff937c5e7d3e', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 2', 'type_key 2', 'state_key 2', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:00.329662+00', '2026-03-01 12:00:00.330663+00', NULL, 'name 2', '2026-03-01 12:00:00.335668+00', '2026-03-01 12:00:00.336669+00', '{"b": 12345678901234567890, "n": 2, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'description 2', 'goal 2', '''2'':2A,4,6,10 ''bug'':7 ''descript'':3 ''goal'':5 ''label'':9 ''name'':1A ''é'':12,14', '\x174f15ef1741164c010914f0000114e8', NULL, NULL, '["bug", "label 2", "é<&>\"[''"]');
INSERT INTO public.onto_ids VALUES ('c1473207-97eb-5579-9ae9-44c9637e4fd5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('17991473-d955-5643-bd9b-eb610c8745b4', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('0c47812c-1f1d-558c-aad8-6d3459f7847b', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('678d0b45-c1bb-567c-9e85-30e298adfece', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('671c4939-9cb3-5bf5-ab64-c6be1ef72139', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('800b90a5-6422-5276-bd83-455a7371e7b6', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('f647ecbd-4289-57a2-98dd-19d072c3d761', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('6d36cc1a-18c9-58fe-9dc0-ff9bd6708e44', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('49d118d6-3e01-548a-9b9a-6a6b2d28554c', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('357d6aaa-dfb1-5587-acd4-fee8dbf6d30a', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('ee935246-1c0b-5b70-8d91-a7bb3d5549c8', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('be8f2327-c4d3-531d-991f-db13714ae977', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('c538986b-110a-5cc9-96f4-197a95f35145', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('efc8bfce-e125-5bf4-a61f-a6e6439d4cd6', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('d32eaa3e-12c4-53e3-992b-ff937c5e7d3e', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('5e9fd390-31fe-5388-be86-ce7457d81da7', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('8ce9c8a7-0bb8-5f36-8f2b-6bbe8a8725c3', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('5633d5d2-8d0c-5f75-be4d-018d0017f3d2', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('13385716-8611-5fe2-be2c-4fabe8d45aa4', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('cd12c87a-26ba-5646-a4fb-5bc08df131fc', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('0fe81cd9-4702-5b29-9659-5f9bd91863ed', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('f962a039-c3a1-5424-8682-c136583e69eb', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('c2bf4fca-3d53-55a3-b152-a981b5f45f41', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('48f7e9ca-272c-5b53-b394-e08e19d27189', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('75f6d018-d769-5562-9ec8-d4b05825084a', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_ids VALUES ('c486af24-1fc1-5716-bfaa-5f228f226b0a', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5');
INSERT INTO public.onto_insights VALUES (1, '48f7e9ca-272c-5b53-b394-e08e19d27189', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 11', 'type_key 11', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:01.229561+00', '2026-03-01 12:00:01.230562+00', NULL, 'title 11', '{"b": 12345678901234567890, "n": 11, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'summary 11', '''11'':2A,4,8 ''bug'':5 ''label'':7 ''summari'':3 ''titl'':1A ''é'':10,12', '\x181616cd18161711164c010914f0000214e714e7', NULL, NULL, '["bug", "label 11", "é<&>\"[''"]');
INSERT INTO public.onto_members VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'd76c412e-339c-510e-a2aa-f66ba67e3a37', 'admin');
INSERT INTO public.onto_members VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', '6238b2a8-a656-5f23-9aae-395b43ab7ffb', 'read');
INSERT INTO public.onto_milestones VALUES (1, '8ce9c8a7-0bb8-5f36-8f2b-6bbe8a8725c3', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 4', 'type_key 4', 'state_key 4', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:00.529862+00', '2026-03-01 12:00:00.530863+00', NULL, 'title 4', '2026-03-01 12:00:00.535868+00', '2026-03-01 12:00:00.536869+00', '{"b": 12345678901234567890, "n": 4, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'description 4', 'milestone 4', '''4'':2A,4,6,10 ''bug'':7 ''descript'':3 ''label'':9 ''mileston'':5 ''titl'':1A ''é'':12,14', '\x181616cd18161711164c010914f0000114ea', NULL, NULL, '["bug", "label 4", "é<&>\"[''"]');
INSERT INTO public.onto_outputs VALUES (1, '13385716-8611-5fe2-be2c-4fabe8d45aa4', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 6', 'type_key 6', 'state_key 6', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:00.730062+00', '2026-03-01 12:00:00.731063+00', NULL, 'name 6', 'source_document_id 6', '{"b": 12345678901234567890, "n": 6, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'description 6', '''6'':2A,4,8 ''bug'':5 ''descript'':3 ''label'':7 ''name'':1A ''é'':10,12', '\x174f15ef1741164c010914f0000114ec', NULL, NULL, '["bug", "label 6", "é<&>\"[''"]');
INSERT INTO public.onto_plans VALUES (1, 'efc8bfce-e125-5bf4-a61f-a6e6439d4cd6', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 1', 'type_key 1', 'state_key 1', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:00.229562+00', '2026-03-01 12:00:00.230563+00', NULL, 'name 1', 'facet_context 1', 'facet_scale 1', 'facet_stage 1', '{"b": 12345678901234567890, "n": 1, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'description 1', 'plan 1', '''1'':2A,4,6,10 ''bug'':7 ''descript'':3 ''label'':9 ''name'':1A ''plan'':5 ''é'':12,14', '\x174f15ef1741164c010914f0000114e7', NULL, NULL, '["bug", "label 1", "é<&>\"[''"]', '2026-03-01 12:00:00.235568+00');
INSERT INTO public.onto_projects VALUES (1, 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 0', 'type_key 0', 'state_key 0', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:00.128461+00', '2026-03-01 12:00:00.129462+00', NULL, 'name 0', '2026-03-01 12:00:00.13747+00', '2026-03-01 12:00:00.138471+00', 'facet_context 0', 'facet_scale 0', 'facet_stage 0', 'next_step_source 0', '2026-03-01 12:00:00.143476+00', false, '{"b": 12345678901234567890, "n": 0, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'description 0', 'next_step_short 0', 'next_step_long 0', '''0'':2A,4,8,12,16 ''bug'':13 ''descript'':3 ''label'':15 ''long'':11 ''name'':1A ''next'':5,9 ''short'':7 ''step'':6,10 ''é'':18,20', '\x174f15ef1741164c010914f0', NULL, NULL, '["bug", "label 0", "é<&>\"[''"]');
INSERT INTO public.onto_record_types VALUES ('person', 'Person', '', '[{"name": "role", "type": "text"}]');
INSERT INTO public.onto_records VALUES (1, '75f6d018-d769-5562-9ec8-d4b05825084a', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 12', 'type_key 12', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:01.329661+00', '2026-03-01 12:00:01.330662+00', NULL, 'name 12', 'record_type 12', '{"b": 12345678901234567890, "n": 12, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', '{"b": 12345678901234567890, "n": 12, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', '''12'':2A,6 ''bug'':3 ''label'':5 ''name'':1A ''é'':8,10,12', '\x174f15ef1741164c010914f0000214e714e8', NULL, NULL, '["bug", "label 12", "é<&>\"[''"]');
INSERT INTO public.onto_requirements VALUES (1, 'f962a039-c3a1-5424-8682-c136583e69eb', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 9', 'type_key 9', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:01.029361+00', '2026-03-01 12:00:01.030362+00', NULL, 5, '{"b": 12345678901234567890, "n": 9, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'text 9', '''9'':2A,6 ''bug'':3 ''label'':5 ''text'':1A ''é'':8,10', '\x1816164c187b1816010914f0000114ef', NULL, NULL, '["bug", "label 9", "é<&>\"[''"]');
INSERT INTO public.onto_revisions VALUES ('dff30f79-f300-5a1f-9df2-6d4769df7ac5', 2, 'DAEYD6L4TB6QHDFD');
INSERT INTO public.onto_risks VALUES (1, 'cd12c87a-26ba-5646-a4fb-5bc08df131fc', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 7', 'type_key 7', 'state_key 7', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:00.830162+00', '2026-03-01 12:00:00.831163+00', NULL, 'title 7', 'impact 7', 1, '2026-03-01 12:00:00.83817+00', '{"b": 12345678901234567890, "n": 7, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'content 7', '''7'':2A,4,8 ''bug'':5 ''content'':3 ''label'':7 ''titl'':1A ''é'':10,12', '\x181616cd18161711164c010914f0000114ed', NULL, NULL, '["bug", "label 7", "é<&>\"[''"]');
INSERT INTO public.onto_signals VALUES (1, 'c2bf4fca-3d53-55a3-b152-a981b5f45f41', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 10', 'type_key 10', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:01.129461+00', '2026-03-01 12:00:01.130462+00', NULL, 'channel 10', '2026-03-01 12:00:01.135467+00', '{"b": 12345678901234567890, "n": 10, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', '{"b": 12345678901234567890, "n": 10, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'payload_summary 10', '''10'':2A,5,9 ''bug'':6 ''channel'':1A ''label'':8 ''payload'':3 ''summari'':4 ''é'':11,13', '\x161d16b415ef174f174f164c1711010914f0000214e714e6', NULL, NULL, '["bug", "label 10", "é<&>\"[''"]');
INSERT INTO public.onto_tasks VALUES (1, '5e9fd390-31fe-5388-be86-ce7457d81da7', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 'external_id 3', 'type_key 3', 'state_key 3', '183c1956-5ff2-518f-918b-0096e63f19fd', '2026-03-01 12:00:00.429762+00', '2026-03-01 12:00:00.430763+00', NULL, 'title 3', 4, '2026-03-01 12:00:00.436769+00', '2026-03-01 12:00:00.43777+00', '2026-03-01 12:00:00.438771+00', 'facet_scale 3', '{"b": 12345678901234567890, "n": 3, "z": {"deep": [1.5, -2000, true, null, "é<&>"]}, "aa": ""}', 'description 3', '''3'':2A,4,8 ''bug'':5 ''descript'':3 ''label'':7 ''titl'':1A ''é'':10,12', '\x181616cd18161711164c010914f0000114e9', NULL, NULL, '["bug", "label 3", "é<&>\"[''"]');
INSERT INTO public.onto_tasks VALUES (2, 'c486af24-1fc1-5716-bfaa-5f228f226b0a', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', NULL, NULL, NULL, 'd76c412e-339c-510e-a2aa-f66ba67e3a37', '2026-03-01 12:00:00.123456+00', '2026-03-01 12:00:00.123456+00', '2026-03-01 12:00:00.123456+00', 'gone', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '''gone'':1A', '\x16911771174f164c', NULL, NULL, NULL);
INSERT INTO public.onto_vectors VALUES ('efc8bfce-e125-5bf4-a61f-a6e6439d4cd6', 'small', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, '\x68617368', '\x0000803f000000bf');
INSERT INTO public.onto_words VALUES (':decision', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':document', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':goal', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':insight', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':milestone', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':output', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':plan', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':project', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':record', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':requirement', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':risk', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES (':signal', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
INSERT INTO public.onto_words VALUES ('', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 13, 0);
INSERT INTO public.onto_words VALUES (':task', 'dff30f79-f300-5a1f-9df2-6d4769df7ac5', 1, 0);
SELECT pg_catalog.setval('public.goose_db_version_id_seq', 22, true);
ALTER TABLE ONLY public.goose_db_version
    ADD CONSTRAINT goose_db_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.onto_actors
    ADD CONSTRAINT onto_actors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.onto_audit
    ADD CONSTRAINT onto_audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.onto_bases
    ADD CONSTRAINT onto_bases_pkey PRIMARY KEY (project_id, id, source);
ALTER TABLE ONLY public.onto_decisions
    ADD CONSTRAINT onto_decisions_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_documents
    ADD CONSTRAINT onto_documents_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_edges
    ADD CONSTRAINT onto_edges_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_entities
    ADD CONSTRAINT onto_entities_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_events
    ADD CONSTRAINT onto_events_pkey PRIMARY KEY (project_id, rev, number);
ALTER TABLE ONLY public.onto_goals
    ADD CONSTRAINT onto_goals_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_ids
    ADD CONSTRAINT onto_ids_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.onto_insights
    ADD CONSTRAINT onto_insights_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_keys
    ADD CONSTRAINT onto_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.onto_members
    ADD CONSTRAINT onto_members_pkey PRIMARY KEY (project_id, actor_id);
ALTER TABLE ONLY public.onto_milestones
    ADD CONSTRAINT onto_milestones_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_mutations
    ADD CONSTRAINT onto_mutations_pkey PRIMARY KEY (actor_id, client_id);
ALTER TABLE ONLY public.onto_outputs
    ADD CONSTRAINT onto_outputs_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_plans
    ADD CONSTRAINT onto_plans_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_projects
    ADD CONSTRAINT onto_projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.onto_record_types
    ADD CONSTRAINT onto_record_types_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.onto_records
    ADD CONSTRAINT onto_records_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_requirements
    ADD CONSTRAINT onto_requirements_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_revisions
    ADD CONSTRAINT onto_revisions_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY public.onto_risks
    ADD CONSTRAINT onto_risks_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_signals
    ADD CONSTRAINT onto_signals_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_tasks
    ADD CONSTRAINT onto_tasks_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.onto_vectors
    ADD CONSTRAINT onto_vectors_pkey PRIMARY KEY (project_id, entity_id, model);
ALTER TABLE ONLY public.onto_words
    ADD CONSTRAINT onto_words_pkey PRIMARY KEY (word, project_id);
CREATE INDEX onto_audit_at ON public.onto_audit USING btree (at);
CREATE UNIQUE INDEX onto_bases_id ON public.onto_bases USING btree (id, source);
CREATE INDEX onto_bases_source ON public.onto_bases USING btree (source, project_id);
CREATE INDEX onto_decisions_by_created ON public.onto_decisions USING btree (project_id, created_at, id);
CREATE INDEX onto_decisions_by_label ON public.onto_decisions USING btree (project_id, label_key, id);
CREATE UNIQUE INDEX onto_decisions_external ON public.onto_decisions USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_decisions_id ON public.onto_decisions USING btree (id);
CREATE INDEX onto_decisions_incomplete ON public.onto_decisions USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_decisions_labels ON public.onto_decisions USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_decisions_owner ON public.onto_decisions USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_decisions_rev ON public.onto_decisions USING btree (project_id, rev);
CREATE INDEX onto_decisions_search ON public.onto_decisions USING gin (project_id, search_vector);
CREATE INDEX onto_decisions_similar ON public.onto_decisions USING gin (title public.gin_trgm_ops) WHERE (length(title) <= 100);
CREATE INDEX onto_decisions_updated ON public.onto_decisions USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_documents_by_created ON public.onto_documents USING btree (project_id, created_at, id);
CREATE INDEX onto_documents_by_label ON public.onto_documents USING btree (project_id, label_key, id);
CREATE UNIQUE INDEX onto_documents_external ON public.onto_documents USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_documents_id ON public.onto_documents USING btree (id);
CREATE INDEX onto_documents_incomplete ON public.onto_documents USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_documents_labels ON public.onto_documents USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_documents_owner ON public.onto_documents USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_documents_rev ON public.onto_documents USING btree (project_id, rev);
CREATE INDEX onto_documents_search ON public.onto_documents USING gin (project_id, search_vector);
CREATE INDEX onto_documents_similar ON public.onto_documents USING gin (title public.gin_trgm_ops) WHERE (length(title) <= 100);
CREATE INDEX onto_documents_updated ON public.onto_documents USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_edges_dst ON public.onto_edges USING btree (dst_id, src_kind);
CREATE UNIQUE INDEX onto_edges_id ON public.onto_edges USING btree (id);
CREATE UNIQUE INDEX onto_edges_link ON public.onto_edges USING btree (project_id, src_id, rel, dst_id);
CREATE INDEX onto_edges_rev ON public.onto_edges USING btree (project_id, rev);
CREATE INDEX onto_edges_src ON public.onto_edges USING btree (src_id, dst_kind);
CREATE UNIQUE INDEX onto_entities_id ON public.onto_entities USING btree (id);
CREATE INDEX onto_entities_rev ON public.onto_entities USING btree (project_id, rev);
CREATE INDEX onto_events_at ON public.onto_events USING btree (project_id, at);
CREATE INDEX onto_events_entity ON public.onto_events USING btree (entity_id, rev);
CREATE INDEX onto_goals_by_created ON public.onto_goals USING btree (project_id, created_at, id);
CREATE INDEX onto_goals_by_due ON public.onto_goals USING btree (project_id, target_date, id);
CREATE INDEX onto_goals_by_label ON public.onto_goals USING btree (project_id, label_key, id);
CREATE UNIQUE INDEX onto_goals_external ON public.onto_goals USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_goals_id ON public.onto_goals USING btree (id);
CREATE INDEX onto_goals_incomplete ON public.onto_goals USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_goals_labels ON public.onto_goals USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_goals_owner ON public.onto_goals USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_goals_rev ON public.onto_goals USING btree (project_id, rev);
CREATE INDEX onto_goals_search ON public.onto_goals USING gin (project_id, search_vector);
CREATE INDEX onto_goals_similar ON public.onto_goals USING gin (name public.gin_trgm_ops) WHERE (length(name) <= 100);
CREATE INDEX onto_goals_updated ON public.onto_goals USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_insights_by_created ON public.onto_insights USING btree (project_id, created_at, id);
CREATE INDEX onto_insights_by_label ON public.onto_insights USING btree (project_id, label_key, id);
CREATE UNIQUE INDEX onto_insights_external ON public.onto_insights USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_insights_id ON public.onto_insights USING btree (id);
CREATE INDEX onto_insights_incomplete ON public.onto_insights USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_insights_labels ON public.onto_insights USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_insights_owner ON public.onto_insights USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_insights_rev ON public.onto_insights USING btree (project_id, rev);
CREATE INDEX onto_insights_search ON public.onto_insights USING gin (project_id, search_vector);
CREATE INDEX onto_insights_similar ON public.onto_insights USING gin (title public.gin_trgm_ops) WHERE (length(title) <= 100);
CREATE INDEX onto_insights_updated ON public.onto_insights USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_keys_actor ON public.onto_keys USING btree (actor_id);
CREATE UNIQUE INDEX onto_keys_hash ON public.onto_keys USING btree (hash);
CREATE INDEX onto_members_actor ON public.onto_members USING btree (actor_id, project_id);
CREATE INDEX onto_milestones_by_created ON public.onto_milestones USING btree (project_id, created_at, id);
CREATE INDEX onto_milestones_by_due ON public.onto_milestones USING btree (project_id, due_at, id);
CREATE INDEX onto_milestones_by_label ON public.onto_milestones USING btree (project_id, label_key, id);
CREATE UNIQUE INDEX onto_milestones_external ON public.onto_milestones USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_milestones_id ON public.onto_milestones USING btree (id);
CREATE INDEX onto_milestones_incomplete ON public.onto_milestones USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_milestones_labels ON public.onto_milestones USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_milestones_owner ON public.onto_milestones USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_milestones_rev ON public.onto_milestones USING btree (project_id, rev);
CREATE INDEX onto_milestones_search ON public.onto_milestones USING gin (project_id, search_vector);
CREATE INDEX onto_milestones_similar ON public.onto_milestones USING gin (title public.gin_trgm_ops) WHERE (length(title) <= 100);
CREATE INDEX onto_milestones_updated ON public.onto_milestones USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_mutations_at ON public.onto_mutations USING btree (at);
CREATE INDEX onto_outputs_by_created ON public.onto_outputs USING btree (project_id, created_at, id);
CREATE INDEX onto_outputs_by_label ON public.onto_outputs USING btree (project_id, label_key, id);
CREATE UNIQUE INDEX onto_outputs_external ON public.onto_outputs USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_outputs_id ON public.onto_outputs USING btree (id);
CREATE INDEX onto_outputs_incomplete ON public.onto_outputs USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_outputs_labels ON public.onto_outputs USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_outputs_owner ON public.onto_outputs USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_outputs_rev ON public.onto_outputs USING btree (project_id, rev);
CREATE INDEX onto_outputs_search ON public.onto_outputs USING gin (project_id, search_vector);
CREATE INDEX onto_outputs_similar ON public.onto_outputs USING gin (name public.gin_trgm_ops) WHERE (length(name) <= 100);
CREATE INDEX onto_outputs_updated ON public.onto_outputs USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_plans_by_created ON public.onto_plans USING btree (project_id, created_at, id);
CREATE INDEX onto_plans_by_label ON public.onto_plans USING btree (project_id, label_key, id);
CREATE UNIQUE INDEX onto_plans_external ON public.onto_plans USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_plans_id ON public.onto_plans USING btree (id);
CREATE INDEX onto_plans_incomplete ON public.onto_plans USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_plans_labels ON public.onto_plans USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_plans_owner ON public.onto_plans USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_plans_rev ON public.onto_plans USING btree (project_id, rev);
CREATE INDEX onto_plans_search ON public.onto_plans USING gin (project_id, search_vector);
CREATE INDEX onto_plans_similar ON public.onto_plans USING gin (name public.gin_trgm_ops) WHERE (length(name) <= 100);
CREATE INDEX onto_plans_updated ON public.onto_plans USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_projects_by_created ON public.onto_projects USING btree (created_at, id);
CREATE INDEX onto_projects_by_label ON public.onto_projects USING btree (label_key, id);
CREATE INDEX onto_projects_incomplete ON public.onto_projects USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_projects_labels ON public.onto_projects USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_projects_owner ON public.onto_projects USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_projects_public ON public.onto_projects USING btree (id) WHERE is_public;
CREATE INDEX onto_projects_rev ON public.onto_projects USING btree (id, rev);
CREATE INDEX onto_projects_search ON public.onto_projects USING gin (id, search_vector);
CREATE INDEX onto_projects_similar ON public.onto_projects USING gin (name public.gin_trgm_ops) WHERE (length(name) <= 100);
CREATE INDEX onto_projects_updated ON public.onto_projects USING btree (id, updated_at DESC, id);
CREATE INDEX onto_records_by_created ON public.onto_records USING btree (project_id, created_at, id);
CREATE INDEX onto_records_by_label ON public.onto_records USING btree (project_id, label_key, id);
CREATE UNIQUE INDEX onto_records_external ON public.onto_records USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_records_id ON public.onto_records USING btree (id);
CREATE INDEX onto_records_incomplete ON public.onto_records USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_records_labels ON public.onto_records USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_records_owner ON public.onto_records USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_records_rev ON public.onto_records USING btree (project_id, rev);
CREATE INDEX onto_records_search ON public.onto_records USING gin (project_id, search_vector);
CREATE INDEX onto_records_similar ON public.onto_records USING gin (name public.gin_trgm_ops) WHERE (length(name) <= 100);
CREATE INDEX onto_records_updated ON public.onto_records USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_requirements_by_created ON public.onto_requirements USING btree (project_id, created_at, id);
CREATE INDEX onto_requirements_by_label ON public.onto_requirements USING btree (project_id, label_key, id);
CREATE INDEX onto_requirements_by_priority ON public.onto_requirements USING btree (project_id, priority, id);
CREATE UNIQUE INDEX onto_requirements_external ON public.onto_requirements USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_requirements_id ON public.onto_requirements USING btree (id);
CREATE INDEX onto_requirements_incomplete ON public.onto_requirements USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_requirements_labels ON public.onto_requirements USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_requirements_owner ON public.onto_requirements USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_requirements_rev ON public.onto_requirements USING btree (project_id, rev);
CREATE INDEX onto_requirements_search ON public.onto_requirements USING gin (project_id, search_vector);
CREATE INDEX onto_requirements_similar ON public.onto_requirements USING gin (text public.gin_trgm_ops) WHERE (length(text) <= 100);
CREATE INDEX onto_requirements_updated ON public.onto_requirements USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_risks_by_created ON public.onto_risks USING btree (project_id, created_at, id);
CREATE INDEX onto_risks_by_label ON public.onto_risks USING btree (project_id, label_key, id);
CREATE INDEX onto_risks_by_probability ON public.onto_risks USING btree (project_id, probability, id);
CREATE UNIQUE INDEX onto_risks_external ON public.onto_risks USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_risks_id ON public.onto_risks USING btree (id);
CREATE INDEX onto_risks_incomplete ON public.onto_risks USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_risks_labels ON public.onto_risks USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_risks_owner ON public.onto_risks USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_risks_rev ON public.onto_risks USING btree (project_id, rev);
CREATE INDEX onto_risks_search ON public.onto_risks USING gin (project_id, search_vector);
CREATE INDEX onto_risks_similar ON public.onto_risks USING gin (title public.gin_trgm_ops) WHERE (length(title) <= 100);
CREATE INDEX onto_risks_updated ON public.onto_risks USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_signals_by_created ON public.onto_signals USING btree (project_id, created_at, id);
CREATE INDEX onto_signals_by_label ON public.onto_signals USING btree (project_id, label_key, id);
CREATE UNIQUE INDEX onto_signals_external ON public.onto_signals USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_signals_id ON public.onto_signals USING btree (id);
CREATE INDEX onto_signals_incomplete ON public.onto_signals USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_signals_labels ON public.onto_signals USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_signals_owner ON public.onto_signals USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_signals_rev ON public.onto_signals USING btree (project_id, rev);
CREATE INDEX onto_signals_search ON public.onto_signals USING gin (project_id, search_vector);
CREATE INDEX onto_signals_similar ON public.onto_signals USING gin (channel public.gin_trgm_ops) WHERE (length(channel) <= 100);
CREATE INDEX onto_signals_updated ON public.onto_signals USING btree (project_id, updated_at DESC, id);
CREATE INDEX onto_tasks_by_created ON public.onto_tasks USING btree (project_id, created_at, id);
CREATE INDEX onto_tasks_by_due ON public.onto_tasks USING btree (project_id, due_at, id);
CREATE INDEX onto_tasks_by_label ON public.onto_tasks USING btree (project_id, label_key, id);
CREATE INDEX onto_tasks_by_priority ON public.onto_tasks USING btree (project_id, priority, id);
CREATE UNIQUE INDEX onto_tasks_external ON public.onto_tasks USING btree (external_id, project_id);
CREATE UNIQUE INDEX onto_tasks_id ON public.onto_tasks USING btree (id);
CREATE INDEX onto_tasks_incomplete ON public.onto_tasks USING btree (id) WHERE (label_key IS NULL);
CREATE INDEX onto_tasks_labels ON public.onto_tasks USING gin (labels) WHERE (labels IS NOT NULL);
CREATE INDEX onto_tasks_owner ON public.onto_tasks USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX onto_tasks_rev ON public.onto_tasks USING btree (project_id, rev);
CREATE INDEX onto_tasks_search ON public.onto_tasks USING gin (project_id, search_vector);
CREATE INDEX onto_tasks_similar ON public.onto_tasks USING gin (title public.gin_trgm_ops) WHERE (length(title) <= 100);
CREATE INDEX onto_tasks_updated ON public.onto_tasks USING btree (project_id, updated_at DESC, id);
CREATE UNIQUE INDEX onto_vectors_id ON public.onto_vectors USING btree (entity_id, model);
CREATE INDEX onto_vectors_rev ON public.onto_vectors USING btree (project_id, rev);
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_decisions FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('decision', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_documents FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('document', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_edges FOR EACH ROW EXECUTE FUNCTION public.onto_edge_written();
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_goals FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('goal', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_insights FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('insight', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_milestones FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('milestone', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_outputs FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('output', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_plans FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('plan', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_projects FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('project', 'id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_records FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('record', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_requirements FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('requirement', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_risks FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('risk', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_signals FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('signal', 'project_id');
CREATE TRIGGER onto_deleted AFTER DELETE ON public.onto_tasks FOR EACH ROW EXECUTE FUNCTION public.onto_entity_written('task', 'project_id');
CREATE TRIGGER onto_id_added AFTER INSERT ON public.onto_edges REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.onto_id_added();
CREATE TRIGGER onto_id_added AFTER INSERT ON public.onto_entities REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.onto_id_added();
CREATE TRIGGER onto_id_moved AFTER UPDATE ON public.onto_edges FOR EACH ROW WHEN (((new.id IS DISTINCT FROM old.id) OR (new.project_id IS DISTINCT FROM old.project_id))) EXECUTE FUNCTION public.onto_id_moved();
CREATE TRIGGER onto_id_moved AFTER UPDATE ON public.onto_entities FOR EACH ROW WHEN (((new.id IS DISTINCT FROM old.id) OR (new.project_id IS DISTINCT FROM old.project_id))) EXECUTE FUNCTION public.onto_id_moved();
CREATE TRIGGER onto_id_removed BEFORE DELETE ON public.onto_edges FOR EACH ROW EXECUTE FUNCTION public.onto_id_removed();
CREATE TRIGGER onto_id_removed BEFORE DELETE ON public.onto_entities FOR EACH ROW EXECUTE FUNCTION public.onto_id_removed();
CREATE TRIGGER onto_id_truncated AFTER TRUNCATE ON public.onto_edges FOR EACH STATEMENT EXECUTE FUNCTION public.onto_id_truncated();
CREATE TRIGGER onto_id_truncated AFTER TRUNCATE ON public.onto_entities FOR EACH STATEMENT EXECUTE FUNCTION public.onto_id_truncated();
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_decisions FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('decision', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_documents FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('document', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_edges FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_edge_written();
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_goals FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('goal', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_insights FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('insight', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_milestones FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('milestone', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_outputs FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('output', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_plans FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('plan', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_projects FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('project', 'id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_records FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('record', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_requirements FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('requirement', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_risks FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('risk', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_signals FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('signal', 'project_id');
CREATE TRIGGER onto_inserted AFTER INSERT ON public.onto_tasks FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_entity_written('task', 'project_id');
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_decisions FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_documents FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_edges FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_goals FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_insights FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_milestones FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_outputs FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_plans FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_projects FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_records FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_requirements FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_risks FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_signals FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_make_room BEFORE INSERT ON public.onto_tasks FOR EACH ROW WHEN ((new.rev = 0)) EXECUTE FUNCTION public.onto_make_room();
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_decisions FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('decision');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_documents FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('document');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_edges FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated();
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_goals FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('goal');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_insights FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('insight');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_milestones FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('milestone');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_outputs FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('output');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_plans FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('plan');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_projects FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('project');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_records FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('record');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_requirements FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('requirement');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_risks FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('risk');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_signals FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('signal');
CREATE TRIGGER onto_truncated AFTER TRUNCATE ON public.onto_tasks FOR EACH STATEMENT EXECUTE FUNCTION public.onto_truncated('task');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_decisions FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('decision', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_documents FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('document', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_edges FOR EACH ROW WHEN (((new.rev = old.rev) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_edge_written();
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_goals FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('goal', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_insights FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('insight', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_milestones FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('milestone', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_outputs FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('output', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_plans FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('plan', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_projects FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('project', 'id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_records FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('record', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_requirements FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('requirement', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_risks FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('risk', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_signals FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('signal', 'project_id');
CREATE TRIGGER onto_updated AFTER UPDATE ON public.onto_tasks FOR EACH ROW WHEN (((new.rev = old.rev) AND (NOT (new.label_key IS DISTINCT FROM old.label_key)) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION public.onto_entity_written('task', 'project_id');
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_decisions FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_decisions_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_documents FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_documents_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_goals FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_goals_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_insights FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_insights_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_milestones FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_milestones_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_outputs FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_outputs_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_plans FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_plans_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_projects FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_projects_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_records FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_records_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_requirements FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_requirements_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_risks FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_risks_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_signals FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_signals_vector();
CREATE TRIGGER onto_vector_inserted BEFORE INSERT ON public.onto_tasks FOR EACH ROW WHEN (((new.rev = 0) OR (new.search_vector IS NULL))) EXECUTE FUNCTION public.onto_tasks_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_decisions FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) OR (new.labels IS DISTINCT FROM old.labels) OR (new.outcome IS DISTINCT FROM old.outcome) OR (new.rationale IS DISTINCT FROM old.rationale) OR (new.description IS DISTINCT FROM old.description) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_decisions_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_documents FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) OR (new.labels IS DISTINCT FROM old.labels) OR (new.description IS DISTINCT FROM old.description) OR (new.content IS DISTINCT FROM old.content) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_documents_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_goals FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) OR (new.labels IS DISTINCT FROM old.labels) OR (new.description IS DISTINCT FROM old.description) OR (new.goal IS DISTINCT FROM old.goal) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_goals_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_insights FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) OR (new.labels IS DISTINCT FROM old.labels) OR (new.summary IS DISTINCT FROM old.summary) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_insights_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_milestones FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) OR (new.labels IS DISTINCT FROM old.labels) OR (new.description IS DISTINCT FROM old.description) OR (new.milestone IS DISTINCT FROM old.milestone) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_milestones_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_outputs FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) OR (new.labels IS DISTINCT FROM old.labels) OR (new.description IS DISTINCT FROM old.description) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_outputs_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_plans FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) OR (new.labels IS DISTINCT FROM old.labels) OR (new.description IS DISTINCT FROM old.description) OR (new.plan IS DISTINCT FROM old.plan) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_plans_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_projects FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) OR (new.labels IS DISTINCT FROM old.labels) OR (new.description IS DISTINCT FROM old.description) OR (new.next_step_short IS DISTINCT FROM old.next_step_short) OR (new.next_step_long IS DISTINCT FROM old.next_step_long) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_projects_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_records FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) OR (new.labels IS DISTINCT FROM old.labels) OR (new.fields IS DISTINCT FROM old.fields) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_records_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_requirements FOR EACH ROW WHEN (((new.text IS DISTINCT FROM old.text) OR (new.labels IS DISTINCT FROM old.labels) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_requirements_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_risks FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) OR (new.labels IS DISTINCT FROM old.labels) OR (new.content IS DISTINCT FROM old.content) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_risks_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_signals FOR EACH ROW WHEN (((new.channel IS DISTINCT FROM old.channel) OR (new.labels IS DISTINCT FROM old.labels) OR (new.payload_summary IS DISTINCT FROM old.payload_summary) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_signals_vector();
CREATE TRIGGER onto_vector_updated BEFORE UPDATE ON public.onto_tasks FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) OR (new.labels IS DISTINCT FROM old.labels) OR (new.description IS DISTINCT FROM old.description) OR (new.props IS DISTINCT FROM old.props) OR (new.search_vector IS DISTINCT FROM old.search_vector))) EXECUTE FUNCTION public.onto_tasks_vector();
ALTER TABLE public.onto_actors ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_audit ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_bases ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_edges ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_entities ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_goals ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_ids ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_insights ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_milestones ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_mutations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_outputs ENABLE ROW LEVEL SECURITY;
CREATE POLICY onto_own ON public.onto_mutations USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (actor_id = public.onto_actor())));
ALTER TABLE public.onto_plans ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_projects ENABLE ROW LEVEL SECURITY;
CREATE POLICY onto_read ON public.onto_actors FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (id = public.onto_actor()) OR public.onto_administers() OR (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE (member.actor_id = onto_actors.id)))));
CREATE POLICY onto_read ON public.onto_audit FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (actor_id = public.onto_actor()) OR public.onto_administers()));
CREATE POLICY onto_read ON public.onto_bases FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_bases.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_bases.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_decisions FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_decisions.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_decisions.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_documents FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_documents.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_documents.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_edges FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_edges.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_edges.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_entities FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_entities.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_entities.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_events FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_events.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_events.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_goals FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_goals.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_goals.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_ids FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_ids.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_ids.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_insights FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_insights.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_insights.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_keys FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR public.onto_administers() OR ((current_setting('dossier.rights'::text, true) = 'actor'::text) AND ((public.onto_actor() = actor_id) OR (public.onto_actor() = created_by)))));
CREATE POLICY onto_read ON public.onto_members FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((actor_id = public.onto_actor()) AND public.onto_reaches(project_id)) OR public.onto_may_read(project_id)));
CREATE POLICY onto_read ON public.onto_milestones FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_milestones.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_milestones.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_outputs FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_outputs.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_outputs.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_plans FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_plans.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_plans.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_projects FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(id) AND ((is_public AND (deleted_at IS NULL) AND (public.onto_actor() IS NOT NULL)) OR (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_projects.id) AND (member.actor_id = public.onto_actor()))))))));
CREATE POLICY onto_read ON public.onto_record_types FOR SELECT USING ((public.onto_actor() IS NOT NULL));
CREATE POLICY onto_read ON public.onto_records FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_records.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_records.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_requirements FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_requirements.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_requirements.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_revisions FOR SELECT USING (((number = 0) OR (current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_revisions.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_revisions.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_risks FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_risks.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_risks.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_signals FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_signals.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_signals.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_tasks FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_tasks.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_tasks.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_vectors FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_vectors.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_vectors.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
CREATE POLICY onto_read ON public.onto_words FOR SELECT USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (public.onto_reaches(project_id) AND ((EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_words.project_id) AND (member.actor_id = public.onto_actor())))) OR ((public.onto_actor() IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.onto_projects project
  WHERE ((project.id = onto_words.project_id) AND project.is_public AND (project.deleted_at IS NULL)))))))));
ALTER TABLE public.onto_record_types ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_records ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_requirements ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_risks ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_signals ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_vectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.onto_words ENABLE ROW LEVEL SECURITY;
CREATE POLICY onto_write ON public.onto_actors USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (id = public.onto_actor()) OR public.onto_administers())) WITH CHECK (((current_setting('dossier.rights'::text, true) = 'service'::text) OR public.onto_administers() OR ((current_setting('dossier.rights'::text, true) = 'actor'::text) AND (NOT is_admin) AND ((id = public.onto_actor()) OR (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.actor_id = onto_actors.id) AND public.onto_may_admin(member.project_id))))))));
CREATE POLICY onto_write ON public.onto_audit USING ((current_setting('dossier.rights'::text, true) = 'service'::text)) WITH CHECK (((current_setting('dossier.rights'::text, true) = 'service'::text) OR (actor_id = public.onto_actor())));
CREATE POLICY onto_write ON public.onto_bases USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_bases.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_decisions USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_decisions.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_documents USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_documents.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_edges USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_edges.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_entities USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_entities.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_events USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_events.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_goals USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_goals.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_ids USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_ids.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_insights USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_insights.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_keys USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR public.onto_administers() OR ((current_setting('dossier.rights'::text, true) = 'actor'::text) AND ((public.onto_actor() = actor_id) OR (public.onto_actor() = created_by))))) WITH CHECK (((current_setting('dossier.rights'::text, true) = 'service'::text) OR public.onto_administers() OR ((current_setting('dossier.rights'::text, true) = 'actor'::text) AND ((public.onto_actor() = actor_id) OR (public.onto_actor() = created_by)))));
CREATE POLICY onto_write ON public.onto_members USING (public.onto_may_admin(project_id)) WITH CHECK ((public.onto_may_admin(project_id) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND (actor_id = public.onto_actor()) AND public.onto_reaches(project_id) AND public.onto_is_new(project_id))));
CREATE POLICY onto_write ON public.onto_milestones USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_milestones.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_outputs USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_outputs.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_plans USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_plans.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_projects USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_projects.id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_record_types USING (public.onto_administers());
CREATE POLICY onto_write ON public.onto_records USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_records.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_requirements USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_requirements.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_revisions USING ((((public.onto_actor() IS NOT NULL) AND (number = 0)) OR (current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_revisions.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_risks USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_risks.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_signals USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_signals.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_tasks USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_tasks.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_vectors USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_vectors.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
CREATE POLICY onto_write ON public.onto_words USING (((current_setting('dossier.rights'::text, true) = 'service'::text) OR ((current_setting('dossier.rights'::text, true) = ANY (ARRAY['key'::text, 'actor'::text, 'admin'::text])) AND public.onto_reaches(project_id) AND (EXISTS ( SELECT
   FROM public.onto_members member
  WHERE ((member.project_id = onto_words.project_id) AND (member.actor_id = public.onto_actor()) AND (member.access = ANY (ARRAY['write'::text, 'admin'::text]))))))));
