-- +goose Up
-- Keys begin with the project. SQLite changes the key of a table only by copying
-- its rows and building all of its indexes. But rows are stored without their key:
-- its index alone has to be built again.
PRAGMA temp_store = file; -- the rows of an index may not fit into memory
PRAGMA writable_schema = on;
UPDATE sqlite_schema SET sql = replace(sql, 'PRIMARY KEY (', 'PRIMARY KEY (project_id, ') WHERE type = 'table' AND name IN (
	'onto_entities',
	'onto_edges',
	'onto_plans',
	'onto_goals',
	'onto_tasks',
	'onto_milestones',
	'onto_documents',
	'onto_outputs',
	'onto_risks',
	'onto_decisions',
	'onto_requirements',
	'onto_signals',
	'onto_insights',
	'onto_records',
	'onto_vectors',
	'onto_bases');
PRAGMA writable_schema = reset;
REINDEX sqlite_autoindex_onto_entities_1;
REINDEX sqlite_autoindex_onto_edges_1;
REINDEX sqlite_autoindex_onto_plans_1;
REINDEX sqlite_autoindex_onto_goals_1;
REINDEX sqlite_autoindex_onto_tasks_1;
REINDEX sqlite_autoindex_onto_milestones_1;
REINDEX sqlite_autoindex_onto_documents_1;
REINDEX sqlite_autoindex_onto_outputs_1;
REINDEX sqlite_autoindex_onto_risks_1;
REINDEX sqlite_autoindex_onto_decisions_1;
REINDEX sqlite_autoindex_onto_requirements_1;
REINDEX sqlite_autoindex_onto_signals_1;
REINDEX sqlite_autoindex_onto_insights_1;
REINDEX sqlite_autoindex_onto_records_1;
REINDEX sqlite_autoindex_onto_vectors_1;
REINDEX sqlite_autoindex_onto_bases_1;
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
DROP TRIGGER onto_edges_arrives;
-- +goose StatementBegin
CREATE TRIGGER onto_edges_arrives BEFORE INSERT ON onto_edges WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.src_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.src_id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.dst_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.dst_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_edges WHERE deleted AND (id = NEW.id OR project_id = NEW.project_id AND src_id = NEW.src_id AND rel = NEW.rel AND dst_id = NEW.dst_id);
END;
-- +goose StatementEnd
PRAGMA temp_store = memory;
