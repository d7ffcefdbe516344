-- +goose Up
DROP TRIGGER onto_decisions_deleted;
DROP TRIGGER onto_decisions_updated;
DROP TRIGGER onto_documents_deleted;
DROP TRIGGER onto_documents_updated;
DROP TRIGGER onto_goals_deleted;
DROP TRIGGER onto_goals_updated;
DROP TRIGGER onto_insights_deleted;
DROP TRIGGER onto_insights_updated;
DROP TRIGGER onto_milestones_deleted;
DROP TRIGGER onto_milestones_updated;
DROP TRIGGER onto_outputs_deleted;
DROP TRIGGER onto_outputs_updated;
DROP TRIGGER onto_plans_deleted;
DROP TRIGGER onto_plans_inserted;
DROP TRIGGER onto_plans_updated;
DROP TRIGGER onto_projects_deleted;
DROP TRIGGER onto_projects_updated;
DROP TRIGGER onto_records_deleted;
DROP TRIGGER onto_records_updated;
DROP TRIGGER onto_requirements_deleted;
DROP TRIGGER onto_requirements_updated;
DROP TRIGGER onto_risks_deleted;
DROP TRIGGER onto_risks_updated;
DROP TRIGGER onto_signals_deleted;
DROP TRIGGER onto_signals_updated;
DROP TRIGGER onto_tasks_deleted;
DROP TRIGGER onto_tasks_updated;
ALTER TABLE onto_projects ADD COLUMN labels TEXT;
ALTER TABLE onto_plans ADD COLUMN labels TEXT;
ALTER TABLE onto_plans ADD COLUMN completed_at TEXT;
ALTER TABLE onto_goals ADD COLUMN labels TEXT;
ALTER TABLE onto_tasks ADD COLUMN labels TEXT;
ALTER TABLE onto_milestones ADD COLUMN labels TEXT;
ALTER TABLE onto_documents ADD COLUMN labels TEXT;
ALTER TABLE onto_outputs ADD COLUMN labels TEXT;
ALTER TABLE onto_risks ADD COLUMN labels TEXT;
ALTER TABLE onto_decisions ADD COLUMN labels TEXT;
ALTER TABLE onto_requirements ADD COLUMN labels TEXT;
ALTER TABLE onto_signals ADD COLUMN labels TEXT;
ALTER TABLE onto_insights ADD COLUMN labels TEXT;
ALTER TABLE onto_records ADD COLUMN labels TEXT;
-- +goose StatementBegin
CREATE TRIGGER onto_projects_updated AFTER UPDATE ON onto_projects WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.name IS NOT OLD.name OR NEW.start_at IS NOT OLD.start_at OR NEW.end_at IS NOT OLD.end_at OR NEW.facet_context IS NOT OLD.facet_context OR NEW.facet_scale IS NOT OLD.facet_scale OR NEW.facet_stage IS NOT OLD.facet_stage OR NEW.next_step_source IS NOT OLD.next_step_source OR NEW.next_step_updated_at IS NOT OLD.next_step_updated_at OR NEW.is_public IS NOT OLD.is_public OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.next_step_short IS NOT OLD.next_step_short OR NEW.next_step_long IS NOT OLD.next_step_long) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
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
CREATE TRIGGER onto_projects_deleted AFTER DELETE ON onto_projects WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.id, FALSE);
	INSERT INTO onto_projects (rev, deleted_at, label_key, owner_id, owner_name, id, external_id, type_key, state_key, created_by, created_at, updated_at, labels, name, start_at, end_at, facet_context, facet_scale, facet_stage, next_step_source, next_step_updated_at, is_public, props, description, next_step_short, next_step_long)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.name, OLD.start_at, OLD.end_at, OLD.facet_context, OLD.facet_scale, OLD.facet_stage, OLD.next_step_source, OLD.next_step_updated_at, OLD.is_public, OLD.props, OLD.description, OLD.next_step_short, OLD.next_step_long FROM onto_revisions WHERE project_id = OLD.id;
	INSERT INTO onto_list SELECT id, 'project', id, rev, TRUE, created_at, updated_at, created_by FROM onto_projects WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.id, 'deleted', 'project', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_plans_inserted AFTER INSERT ON onto_plans WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_plans SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at)),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		completed_at = iif(completed_at GLOB '????-??-??T??:??:??.??????Z', completed_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', completed_at), completed_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'plan', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_plans WHERE id = NEW.id;
	INSERT INTO onto_note VALUES (NEW.project_id, 'created', 'plan', NEW.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_plans_updated AFTER UPDATE ON onto_plans WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.name IS NOT OLD.name OR NEW.completed_at IS NOT OLD.completed_at OR NEW.facet_context IS NOT OLD.facet_context OR NEW.facet_scale IS NOT OLD.facet_scale OR NEW.facet_stage IS NOT OLD.facet_stage OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.plan IS NOT OLD.plan) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_plans SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		label_key = NULL, owner_id = NULL, owner_name = NULL,
		created_at = iif(created_at GLOB '????-??-??T??:??:??.??????Z', created_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', created_at), created_at)),
		updated_at = iif(NEW.updated_at IS OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), iif(updated_at GLOB '????-??-??T??:??:??.??????Z', updated_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', updated_at), updated_at))),
		deleted_at = iif(deleted_at GLOB '????-??-??T??:??:??.??????Z', deleted_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', deleted_at), deleted_at)),
		completed_at = iif(completed_at GLOB '????-??-??T??:??:??.??????Z', completed_at, COALESCE(strftime('%Y-%m-%dT%H:%M:%f000Z', completed_at), completed_at))
	WHERE id = NEW.id;
	INSERT INTO onto_list SELECT id, 'plan', project_id, rev, deleted_at IS NOT NULL, created_at, updated_at, created_by FROM onto_plans WHERE id = NEW.id;
	INSERT INTO onto_note SELECT project_id,
		CASE WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id THEN 'created'
			WHEN (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN 'updated' WHEN OLD.deleted_at IS NULL THEN 'deleted' ELSE 'restored' END,
		'plan', id, iif(NEW.id IS OLD.id AND NEW.project_id IS OLD.project_id, (SELECT json_group_array(json(change)) FROM (
			SELECT json_object('name', 'completed_at', 'old', rtrim(rtrim(substr(OLD.completed_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.completed_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.completed_at IS NOT becomes.completed_at UNION ALL
			SELECT json_object('name', 'created_at', 'old', rtrim(rtrim(substr(OLD.created_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.created_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.created_at IS NOT becomes.created_at UNION ALL
			SELECT json_object('name', 'description', 'old', OLD.description, 'new', becomes.description) AS change WHERE OLD.description IS NOT becomes.description UNION ALL
			SELECT json_object('name', 'external_id', 'old', OLD.external_id, 'new', becomes.external_id) AS change WHERE OLD.external_id IS NOT becomes.external_id UNION ALL
			SELECT json_object('name', 'facet_context', 'old', OLD.facet_context, 'new', becomes.facet_context) AS change WHERE OLD.facet_context IS NOT becomes.facet_context UNION ALL
			SELECT json_object('name', 'facet_scale', 'old', OLD.facet_scale, 'new', becomes.facet_scale) AS change WHERE OLD.facet_scale IS NOT becomes.facet_scale UNION ALL
			SELECT json_object('name', 'facet_stage', 'old', OLD.facet_stage, 'new', becomes.facet_stage) AS change WHERE OLD.facet_stage IS NOT becomes.facet_stage UNION ALL
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
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
CREATE TRIGGER onto_plans_deleted AFTER DELETE ON onto_plans WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_plans (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, labels, name, completed_at, facet_context, facet_scale, facet_stage, props, description, plan)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.name, OLD.completed_at, OLD.facet_context, OLD.facet_scale, OLD.facet_stage, OLD.props, OLD.description, OLD.plan FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'plan', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_plans WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'plan', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_goals_updated AFTER UPDATE ON onto_goals WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.name IS NOT OLD.name OR NEW.target_date IS NOT OLD.target_date OR NEW.completed_at IS NOT OLD.completed_at OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.goal IS NOT OLD.goal) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
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
CREATE TRIGGER onto_goals_deleted AFTER DELETE ON onto_goals WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_goals (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, labels, name, target_date, completed_at, props, description, goal)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.name, OLD.target_date, OLD.completed_at, OLD.props, OLD.description, OLD.goal FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'goal', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_goals WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'goal', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_tasks_updated AFTER UPDATE ON onto_tasks WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.title IS NOT OLD.title OR NEW.priority IS NOT OLD.priority OR NEW.start_at IS NOT OLD.start_at OR NEW.due_at IS NOT OLD.due_at OR NEW.completed_at IS NOT OLD.completed_at OR NEW.facet_scale IS NOT OLD.facet_scale OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
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
CREATE TRIGGER onto_tasks_deleted AFTER DELETE ON onto_tasks WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_tasks (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, labels, title, priority, start_at, due_at, completed_at, facet_scale, props, description)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.title, OLD.priority, OLD.start_at, OLD.due_at, OLD.completed_at, OLD.facet_scale, OLD.props, OLD.description FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'task', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_tasks WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'task', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_milestones_updated AFTER UPDATE ON onto_milestones WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.title IS NOT OLD.title OR NEW.due_at IS NOT OLD.due_at OR NEW.completed_at IS NOT OLD.completed_at OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.milestone IS NOT OLD.milestone) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
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
CREATE TRIGGER onto_milestones_deleted AFTER DELETE ON onto_milestones WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_milestones (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, labels, title, due_at, completed_at, props, description, milestone)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.title, OLD.due_at, OLD.completed_at, OLD.props, OLD.description, OLD.milestone FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'milestone', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_milestones WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'milestone', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_documents_updated AFTER UPDATE ON onto_documents WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.title IS NOT OLD.title OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description OR NEW.content IS NOT OLD.content) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'state_key', 'old', OLD.state_key, 'new', becomes.state_key) AS change WHERE OLD.state_key IS NOT becomes.state_key UNION ALL
			SELECT json_object('name', 'title', 'old', OLD.title, 'new', becomes.title) AS change WHERE OLD.title IS NOT becomes.title UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_documents becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_documents_deleted AFTER DELETE ON onto_documents WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_documents (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, labels, title, props, description, content)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.title, OLD.props, OLD.description, OLD.content FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'document', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_documents WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'document', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_outputs_updated AFTER UPDATE ON onto_outputs WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.name IS NOT OLD.name OR NEW.source_document_id IS NOT OLD.source_document_id OR NEW.props IS NOT OLD.props OR NEW.description IS NOT OLD.description) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
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
CREATE TRIGGER onto_outputs_deleted AFTER DELETE ON onto_outputs WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_outputs (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, labels, name, source_document_id, props, description)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.name, OLD.source_document_id, OLD.props, OLD.description FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'output', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_outputs WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'output', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_risks_updated AFTER UPDATE ON onto_risks WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.title IS NOT OLD.title OR NEW.impact IS NOT OLD.impact OR NEW.probability IS NOT OLD.probability OR NEW.mitigated_at IS NOT OLD.mitigated_at OR NEW.props IS NOT OLD.props OR NEW.content IS NOT OLD.content) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
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
CREATE TRIGGER onto_risks_deleted AFTER DELETE ON onto_risks WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_risks (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, labels, title, impact, probability, mitigated_at, props, content)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.title, OLD.impact, OLD.probability, OLD.mitigated_at, OLD.props, OLD.content FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'risk', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_risks WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'risk', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_decisions_updated AFTER UPDATE ON onto_decisions WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.state_key IS NOT OLD.state_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.title IS NOT OLD.title OR NEW.decision_at IS NOT OLD.decision_at OR NEW.props IS NOT OLD.props OR NEW.outcome IS NOT OLD.outcome OR NEW.rationale IS NOT OLD.rationale OR NEW.description IS NOT OLD.description) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
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
CREATE TRIGGER onto_decisions_deleted AFTER DELETE ON onto_decisions WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_decisions (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, state_key, created_by, created_at, updated_at, labels, title, decision_at, props, outcome, rationale, description)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.state_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.title, OLD.decision_at, OLD.props, OLD.outcome, OLD.rationale, OLD.description FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'decision', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_decisions WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'decision', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_requirements_updated AFTER UPDATE ON onto_requirements WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.priority IS NOT OLD.priority OR NEW.props IS NOT OLD.props OR NEW.text IS NOT OLD.text) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
			SELECT json_object('name', 'priority', 'old', OLD.priority, 'new', becomes.priority) AS change WHERE OLD.priority IS NOT becomes.priority UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'text', 'old', OLD.text, 'new', becomes.text) AS change WHERE OLD.text IS NOT becomes.text UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_requirements becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_requirements_deleted AFTER DELETE ON onto_requirements WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_requirements (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, created_by, created_at, updated_at, labels, priority, props, text)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.priority, OLD.props, OLD.text FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'requirement', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_requirements WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'requirement', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_signals_updated AFTER UPDATE ON onto_signals WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.channel IS NOT OLD.channel OR NEW.ts IS NOT OLD.ts OR NEW.props IS NOT OLD.props OR NEW.payload IS NOT OLD.payload OR NEW.payload_summary IS NOT OLD.payload_summary) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
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
CREATE TRIGGER onto_signals_deleted AFTER DELETE ON onto_signals WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_signals (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, created_by, created_at, updated_at, labels, channel, ts, props, payload, payload_summary)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.channel, OLD.ts, OLD.props, OLD.payload, OLD.payload_summary FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'signal', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_signals WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'signal', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_insights_updated AFTER UPDATE ON onto_insights WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.title IS NOT OLD.title OR NEW.props IS NOT OLD.props OR NEW.summary IS NOT OLD.summary) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'summary', 'old', OLD.summary, 'new', becomes.summary) AS change WHERE OLD.summary IS NOT becomes.summary UNION ALL
			SELECT json_object('name', 'title', 'old', OLD.title, 'new', becomes.title) AS change WHERE OLD.title IS NOT becomes.title UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_insights becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_insights_deleted AFTER DELETE ON onto_insights WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_insights (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, created_by, created_at, updated_at, labels, title, props, summary)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.title, OLD.props, OLD.summary FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'insight', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_insights WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'insight', OLD.id, NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_records_updated AFTER UPDATE ON onto_records WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.external_id IS NOT OLD.external_id OR NEW.type_key IS NOT OLD.type_key OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at OR NEW.updated_at IS NOT OLD.updated_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.labels IS NOT OLD.labels OR NEW.name IS NOT OLD.name OR NEW.record_type IS NOT OLD.record_type OR NEW.props IS NOT OLD.props OR NEW.fields IS NOT OLD.fields) BEGIN
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
			SELECT json_object('name', 'labels', 'old', iif(json_valid(OLD.labels), json(OLD.labels), OLD.labels), 'new', iif(json_valid(becomes.labels), json(becomes.labels), becomes.labels)) AS change WHERE OLD.labels IS NOT becomes.labels UNION ALL
			SELECT json_object('name', 'name', 'old', OLD.name, 'new', becomes.name) AS change WHERE OLD.name IS NOT becomes.name UNION ALL
			SELECT json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(becomes.props), json(becomes.props), becomes.props)) AS change WHERE OLD.props IS NOT becomes.props UNION ALL
			SELECT json_object('name', 'record_type', 'old', OLD.record_type, 'new', becomes.record_type) AS change WHERE OLD.record_type IS NOT becomes.record_type UNION ALL
			SELECT json_object('name', 'type_key', 'old', OLD.type_key, 'new', becomes.type_key) AS change WHERE OLD.type_key IS NOT becomes.type_key UNION ALL
			SELECT json_object('name', 'updated_at', 'old', rtrim(rtrim(substr(OLD.updated_at, 1, 26), '0'), '.') || 'Z', 'new', rtrim(rtrim(substr(becomes.updated_at, 1, 26), '0'), '.') || 'Z') AS change WHERE OLD.updated_at IS NOT becomes.updated_at)), NULL)
	FROM onto_records becomes WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_records_deleted AFTER DELETE ON onto_records WHEN OLD.deleted_at IS NULL BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_records (rev, deleted_at, label_key, owner_id, owner_name, id, project_id, external_id, type_key, created_by, created_at, updated_at, labels, name, record_type, props, fields)
	SELECT number, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), OLD.label_key, OLD.owner_id, OLD.owner_name, OLD.id, OLD.project_id, OLD.external_id, OLD.type_key, OLD.created_by, OLD.created_at, OLD.updated_at, OLD.labels, OLD.name, OLD.record_type, OLD.props, OLD.fields FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_list SELECT id, 'record', project_id, rev, TRUE, created_at, updated_at, created_by FROM onto_records WHERE id = OLD.id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'deleted', 'record', OLD.id, NULL);
END;
-- +goose StatementEnd
