-- +goose Up
CREATE TABLE onto_ids (
	id uuid NOT NULL,
	project_id uuid NOT NULL,
	PRIMARY KEY (id)
);
-- onto_id_added adds the ids of new rows to those of all projects. It fails if
-- one is there.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_id_added() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	INSERT INTO onto_ids (id, project_id) SELECT id, project_id FROM added;
	RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_id_added SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- onto_id_moved follows a row to another project. Dossier moves none: it would
-- replace the row that a writer of the other project has just made.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_id_moved() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	IF (TG_TABLE_NAME = 'onto_entities' OR NEW.rev <> OLD.rev) AND onto_is_own(NEW.project_id, NEW.rev) THEN
		RAISE unique_violation USING MESSAGE = format('expected an unused id; got %s, the id of a row of another project', NEW.id);
	END IF;
	UPDATE onto_ids SET id = NEW.id, project_id = NEW.project_id WHERE id = OLD.id;
	RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_id_moved SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_id_truncated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	DELETE FROM onto_ids held WHERE NOT EXISTS (SELECT FROM onto_entities WHERE id = held.id) AND NOT EXISTS (SELECT FROM onto_edges WHERE id = held.id);
	RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_id_truncated SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
-- onto_id_removed makes an id free before its row is deleted, because the
-- tombstone that replaces the row has it again.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_id_removed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	DELETE FROM onto_ids WHERE id = OLD.id;
	RETURN OLD;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_id_removed SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_id_added AFTER INSERT ON onto_entities REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION onto_id_added();
CREATE OR REPLACE TRIGGER onto_id_moved AFTER UPDATE ON onto_entities FOR EACH ROW WHEN ((NEW.id, NEW.project_id) IS DISTINCT FROM (OLD.id, OLD.project_id)) EXECUTE FUNCTION onto_id_moved();
CREATE OR REPLACE TRIGGER onto_id_removed BEFORE DELETE ON onto_entities FOR EACH ROW EXECUTE FUNCTION onto_id_removed();
CREATE OR REPLACE TRIGGER onto_id_truncated AFTER TRUNCATE ON onto_entities FOR EACH STATEMENT EXECUTE FUNCTION onto_id_truncated();
CREATE OR REPLACE TRIGGER onto_id_added AFTER INSERT ON onto_edges REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION onto_id_added();
CREATE OR REPLACE TRIGGER onto_id_moved AFTER UPDATE ON onto_edges FOR EACH ROW WHEN ((NEW.id, NEW.project_id) IS DISTINCT FROM (OLD.id, OLD.project_id)) EXECUTE FUNCTION onto_id_moved();
CREATE OR REPLACE TRIGGER onto_id_removed BEFORE DELETE ON onto_edges FOR EACH ROW EXECUTE FUNCTION onto_id_removed();
CREATE OR REPLACE TRIGGER onto_id_truncated AFTER TRUNCATE ON onto_edges FOR EACH STATEMENT EXECUTE FUNCTION onto_id_truncated();
DROP POLICY IF EXISTS onto_read ON onto_ids;
CREATE POLICY onto_read ON onto_ids FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_ids.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_ids.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_ids.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_ids;
CREATE POLICY onto_write ON onto_ids USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_ids.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_ids.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
ALTER TABLE onto_ids ENABLE ROW LEVEL SECURITY;
-- The ids of earlier rows, in their order, in which the key grows fastest. Should
-- an edge have the id of an entity, only the entity is found by it.
INSERT INTO onto_ids (id, project_id) SELECT id, project_id FROM onto_entities ORDER BY id;
INSERT INTO onto_ids (id, project_id) SELECT id, project_id FROM onto_edges WHERE TRUE ORDER BY id ON CONFLICT (id) DO NOTHING;
