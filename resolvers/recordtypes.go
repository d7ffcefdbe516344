package resolvers

import (
	"context"

	"dossier/graph"
	"dossier/graph/edit"
	"dossier/graph/rows"
)

// RecordTypes returns the record types of the deployment.
func (r *queries) RecordTypes(ctx context.Context) ([]graph.RecordType, error) {
	return list(r.service.RecordTypes(ctx))
}

// SaveRecordType creates or changes a record type.
func (r *mutations) SaveRecordType(ctx context.Context, input map[string]any, clientID *string) (*graph.RecordType, error) {
	change := edit.TypeChange{Fields: rows.Members{}}
	for _, column := range []string{"name", "icon", "fields"} {
		if value, given := input[column]; given {
			change.Fields[column] = encoded(value)
		}
	}
	return r.changeType(ctx, change, input, clientID)
}

// DeleteRecordType deletes a record type.
func (r *mutations) DeleteRecordType(ctx context.Context, input map[string]any, clientID *string) (*graph.RecordType, error) {
	return r.changeType(ctx, edit.TypeChange{Delete: true}, input, clientID)
}

func (r *mutations) changeType(ctx context.Context, change edit.TypeChange, input map[string]any,
	clientID *string) (*graph.RecordType, error) {
	change.Key, _ = input["key"].(string)
	change.IfVersion, _ = input["ifVersion"].(*string)
	return r.service.ChangeType(ctx, change, graph.Or(clientID, ""))
}
