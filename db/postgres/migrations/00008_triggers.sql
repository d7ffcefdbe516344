-- +goose Up
-- +goose StatementBegin
DO $$ -- defaults of the columns that other programs omit
DECLARE
	kind text;
BEGIN
	FOR kind IN SELECT table_name FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name LIKE 'onto\_%' AND column_name = 'label_key'
	LOOP
		EXECUTE format('ALTER TABLE %I ALTER COLUMN rev SET DEFAULT 0, ALTER COLUMN created_at SET DEFAULT now(), ALTER COLUMN updated_at SET DEFAULT now()', kind);
	END LOOP;
END $$;
-- +goose StatementEnd
ALTER TABLE onto_projects ALTER COLUMN is_public SET DEFAULT FALSE;
ALTER TABLE onto_edges ALTER COLUMN rev SET DEFAULT 0, ALTER COLUMN id SET DEFAULT gen_random_uuid(), ALTER COLUMN deleted SET DEFAULT FALSE,
	ALTER COLUMN src_kind SET DEFAULT '', ALTER COLUMN dst_kind SET DEFAULT '';
-- onto_revise makes the next revision of a project and returns its number. Its
-- stamp begins with s. Revisions of the same millisecond share it: a statement
-- that writes many rows has one. Forgetting drops the stamps before, so that
-- servers read the project as a whole: for rows that leave no tombstone.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_revise(p_project uuid, p_forget boolean) RETURNS bigint LANGUAGE plpgsql AS $$
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
-- +goose StatementEnd
-- onto_is_own reports whether a row has the revision that Dossier is making: it
-- may write a row twice.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_is_own(p_project uuid, p_rev bigint) RETURNS boolean LANGUAGE sql AS $$
	SELECT EXISTS (SELECT FROM onto_revisions WHERE project_id = p_project AND number + 1 = p_rev)
$$;
-- +goose StatementEnd
-- onto_note adds the event about a row that another program wrote. Fields that
-- are equal in both values are left out.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_note(p_project uuid, p_rev bigint, p_operation text, p_kind text, p_id uuid, p_before jsonb, p_after jsonb)
RETURNS void LANGUAGE sql AS $$
	INSERT INTO onto_events (project_id, rev, number, at, actor_id, key_id, interface, operation, kind, entity_id, fields)
	VALUES (p_project, p_rev, 1 + (SELECT count(*) FROM onto_events WHERE project_id = p_project AND rev = p_rev), clock_timestamp(), NULL, NULL, 'sql', p_operation, p_kind, p_id, (
		SELECT jsonb_agg(jsonb_build_object('name', name, 'old', p_before -> name, 'new', p_after -> name) ORDER BY array_position('{src,rel,dst}', name), name COLLATE "C")
		FROM jsonb_object_keys(COALESCE(p_after, p_before)) name WHERE p_before -> name IS DISTINCT FROM p_after -> name))
