-- +goose Up
DROP TRIGGER onto_edges_deleted;
DROP TRIGGER onto_edges_inserted;
DROP TRIGGER onto_edges_updated;
-- +goose StatementBegin
CREATE TRIGGER onto_edges_inserted AFTER INSERT ON onto_edges WHEN NEW.rev = 0 BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_edges SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		src_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.src_id), src_kind),
		dst_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.dst_id), dst_kind)
	WHERE id = NEW.id;
	INSERT INTO onto_note SELECT NEW.project_id, 'linked', 'edge', NEW.id, iif(COALESCE(NULL, NEW.props) IS NULL, json_array(json_object('name', 'src', 'old', NULL, 'new', NEW.src_id), json_object('name', 'rel', 'old', NULL, 'new', NEW.rel), json_object('name', 'dst', 'old', NULL, 'new', NEW.dst_id)), json_array(json_object('name', 'src', 'old', NULL, 'new', NEW.src_id), json_object('name', 'rel', 'old', NULL, 'new', NEW.rel), json_object('name', 'dst', 'old', NULL, 'new', NEW.dst_id), json_object('name', 'props', 'old', iif(json_valid(NULL), json(NULL), NULL), 'new', iif(json_valid(NEW.props), json(NEW.props), NEW.props)))) WHERE NOT NEW.deleted;
END;
-- +goose StatementEnd
-- +goose StatementBegin
-- An edge that gets other ends or props is unlinked and linked.
CREATE TRIGGER onto_edges_updated AFTER UPDATE ON onto_edges WHEN NEW.rev = OLD.rev AND NOT EXISTS (SELECT 1 FROM onto_revisions WHERE project_id = OLD.project_id AND number + 1 = NEW.rev) AND (NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.src_id IS NOT OLD.src_id OR NEW.rel IS NOT OLD.rel OR NEW.dst_id IS NOT OLD.dst_id OR NEW.deleted IS NOT OLD.deleted OR NEW.props IS NOT OLD.props) BEGIN
	INSERT INTO onto_revise VALUES (NEW.project_id, FALSE);
	UPDATE onto_edges SET rev = (SELECT number FROM onto_revisions WHERE project_id = NEW.project_id),
		src_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.src_id), src_kind),
		dst_kind = COALESCE((SELECT kind FROM onto_entities WHERE id = NEW.dst_id), dst_kind)
	WHERE id = NEW.id;
	INSERT INTO onto_note SELECT NEW.project_id, 'unlinked', 'edge', OLD.id, iif(COALESCE(OLD.props, NULL) IS NULL, json_array(json_object('name', 'src', 'old', OLD.src_id, 'new', NULL), json_object('name', 'rel', 'old', OLD.rel, 'new', NULL), json_object('name', 'dst', 'old', OLD.dst_id, 'new', NULL)), json_array(json_object('name', 'src', 'old', OLD.src_id, 'new', NULL), json_object('name', 'rel', 'old', OLD.rel, 'new', NULL), json_object('name', 'dst', 'old', OLD.dst_id, 'new', NULL), json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(NULL), json(NULL), NULL))))
	WHERE NOT OLD.deleted AND (NEW.deleted OR (OLD.src_id, OLD.rel, OLD.dst_id, OLD.props) IS NOT (NEW.src_id, NEW.rel, NEW.dst_id, NEW.props));
	INSERT INTO onto_note SELECT NEW.project_id, 'linked', 'edge', NEW.id, iif(COALESCE(NULL, NEW.props) IS NULL, json_array(json_object('name', 'src', 'old', NULL, 'new', NEW.src_id), json_object('name', 'rel', 'old', NULL, 'new', NEW.rel), json_object('name', 'dst', 'old', NULL, 'new', NEW.dst_id)), json_array(json_object('name', 'src', 'old', NULL, 'new', NEW.src_id), json_object('name', 'rel', 'old', NULL, 'new', NEW.rel), json_object('name', 'dst', 'old', NULL, 'new', NEW.dst_id), json_object('name', 'props', 'old', iif(json_valid(NULL), json(NULL), NULL), 'new', iif(json_valid(NEW.props), json(NEW.props), NEW.props))))
	WHERE NOT NEW.deleted AND (OLD.deleted OR (OLD.src_id, OLD.rel, OLD.dst_id, OLD.props) IS NOT (NEW.src_id, NEW.rel, NEW.dst_id, NEW.props));
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER onto_edges_deleted AFTER DELETE ON onto_edges WHEN NOT OLD.deleted BEGIN
	INSERT INTO onto_revise VALUES (OLD.project_id, FALSE);
	INSERT INTO onto_edges (rev, deleted, id, project_id, src_id, src_kind, rel, dst_id, dst_kind, props)
	SELECT number, TRUE, OLD.id, OLD.project_id, OLD.src_id, OLD.src_kind, OLD.rel, OLD.dst_id, OLD.dst_kind, OLD.props
	FROM onto_revisions WHERE project_id = OLD.project_id;
	INSERT INTO onto_note VALUES (OLD.project_id, 'unlinked', 'edge', OLD.id, iif(COALESCE(OLD.props, NULL) IS NULL, json_array(json_object('name', 'src', 'old', OLD.src_id, 'new', NULL), json_object('name', 'rel', 'old', OLD.rel, 'new', NULL), json_object('name', 'dst', 'old', OLD.dst_id, 'new', NULL)), json_array(json_object('name', 'src', 'old', OLD.src_id, 'new', NULL), json_object('name', 'rel', 'old', OLD.rel, 'new', NULL), json_object('name', 'dst', 'old', OLD.dst_id, 'new', NULL), json_object('name', 'props', 'old', iif(json_valid(OLD.props), json(OLD.props), OLD.props), 'new', iif(json_valid(NULL), json(NULL), NULL)))));
END;
-- +goose StatementEnd
