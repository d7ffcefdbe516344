-- +goose Up
CREATE TABLE onto_ids (
	id TEXT NOT NULL,
	project_id TEXT NOT NULL,
	PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;
-- +goose StatementBegin
-- The id of a new row must be one that no row of any project has.
CREATE TRIGGER onto_entities_id_added AFTER INSERT ON onto_entities BEGIN
	INSERT INTO onto_ids (id, project_id) VALUES (NEW.id, NEW.project_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_entities_id_moved AFTER UPDATE OF id, project_id ON onto_entities WHEN (NEW.id, NEW.project_id) IS NOT (OLD.id, OLD.project_id) BEGIN
	UPDATE onto_ids SET id = NEW.id, project_id = NEW.project_id WHERE id = OLD.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- The id is free before the row is deleted, because the tombstone that replaces
-- the row has it again.
CREATE TRIGGER onto_entities_id_removed BEFORE DELETE ON onto_entities BEGIN
	DELETE FROM onto_ids WHERE id = OLD.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- The id of a new row must be one that no row of any project has.
CREATE TRIGGER onto_edges_id_added AFTER INSERT ON onto_edges BEGIN
	INSERT INTO onto_ids (id, project_id) VALUES (NEW.id, NEW.project_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_edges_id_moved AFTER UPDATE OF id, project_id ON onto_edges WHEN (NEW.id, NEW.project_id) IS NOT (OLD.id, OLD.project_id) BEGIN
	UPDATE onto_ids SET id = NEW.id, project_id = NEW.project_id WHERE id = OLD.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- The id is free before the row is deleted, because the tombstone that replaces
-- the row has it again.
CREATE TRIGGER onto_edges_id_removed BEFORE DELETE ON onto_edges BEGIN
	DELETE FROM onto_ids WHERE id = OLD.id;
END;
-- +goose StatementEnd
-- The ids of earlier rows, in their order, in which the key grows fastest. Should
-- an edge have the id of an entity, only the entity is found by it.
INSERT INTO onto_ids (id, project_id) SELECT id, project_id FROM onto_entities ORDER BY id;
INSERT INTO onto_ids (id, project_id) SELECT id, project_id FROM onto_edges WHERE TRUE ORDER BY id ON CONFLICT (id) DO NOTHING;
