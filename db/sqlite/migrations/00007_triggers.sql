-- +goose Up
-- Defaults of the columns that other programs omit. SQLite cannot add them, but its
-- documentation allows to edit the declaration: no row is stored differently.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(replace(replace(sql,
	'rev INTEGER NOT NULL,', 'rev INTEGER NOT NULL DEFAULT 0,'),
	'created_at TEXT NOT NULL,', 'created_at TEXT NOT NULL DEFAULT (strftime(''%Y-%m-%dT%H:%M:%f000Z'', ''now'')),'),
	'updated_at TEXT NOT NULL,', 'updated_at TEXT NOT NULL DEFAULT (strftime(''%Y-%m-%dT%H:%M:%f000Z'', ''now'')),'),
	'is_public INTEGER NOT NULL,', 'is_public INTEGER NOT NULL DEFAULT 0,')
WHERE type = 'table' AND (name = 'onto_edges' OR sql LIKE '%label_key%');
UPDATE sqlite_schema SET sql = replace(replace(replace(replace(sql,
	'	id TEXT NOT NULL,', '	id TEXT NOT NULL DEFAULT (lower(hex(randomblob(4)) || ''-'' || hex(randomblob(2)) || ''-4'' || substr(hex(randomblob(2)), 2) || ''-8'' || substr(hex(randomblob(2)), 2) || ''-'' || hex(randomblob(6)))),'),
	'src_kind TEXT NOT NULL,', 'src_kind TEXT NOT NULL DEFAULT '''','),
	'dst_kind TEXT NOT NULL,', 'dst_kind TEXT NOT NULL DEFAULT '''','),
	'deleted INTEGER NOT NULL,', 'deleted INTEGER NOT NULL DEFAULT 0,')
WHERE type = 'table' AND name = 'onto_edges';
PRAGMA writable_schema = RESET;
-- onto_revise makes the next revision of a project. Its stamp begins with s.
-- Revisions of the same millisecond share it, and so do those of a statement that
-- writes many rows. Forgetting drops the stamps before, so that servers read the
-- project as a whole: for rows that leave no tombstone.
CREATE VIEW onto_revise AS SELECT '' AS project_id, 0 AS forget WHERE FALSE;
-- +goose StatementBegin
CREATE TRIGGER onto_revise_called INSTEAD OF INSERT ON onto_revise BEGIN
	INSERT INTO onto_revisions (project_id, number, trail)
	VALUES (NEW.project_id, 1, 's' || iif(NEW.forget, substr(lower(hex(randomblob(4))), 1, 7),
		printf('%07x', CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) & 0xfffffff)))
	ON CONFLICT (project_id) DO UPDATE SET number = number + 1, trail = CASE
		WHEN NEW.forget THEN excluded.trail
		WHEN substr(trail, 1, 8) = excluded.trail THEN trail
		ELSE substr(excluded.trail || trail, 1, 512) END;
END;
-- +goose StatementEnd
-- onto_note adds the event about a row that another program wrote, to the last
-- revision of its project.
CREATE VIEW onto_note AS SELECT '' AS project_id, '' AS operation, '' AS kind, '' AS id, '' AS fields WHERE FALSE;
-- +goose StatementBegin
CREATE TRIGGER onto_note_called INSTEAD OF INSERT ON onto_note BEGIN
	INSERT INTO onto_events (project_id, rev, number, at, interface, operation, kind, entity_id, fields)
	SELECT revision.project_id, revision.number,
		1 + (SELECT count(*) FROM onto_events WHERE project_id = revision.project_id AND rev = revision.number),
		strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), 'sql', NEW.operation, NEW.kind, NEW.id, nullif(NEW.fields, '[]')
	FROM onto_revisions revision WHERE revision.project_id = NEW.project_id;
