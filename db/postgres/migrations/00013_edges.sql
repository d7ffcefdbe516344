-- +goose Up
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