$$;
-- +goose StatementEnd
-- onto_content returns the columns of a row that events have, times as the
-- program writes them.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_content(p_row jsonb) RETURNS jsonb LANGUAGE sql AS $$
	SELECT jsonb_object_agg(key, CASE WHEN value #>> '{}' ~ '^\d{4,}-\d\d-\d\dT[\d:.]+\+00:00$'
		THEN to_jsonb(replace(value #>> '{}', '+00:00', 'Z')) ELSE value END)
	FROM jsonb_each(p_row - '{rev,label_key,owner_id,owner_name,search_vector,deleted_at,created_by}'::text[])
$$;
-- +goose StatementEnd
-- onto_make_room deletes tombstones whose keys a new row has: for the program
-- that deleted them, they are not there.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_make_room() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' AS $$
BEGIN
	IF TG_TABLE_NAME = 'onto_edges' THEN
		DELETE FROM onto_edges WHERE deleted AND (id = NEW.id OR src_id = NEW.src_id AND rel = NEW.rel AND dst_id = NEW.dst_id);
	ELSIF TG_TABLE_NAME = 'onto_projects' THEN
		DELETE FROM onto_projects WHERE deleted_at IS NOT NULL AND id = NEW.id;
	ELSE
		EXECUTE format('DELETE FROM %I WHERE deleted_at IS NOT NULL AND (id = $1 OR project_id = $2 AND external_id = $3)', TG_TABLE_NAME)
		USING NEW.id, NEW.project_id, NEW.external_id;
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
-- onto_bury inserts the tombstone of a row that was deleted.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_bury(p_table name, p_row jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	columns CONSTANT text := (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
		WHERE attrelid = to_regclass(p_table::text) AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
BEGIN
	EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %2$s FROM jsonb_populate_record(NULL::%1$I, $1)', p_table, columns) USING p_row;
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
		DELETE FROM onto_entities WHERE id = its_id AND kind = its_kind;
		RETURN NULL;
	ELSIF NOT stays THEN
		PERFORM onto_note(former, onto_revise(former, TRUE), 'deleted', its_kind, (was ->> 'id')::uuid, NULL, NULL);
		DELETE FROM onto_entities WHERE id = (was ->> 'id')::uuid AND id <> its_id;
	END IF;
	revision := onto_revise(project, FALSE);
	IF TG_OP = 'DELETE' THEN
		becomes := was || jsonb_build_object('rev', revision, 'deleted_at', clock_timestamp());
		PERFORM onto_bury(TG_TABLE_NAME, becomes);
	ELSE
		IF was -> 'updated_at' = becomes -> 'updated_at' THEN
			becomes := becomes || jsonb_build_object('updated_at', clock_timestamp());
		END IF;
		EXECUTE format('UPDATE %I SET rev = $1, label_key = NULL, owner_id = NULL, owner_name = NULL, updated_at = $2 WHERE id = $3', TG_TABLE_NAME)
		USING revision, (becomes ->> 'updated_at')::timestamptz, its_id;
	END IF;
	INSERT INTO onto_entities AS held (id, kind, project_id, rev, deleted, hash, created_at, updated_at, created_by, terms)
	VALUES (its_id, its_kind, project, revision, becomes ->> 'deleted_at' IS NOT NULL, uuid_send(gen_random_uuid()),
		(becomes ->> 'created_at')::timestamptz, (becomes ->> 'updated_at')::timestamptz, (becomes ->> 'created_by')::uuid, NULL)
	ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, rev = excluded.rev, deleted = excluded.deleted, hash = excluded.hash,
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
-- that gets other ends is unlinked and linked.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_edge_written() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' AS $$
DECLARE
	was CONSTANT jsonb := CASE WHEN NOT OLD.deleted THEN jsonb_build_object('src', OLD.src_id, 'rel', OLD.rel, 'dst', OLD.dst_id) END;
	becomes CONSTANT jsonb := CASE WHEN NOT NEW.deleted THEN jsonb_build_object('src', NEW.src_id, 'rel', NEW.rel, 'dst', NEW.dst_id) END;
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
			src_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = edge.src_id), edge.src_kind),
			dst_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = edge.dst_id), edge.dst_kind)
		WHERE id = NEW.id;
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
-- onto_truncated makes servers read every project as a whole. Its argument is
-- the kind whose table is empty now, or none.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_truncated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' AS $$
BEGIN
	PERFORM onto_revise(project_id, TRUE) FROM (SELECT project_id FROM onto_revisions ORDER BY project_id) held;
	DELETE FROM onto_entities WHERE kind = TG_ARGV[0];
	RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_truncated SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_edges FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_edges FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_edge_written();
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_edges FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_edge_written();
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_edges FOR EACH ROW EXECUTE FUNCTION onto_edge_written();
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_edges FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated();
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_projects FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_projects FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('project', 'id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_projects FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('project', 'id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_projects FOR EACH ROW EXECUTE FUNCTION onto_entity_written('project', 'id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_projects FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('project');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_plans FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_plans FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('plan', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_plans FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('plan', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_plans FOR EACH ROW EXECUTE FUNCTION onto_entity_written('plan', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_plans FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('plan');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_goals FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_goals FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('goal', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_goals FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('goal', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_goals FOR EACH ROW EXECUTE FUNCTION onto_entity_written('goal', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_goals FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('goal');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_tasks FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_tasks FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('task', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_tasks FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('task', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_tasks FOR EACH ROW EXECUTE FUNCTION onto_entity_written('task', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_tasks FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('task');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_milestones FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_milestones FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('milestone', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_milestones FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('milestone', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_milestones FOR EACH ROW EXECUTE FUNCTION onto_entity_written('milestone', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_milestones FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('milestone');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_documents FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_documents FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('document', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_documents FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('document', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_documents FOR EACH ROW EXECUTE FUNCTION onto_entity_written('document', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_documents FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('document');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_outputs FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_outputs FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('output', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_outputs FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('output', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_outputs FOR EACH ROW EXECUTE FUNCTION onto_entity_written('output', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_outputs FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('output');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_risks FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_risks FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('risk', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_risks FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('risk', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_risks FOR EACH ROW EXECUTE FUNCTION onto_entity_written('risk', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_risks FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('risk');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_decisions FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_decisions FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('decision', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_decisions FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('decision', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_decisions FOR EACH ROW EXECUTE FUNCTION onto_entity_written('decision', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_decisions FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('decision');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_requirements FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_requirements FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('requirement', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_requirements FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('requirement', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_requirements FOR EACH ROW EXECUTE FUNCTION onto_entity_written('requirement', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_requirements FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('requirement');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_signals FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_signals FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('signal', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_signals FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('signal', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_signals FOR EACH ROW EXECUTE FUNCTION onto_entity_written('signal', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_signals FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('signal');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_insights FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_insights FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('insight', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_insights FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('insight', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_insights FOR EACH ROW EXECUTE FUNCTION onto_entity_written('insight', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_insights FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('insight');
CREATE OR REPLACE TRIGGER onto_make_room BEFORE INSERT ON onto_records FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_make_room();
CREATE OR REPLACE TRIGGER onto_inserted AFTER INSERT ON onto_records FOR EACH ROW WHEN (NEW.rev = 0) EXECUTE FUNCTION onto_entity_written('record', 'project_id');
CREATE OR REPLACE TRIGGER onto_updated AFTER UPDATE ON onto_records FOR EACH ROW WHEN (NEW.rev = OLD.rev AND NEW.label_key IS NOT DISTINCT FROM OLD.label_key AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION onto_entity_written('record', 'project_id');
CREATE OR REPLACE TRIGGER onto_deleted AFTER DELETE ON onto_records FOR EACH ROW EXECUTE FUNCTION onto_entity_written('record', 'project_id');
CREATE OR REPLACE TRIGGER onto_truncated AFTER TRUNCATE ON onto_records FOR EACH STATEMENT EXECUTE FUNCTION onto_truncated('record');