END;
-- +goose StatementEnd
-- onto_list writes the row of onto_entities for a row of a kind's table.
CREATE VIEW onto_list AS SELECT '' AS id, '' AS kind, '' AS project_id, 0 AS rev, 0 AS deleted, '' AS created_at, '' AS updated_at, '' AS created_by WHERE FALSE;
-- +goose StatementBegin
CREATE TRIGGER onto_list_called INSTEAD OF INSERT ON onto_list BEGIN
	SELECT RAISE(ABORT, 'expected an unused id; got that of an entity of another kind')
	FROM onto_entities WHERE id = NEW.id AND kind <> NEW.kind;
	INSERT INTO onto_entities (id, kind, project_id, rev, deleted, hash, created_at, updated_at, created_by)
	VALUES (NEW.id, NEW.kind, NEW.project_id, NEW.rev, NEW.deleted, randomblob(16), NEW.created_at, NEW.updated_at, NEW.created_by)
	ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, rev = excluded.rev, deleted = excluded.deleted, hash = excluded.hash,
		created_at = excluded.created_at, updated_at = excluded.updated_at, created_by = excluded.created_by, terms = NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_projects_arrives BEFORE INSERT ON onto_projects WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_projects WHERE deleted_at IS NOT NULL AND id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_projects_inserted AFTER INSERT ON onto_projects WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.id, FALSE);
	UPDATE onto_projects SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		start_at = iif(start_at GLOB '????-??-??T??:??:??.??????Z', start_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', start_at), start_at)),
		end_at = iif(end_at GLOB '????-??-??T??:??:??.??????Z', end_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', end_at), end_at)),
		next_step_updated_at = iif(next_step_updated_at GLOB '????-??-??T??:??:??.??????Z', next_step_updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', next_step_updated_at), next_step_updated_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'project', id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_projects WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.id, 'created', 'project', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_projects_updated AFTER UPDATE ON onto_projects WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.name IS NOT OLD.name OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.facet_context IS NOT OLD.facet_context OR NEW.facet_scale IS NOT OLD.facet_scale OR NEW.facet_stage IS NOT OLD.facet_stage OR NEW.next_step_source IS NOT OLD.next_step_source OR NEW.next_step_updated_at IS NOT OLD.next_step_updated_at OR NEW.is_public IS NOT OLD.is_public OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.next_step_short IS NOT OLD.next_step_short OR NEW.next_step_long IS NOT OLD.next_step_long) BEGIN
	INSERT INTO onto_revise VALUES (NEW.id, FALSE);
	UPDATE onto_projects SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		start_at = iif(start_at GLOB '????-??-??T??:??:??.??????Z', start_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', start_at), start_at)),
		end_at = iif(end_at GLOB '????-??-??T??:??:??.??????Z', end_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', end_at), end_at)),
		next_step_updated_at = iif(next_step_updated_at GLOB '????-??-??T??:??:??.??????Z', next_step_updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', next_step_updated_at), next_step_updated_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'project', id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_projects WHERE id = NEW.id;
	INSERT INTO onto_note SELECT id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.id IS NOT OLD.id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'project', id, iif(NEW.id IS OLD.id AND NEW.id IS OLD.id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'description', 'old', OLD.description, 'new', becomes.description) AS change WHERE OLD.description IS NOT becomes.description UNION ALL
			SELECT json_object('name', 'end_at', 'old', rtrim(rtrim(substr(OLD.end_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.end_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.end_at IS NOT becomes.end_at UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'facet_context', 'old', OLD.facet_context, 'new', becomes.facet_context) AS change WHERE OLD.facet_context IS NOT becomes.facet_context UNION ALL
			SELECT json_object('name', 'facet_scale', 'old', OLD.facet_scale, 'new', becomes.facet_scale) AS change WHERE OLD.facet_scale IS NOT becomes.facet_scale UNION ALL
			SELECT json_object('name', 'facet_stage', 'old', OLD.facet_stage, 'new', becomes.facet_stage) AS change WHERE OLD.facet_stage IS NOT becomes.facet_stage UNION ALL
			SELECT json_object('name', 'is_public', 'old', json(iif(OLD.is_public, 'true', 'false')), 'new', json(iif(becomes.is_public, 'true', 'false'))) AS change WHERE OLD.is_public IS NOT becomes.is_public UNION ALL
			SELECT json_object('name', 'name', 'old', OLD.name, 'new', becomes.name) AS change WHERE OLD.name IS NOT becomes.name UNION ALL
			SELECT json_object('name', 'next_step_long', 'old', OLD.next_step_long, 'new', becomes.next_step_long) AS change WHERE OLD.next_step_long IS NOT becomes.next_step_long UNION ALL
			SELECT json_object('name', 'next_step_short', 'old', OLD.next_step_short, 'new', becomes.next_step_short) AS change WHERE OLD.next_step_short IS NOT becomes.next_step_short UNION ALL
			SELECT json_object('name', 'next_step_source', 'old', OLD.next_step_source, 'new', becomes.next_step_source) AS change WHERE OLD.next_step_source IS NOT becomes.next_step_source UNION ALL
			SELECT json_object('name', 'next_step_updated_at', 'old', rtrim(rtrim(substr(OLD.next_step_updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.next_step_updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.next_step_updated_at IS NOT becomes.next_step_updated_at UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'start_at', 'old', rtrim(rtrim(substr(OLD.start_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.start_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.start_at IS NOT becomes.start_at UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_projects becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_projects_moved AFTER UPDATE ON onto_projects WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.id IS NOT OLD.id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.id, TRUE);
	INSERT INTO onto_note VALUES (OLD.id, 'deleted', 'project', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_projects_deleted AFTER DELETE ON onto_projects WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.id, FALSE);
	INSERT INTO onto_projects (rev, deleted_at, label_key, owner_id, owner_name, id, external_id, type_key, state_key, created_by, created_at, updated_at, name, start_at, end_at, facet_context, facet_scale, facet_stage, next_step_source, next_step_updated_at, is_public, props, description, next_step_short, next_step_long)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.name, OLD.start_at, OLD.end_at, OLD.facet_context, OLD.facet_scale, OLD.facet_stage, OLD.next_step_source, OLD.next_step_updated_at, OLD.is_public, OLD.props, OLD.description, OLD.next_step_short, OLD.next_step_long FROM onto_revisions WHERE project_id = OLD.id;
	INSERT INTO onto_list SELECT id, 'project', id, rev, TRUE, created_at, updated_at, created_by FROM onto_projects WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.id, 'deleted', 'project', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_projects_forgotten AFTER DELETE ON onto_projects WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'project';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_plans_arrives BEFORE INSERT ON onto_plans WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_plans WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_plans_inserted AFTER INSERT ON onto_plans WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_plans SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'plan', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_plans WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'plan', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_plans_updated AFTER UPDATE ON onto_plans WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.name IS NOT OLD.name OR NEW.facet_context IS NOT OLD.facet_context OR NEW.facet_scale IS NOT OLD.facet_scale OR NEW.facet_stage IS NOT OLD.facet_stage OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.plan IS NOT OLD.plan) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_plans SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'plan', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_plans WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'plan', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'description', 'old', OLD.description, 'new', becomes.description) AS change WHERE OLD.description IS NOT becomes.description UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'facet_context', 'old', OLD.facet_context, 'new', becomes.facet_context) AS change WHERE OLD.facet_context IS NOT becomes.facet_context UNION ALL
			SELECT json_object('name', 'facet_scale', 'old', OLD.facet_scale, 'new', becomes.facet_scale) AS change WHERE OLD.facet_scale IS NOT becomes.facet_scale UNION ALL
			SELECT json_object('name', 'facet_stage', 'old', OLD.facet_stage, 'new', becomes.facet_stage) AS change WHERE OLD.facet_stage IS NOT becomes.facet_stage UNION ALL
			SELECT json_object('name', 'name', 'old', OLD.name, 'new', becomes.name) AS change WHERE OLD.name IS NOT becomes.name UNION ALL
			SELECT json_object('name', 'plan', 'old', OLD.plan, 'new', becomes.plan) AS change WHERE OLD.plan IS NOT becomes.plan UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_plans becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_plans_moved AFTER UPDATE ON onto_plans WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'plan', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_plans_deleted AFTER DELETE ON onto_plans WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_plans (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, name, facet_context, facet_scale, facet_stage, props, description, plan)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.name, OLD.facet_context, OLD.facet_scale, OLD.facet_stage, OLD.props, OLD.description, OLD.plan FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'plan', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_plans WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'plan', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_plans_forgotten AFTER DELETE ON onto_plans WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'plan';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_goals_arrives BEFORE INSERT ON onto_goals WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_goals WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_goals_inserted AFTER INSERT ON onto_goals WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_goals SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		target_date = iif(target_date GLOB '????-??-??T??:??:??.??????Z', target_date, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', target_date), target_date)),
		completed_at = iif(completed_at GLOB '????-??-??T??:??:??.??????Z', completed_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', completed_at), completed_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'goal', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_goals WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'goal', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_goals_updated AFTER UPDATE ON onto_goals WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.name IS NOT OLD.name OR NEW.target_date IS NOT OLD.target_date OR NEW.completed_at IS NOT OLD.completed_at OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.goal IS NOT OLD.goal) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_goals SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		target_date = iif(target_date GLOB '????-??-??T??:??:??.??????Z', target_date, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', target_date), target_date)),
		completed_at = iif(completed_at GLOB '????-??-??T??:??:??.??????Z', completed_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', completed_at), completed_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'goal', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_goals WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'goal', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'completed_at', 'old', rtrim(rtrim(substr(OLD.completed_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.completed_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.completed_at IS NOT becomes.completed_at UNION ALL
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'description', 'old', OLD.description, 'new', becomes.description) AS change WHERE OLD.description IS NOT becomes.description UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'goal', 'old', OLD.goal, 'new', becomes.goal) AS change WHERE OLD.goal IS NOT becomes.goal UNION ALL
			SELECT json_object('name', 'name', 'old', OLD.name, 'new', becomes.name) AS change WHERE OLD.name IS NOT becomes.name UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'target_date', 'old', rtrim(rtrim(substr(OLD.target_date, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.target_date, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.target_date IS NOT becomes.target_date UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_goals becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_goals_moved AFTER UPDATE ON onto_goals WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'goal', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_goals_deleted AFTER DELETE ON onto_goals WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_goals (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, name, target_date, completed_at, props, description, goal)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.name, OLD.target_date, OLD.completed_at, OLD.props, OLD.description, OLD.goal FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'goal', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_goals WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'goal', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_goals_forgotten AFTER DELETE ON onto_goals WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'goal';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_tasks_arrives BEFORE INSERT ON onto_tasks WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_tasks WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_tasks_inserted AFTER INSERT ON onto_tasks WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_tasks SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		start_at = iif(start_at GLOB '????-??-??T??:??:??.??????Z', start_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', start_at), start_at)),
		due_at = iif(due_at GLOB '????-??-??T??:??:??.??????Z', due_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', due_at), due_at)),
		completed_at = iif(completed_at GLOB '????-??-??T??:??:??.??????Z', completed_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', completed_at), completed_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'task', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_tasks WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'task', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_tasks_updated AFTER UPDATE ON onto_tasks WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.title IS NOT OLD.title OR NEW.priority IS NOT OLD.priority OR NEW.start_at IS NOT OLD.start_at OR NEW.due_at IS NOT OLD.due_at OR NEW.completed_at IS NOT OLD.completed_at OR NEW.facet_scale IS NOT OLD.facet_scale OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_tasks SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		start_at = iif(start_at GLOB '????-??-??T??:??:??.??????Z', start_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', start_at), start_at)),
		due_at = iif(due_at GLOB '????-??-??T??:??:??.??????Z', due_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', due_at), due_at)),
		completed_at = iif(completed_at GLOB '????-??-??T??:??:??.??????Z', completed_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', completed_at), completed_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'task', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_tasks WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'task', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'completed_at', 'old', rtrim(rtrim(substr(OLD.completed_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.completed_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.completed_at IS NOT becomes.completed_at UNION ALL
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'description', 'old', OLD.description, 'new', becomes.description) AS change WHERE OLD.description IS NOT becomes.description UNION ALL
			SELECT json_object('name', 'due_at', 'old', rtrim(rtrim(substr(OLD.due_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.due_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.due_at IS NOT becomes.due_at UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'facet_scale', 'old', OLD.facet_scale, 'new', becomes.facet_scale) AS change WHERE OLD.facet_scale IS NOT becomes.facet_scale UNION ALL
			SELECT json_object('name', 'priority', 'old', OLD.priority, 'new', becomes.priority) AS change WHERE OLD.priority IS NOT becomes.priority UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'start_at', 'old', rtrim(rtrim(substr(OLD.start_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.start_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.start_at IS NOT becomes.start_at UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'title', 'old', OLD.title, 'new', becomes.title) AS change WHERE OLD.title IS NOT becomes.title UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_tasks becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_tasks_moved AFTER UPDATE ON onto_tasks WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'task', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_tasks_deleted AFTER DELETE ON onto_tasks WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_tasks (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, title, priority, start_at, due_at, completed_at, facet_scale, props, description)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.title, OLD.priority, OLD.start_at, OLD.due_at, OLD.completed_at, OLD.facet_scale, OLD.props, OLD.description FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'task', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_tasks WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'task', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_tasks_forgotten AFTER DELETE ON onto_tasks WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'task';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_milestones_arrives BEFORE INSERT ON onto_milestones WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_milestones WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_milestones_inserted AFTER INSERT ON onto_milestones WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_milestones SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		due_at = iif(due_at GLOB '????-??-??T??:??:??.??????Z', due_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', due_at), due_at)),
		completed_at = iif(completed_at GLOB '????-??-??T??:??:??.??????Z', completed_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', completed_at), completed_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'milestone', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_milestones WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'milestone', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_milestones_updated AFTER UPDATE ON onto_milestones WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.title IS NOT OLD.title OR NEW.due_at IS NOT OLD.due_at OR NEW.completed_at IS NOT OLD.completed_at OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.milestone IS NOT OLD.milestone) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_milestones SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		due_at = iif(due_at GLOB '????-??-??T??:??:??.??????Z', due_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', due_at), due_at)),
		completed_at = iif(completed_at GLOB '????-??-??T??:??:??.??????Z', completed_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', completed_at), completed_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'milestone', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_milestones WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'milestone', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'completed_at', 'old', rtrim(rtrim(substr(OLD.completed_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.completed_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.completed_at IS NOT becomes.completed_at UNION ALL
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'description', 'old', OLD.description, 'new', becomes.description) AS change WHERE OLD.description IS NOT becomes.description UNION ALL
			SELECT json_object('name', 'due_at', 'old', rtrim(rtrim(substr(OLD.due_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.due_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.due_at IS NOT becomes.due_at UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'milestone', 'old', OLD.milestone, 'new', becomes.milestone) AS change WHERE OLD.milestone IS NOT becomes.milestone UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'title', 'old', OLD.title, 'new', becomes.title) AS change WHERE OLD.title IS NOT becomes.title UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_milestones becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_milestones_moved AFTER UPDATE ON onto_milestones WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'milestone', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_milestones_deleted AFTER DELETE ON onto_milestones WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_milestones (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, title, due_at, completed_at, props, description, milestone)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.title, OLD.due_at, OLD.completed_at, OLD.props, OLD.description, OLD.milestone FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'milestone', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_milestones WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'milestone', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_milestones_forgotten AFTER DELETE ON onto_milestones WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'milestone';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_documents_arrives BEFORE INSERT ON onto_documents WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_documents WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_documents_inserted AFTER INSERT ON onto_documents WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_documents SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'document', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_documents WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'document', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_documents_updated AFTER UPDATE ON onto_documents WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.title IS NOT OLD.title OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.content IS NOT OLD.content) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_documents SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'document', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_documents WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'document', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'content', 'old', OLD.content, 'new', becomes.content) AS change WHERE OLD.content IS NOT becomes.content UNION ALL
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'description', 'old', OLD.description, 'new', becomes.description) AS change WHERE OLD.description IS NOT becomes.description UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'title', 'old', OLD.title, 'new', becomes.title) AS change WHERE OLD.title IS NOT becomes.title UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_documents becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_documents_moved AFTER UPDATE ON onto_documents WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'document', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_documents_deleted AFTER DELETE ON onto_documents WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_documents (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, title, props, description, content)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.title, OLD.props, OLD.description, OLD.content FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'document', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_documents WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'document', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_documents_forgotten AFTER DELETE ON onto_documents WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'document';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_outputs_arrives BEFORE INSERT ON onto_outputs WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_outputs WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_outputs_inserted AFTER INSERT ON onto_outputs WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_outputs SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'output', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_outputs WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'output', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_outputs_updated AFTER UPDATE ON onto_outputs WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.name IS NOT OLD.name OR NEW.source_document_id IS NOT OLD.source_document_id OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_outputs SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'output', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_outputs WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'output', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'description', 'old', OLD.description, 'new', becomes.description) AS change WHERE OLD.description IS NOT becomes.description UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'name', 'old', OLD.name, 'new', becomes.name) AS change WHERE OLD.name IS NOT becomes.name UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'source_document_id', 'old', OLD.source_document_id, 'new', becomes.source_document_id) AS change WHERE OLD.source_document_id IS NOT becomes.source_document_id UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_outputs becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_outputs_moved AFTER UPDATE ON onto_outputs WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'output', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_outputs_deleted AFTER DELETE ON onto_outputs WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_outputs (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, name, source_document_id, props, description)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.name, OLD.source_document_id, OLD.props, OLD.description FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'output', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_outputs WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'output', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_outputs_forgotten AFTER DELETE ON onto_outputs WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'output';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_risks_arrives BEFORE INSERT ON onto_risks WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_risks WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_risks_inserted AFTER INSERT ON onto_risks WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_risks SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		mitigated_at = iif(mitigated_at GLOB '????-??-??T??:??:??.??????Z', mitigated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', mitigated_at), mitigated_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'risk', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_risks WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'risk', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_risks_updated AFTER UPDATE ON onto_risks WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.title IS NOT OLD.title OR NEW.impact IS NOT OLD.impact OR NEW.probability IS NOT OLD.probability OR NEW.mitigated_at IS NOT OLD.mitigated_at OR NEW.props IS NOT OLD.props OR NEW.content IS NOT OLD.content) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_risks SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		mitigated_at = iif(mitigated_at GLOB '????-??-??T??:??:??.??????Z', mitigated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', mitigated_at), mitigated_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'risk', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_risks WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'risk', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'content', 'old', OLD.content, 'new', becomes.content) AS change WHERE OLD.content IS NOT becomes.content UNION ALL
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'impact', 'old', OLD.impact, 'new', becomes.impact) AS change WHERE OLD.impact IS NOT becomes.impact UNION ALL
			SELECT json_object('name', 'mitigated_at', 'old', rtrim(rtrim(substr(OLD.mitigated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.mitigated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.mitigated_at IS NOT becomes.mitigated_at UNION ALL
			SELECT json_object('name', 'probability', 'old', OLD.probability, 'new', becomes.probability) AS change WHERE OLD.probability IS NOT becomes.probability UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'title', 'old', OLD.title, 'new', becomes.title) AS change WHERE OLD.title IS NOT becomes.title UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_risks becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_risks_moved AFTER UPDATE ON onto_risks WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'risk', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_risks_deleted AFTER DELETE ON onto_risks WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_risks (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, title, impact, probability, mitigated_at, props, content)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.title, OLD.impact, OLD.probability, OLD.mitigated_at, OLD.props, OLD.content FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'risk', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_risks WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'risk', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_risks_forgotten AFTER DELETE ON onto_risks WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'risk';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_decisions_arrives BEFORE INSERT ON onto_decisions WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_decisions WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_decisions_inserted AFTER INSERT ON onto_decisions WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_decisions SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		decision_at = iif(decision_at GLOB '????-??-??T??:??:??.??????Z', decision_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', decision_at), decision_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'decision', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_decisions WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'decision', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_decisions_updated AFTER UPDATE ON onto_decisions WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.title IS NOT OLD.title OR NEW.decision_at IS NOT OLD.decision_at OR NEW.props IS NOT OLD.props OR NEW.outcome IS NOT OLD.outcome OR NEW.rationale IS NOT OLD.rationale OR NEW.description IS NOT OLD.description) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_decisions SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		decision_at = iif(decision_at GLOB '????-??-??T??:??:??.??????Z', decision_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', decision_at), decision_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'decision', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_decisions WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'decision', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'decision_at', 'old', rtrim(rtrim(substr(OLD.decision_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.decision_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.decision_at IS NOT becomes.decision_at UNION ALL
			SELECT json_object('name', 'description', 'old', OLD.description, 'new', becomes.description) AS change WHERE OLD.description IS NOT becomes.description UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'outcome', 'old', OLD.outcome, 'new', becomes.outcome) AS change WHERE OLD.outcome IS NOT becomes.outcome UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'rationale', 'old', OLD.rationale, 'new', becomes.rationale) AS change WHERE OLD.rationale IS NOT becomes.rationale UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'title', 'old', OLD.title, 'new', becomes.title) AS change WHERE OLD.title IS NOT becomes.title UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_decisions becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_decisions_moved AFTER UPDATE ON onto_decisions WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'decision', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_decisions_deleted AFTER DELETE ON onto_decisions WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_decisions (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, title, decision_at, props, outcome, rationale, description)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.title, OLD.decision_at, OLD.props, OLD.outcome, OLD.rationale, OLD.description FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'decision', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_decisions WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'decision', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_decisions_forgotten AFTER DELETE ON onto_decisions WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'decision';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_requirements_arrives BEFORE INSERT ON onto_requirements WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_requirements WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_requirements_inserted AFTER INSERT ON onto_requirements WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_requirements SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'requirement', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_requirements WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'requirement', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_requirements_updated AFTER UPDATE ON onto_requirements WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.priority IS NOT OLD.priority OR NEW.props IS NOT OLD.props OR NEW.text IS NOT OLD.text) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_requirements SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'requirement', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_requirements WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'requirement', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'priority', 'old', OLD.priority, 'new', becomes.priority) AS change WHERE OLD.priority IS NOT becomes.priority UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'text', 'old', OLD.text, 'new', becomes.text) AS change WHERE OLD.text IS NOT becomes.text UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_requirements becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_requirements_moved AFTER UPDATE ON onto_requirements WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'requirement', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_requirements_deleted AFTER DELETE ON onto_requirements WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_requirements (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, created_by, created_at, updated_at, priority, props, text)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.priority, OLD.props, OLD.text FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'requirement', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_requirements WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'requirement', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_requirements_forgotten AFTER DELETE ON onto_requirements WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'requirement';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_signals_arrives BEFORE INSERT ON onto_signals WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_signals WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_signals_inserted AFTER INSERT ON onto_signals WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_signals SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		ts = iif(ts GLOB '????-??-??T??:??:??.??????Z', ts, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', ts), ts))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'signal', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_signals WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'signal', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_signals_updated AFTER UPDATE ON onto_signals WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.channel IS NOT OLD.channel OR NEW.ts IS NOT OLD.ts OR NEW.props IS NOT OLD.props OR NEW.payload IS NOT OLD.payload OR NEW.payload_summary IS NOT OLD.payload_summary) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_signals SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		ts = iif(ts GLOB '????-??-??T??:??:??.??????Z', ts, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', ts), ts))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'signal', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_signals WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'signal', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'channel', 'old', OLD.channel, 'new', becomes.channel) AS change WHERE OLD.channel IS NOT becomes.channel UNION ALL
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'payload', 'old', iif(json_valid(OLD.payload), json(OLD.payload), OLD.payload), 'new', iif(json_valid(becomes.payload), json(becomes.payload), becomes.payload)) AS change WHERE OLD.payload IS NOT becomes.payload UNION ALL
			SELECT json_object('name', 'payload_summary', 'old', OLD.payload_summary, 'new', becomes.payload_summary) AS change WHERE OLD.payload_summary IS NOT becomes.payload_summary UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'ts', 'old', rtrim(rtrim(substr(OLD.ts, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.ts, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.ts IS NOT becomes.ts UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_signals becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_signals_moved AFTER UPDATE ON onto_signals WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'signal', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_signals_deleted AFTER DELETE ON onto_signals WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_signals (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, created_by, created_at, updated_at, channel, ts, props, payload, payload_summary)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.channel, OLD.ts, OLD.props, OLD.payload, OLD.payload_summary FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'signal', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_signals WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'signal', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_signals_forgotten AFTER DELETE ON onto_signals WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'signal';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_insights_arrives BEFORE INSERT ON onto_insights WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_insights WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_insights_inserted AFTER INSERT ON onto_insights WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_insights SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'insight', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_insights WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'insight', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_insights_updated AFTER UPDATE ON onto_insights WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.title IS NOT OLD.title OR NEW.props IS NOT OLD.props OR NEW.summary IS NOT OLD.summary) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_insights SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'insight', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_insights WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'insight', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'summary', 'old', OLD.summary, 'new', becomes.summary) AS change WHERE OLD.summary IS NOT becomes.summary UNION ALL
			SELECT json_object('name', 'title', 'old', OLD.title, 'new', becomes.title) AS change WHERE OLD.title IS NOT becomes.title UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_insights becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_insights_moved AFTER UPDATE ON onto_insights WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'insight', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_insights_deleted AFTER DELETE ON onto_insights WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_insights (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, created_by, created_at, updated_at, title, props, summary)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.title, OLD.props, OLD.summary FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'insight', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_insights WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'insight', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_insights_forgotten AFTER DELETE ON onto_insights WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'insight';
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- A tombstone whose keys a new row has is deleted: for the program that deleted
-- it, it is not there.
CREATE TRIGGER onto_records_arrives BEFORE INSERT ON onto_records WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_records WHERE deleted_at IS NOT NULL AND (id = NEW.id OR project_id = NEW.project_id AND external_id = NEW.external_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_records_inserted AFTER INSERT ON onto_records WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_records SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'record', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_records WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'record', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_records_updated AFTER UPDATE ON onto_records WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.name IS NOT OLD.name OR NEW.record_type IS NOT OLD.record_type OR NEW.props IS NOT OLD.props OR NEW.fields IS NOT OLD.fields) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_records SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'record', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_records WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'record', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'fields', 'old', iif(json_valid(OLD.fields), json(OLD.fields), OLD.fields), 'new', iif(json_valid(becomes.fields), json(becomes.fields), becomes.fields)) AS change WHERE OLD.fields IS NOT becomes.fields UNION ALL
			SELECT json_object('name', 'name', 'old', OLD.name, 'new', becomes.name) AS change WHERE OLD.name IS NOT becomes.name UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'record_type', 'old', OLD.record_type, 'new', becomes.record_type) AS change WHERE OLD.record_type IS NOT becomes.record_type UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_records becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_records_moved AFTER UPDATE ON onto_records WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'record', OLD.id, NULL);
	DELETE FROM onto_entities WHERE id = OLD.id AND id IS NOT NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_records_deleted AFTER DELETE ON onto_records WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_records (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, created_by, created_at, updated_at, name, record_type, props, fields)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.name, OLD.record_type, OLD.props, OLD.fields FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'record', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_records WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'record', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_records_forgotten AFTER DELETE ON onto_records WHEN OLD.deleted_at IS NOT NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
	DELETE FROM onto_entities WHERE id = OLD.id AND kind = 'record';
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_edges_arrives BEFORE INSERT ON onto_edges WHEN NEW.rev = 0 BEGIN
	SELECT RAISE(ABORT, 'expected a UUID in lower case') WHERE NEW.id NOT LIKE '________-____-____-____-____________' OR replace(NEW.id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.project_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.project_id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.src_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.src_id, '-', '') GLOB '*[^0-9a-f]*' OR NEW.dst_id NOT LIKE '________-____-____-____-____________' OR replace(NEW.dst_id, '-', '') GLOB '*[^0-9a-f]*';
	DELETE FROM onto_edges WHERE deleted AND (id = NEW.id OR src_id = NEW.src_id AND rel = NEW.rel AND dst_id = NEW.dst_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_edges_inserted AFTER INSERT ON onto_edges WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_edges SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		src_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.src_id), src_kind),
		dst_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.dst_id), dst_kind)
	WHERE id = NEW.id;
	INSERT INTO onto_note SELECT NEW.project_id, 'linked', 'edge', NEW.id, json_array(json_object('name', 'src', 'old', NULL, 'new', NEW.src_id), json_object('name', 'rel', 'old', NULL, 'new', NEW.rel), json_object('name', 'dst', 'old', NULL, 'new', NEW.dst_id)) WHERE NOT NEW.deleted;
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- An edge that gets other ends is unlinked and linked.
CREATE TRIGGER onto_edges_updated AFTER UPDATE ON onto_edges WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.src_id IS NOT OLD.src_id OR NEW.rel IS NOT OLD.rel OR NEW.dst_id IS NOT OLD.dst_id OR NEW.deleted IS NOT OLD.deleted OR NEW.props IS NOT OLD.props) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_edges SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		src_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.src_id), src_kind),
		dst_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.dst_id), dst_kind)
	WHERE id = NEW.id;
	INSERT INTO onto_note SELECT NEW.project_id, 'unlinked', 'edge', OLD.id, json_array(json_object('name', 'src', 'old', OLD.src_id, 'new', NULL), json_object('name', 'rel', 'old', OLD.rel, 'new', NULL), json_object('name', 'dst', 'old', OLD.dst_id, 'new', NULL))
	WHERE NOT OLD.deleted AND (NEW.deleted OR (OLD.src_id, OLD.rel, OLD.dst_id) IS NOT (NEW.src_id, NEW.rel, NEW.dst_id));
	INSERT INTO onto_note SELECT NEW.project_id, 'linked', 'edge', NEW.id, json_array(json_object('name', 'src', 'old', NULL, 'new', NEW.src_id), json_object('name', 'rel', 'old', NULL, 'new', NEW.rel), json_object('name', 'dst', 'old', NULL, 'new', NEW.dst_id))
	WHERE NOT NEW.deleted AND (OLD.deleted OR (OLD.src_id, OLD.rel, OLD.dst_id) IS NOT (NEW.src_id, NEW.rel, NEW.dst_id));
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_edges_moved AFTER UPDATE ON onto_edges WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id) BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_edges_deleted AFTER DELETE ON onto_edges WHEN NOT OLD.deleted BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_edges (rev, deleted, id, project_id, src_id, src_kind, rel, dst_id, dst_kind, props)
	SELECT number, TRUE, OLD.id, OLD.project_id, OLD.src_id, OLD.src_kind, OLD.rel, OLD.dst_id, OLD.dst_kind, OLD.props
	FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'unlinked', 'edge', OLD.id, json_array(json_object('name', 'src', 'old', OLD.src_id, 'new', NULL), json_object('name', 'rel', 'old', OLD.rel, 'new', NULL), json_object('name', 'dst', 'old', OLD.dst_id, 'new', NULL)));
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_edges_forgotten AFTER DELETE ON onto_edges WHEN OLD.deleted BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, TRUE);
END;
-- +goose StatementEnd
