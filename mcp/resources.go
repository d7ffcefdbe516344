package mcp

import (
	"context"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph/contextdoc"
)

// addResources adds the templates of resources. Each is the text of a tool
// within its default budget; that of an entity has all that fits.
func (s *server) addResources(instance *sdk.Server) {
	for _, one := range []struct {
		template, name, description string
		read                        func(ctx context.Context, s *server, name string) (*answer, error)
	}{
		{projectURI + "{id}", "project", "A project as a whole.", readProject},
		{entityURI + "{id}", "entity", "An entity with its text.", readEntityResource},
		{contextURI + "{topic}", "context", "What the graph has about a topic.", readTopic},
	} {
		template := &sdk.ResourceTemplate{URITemplate: one.template, Name: one.name, Description: one.description, MIMEType: "text/markdown"}
		prefix := one.template[:strings.IndexByte(one.template, '{')]
		instance.AddResourceTemplate(template, func(ctx context.Context, request *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			name, err := url.PathUnescape(strings.TrimPrefix(request.Params.URI, prefix))
			if err != nil {
				return nil, sdk.ResourceNotFoundError(request.Params.URI)
			}
			read, err := one.read(ctx, s, name)
			if err != nil {
				return nil, s.refused(ctx, "resources/read", err)
			}
			text := strings.TrimSuffix(read.text+"\n"+read.more, "\n")
			return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: request.Params.URI, MIMEType: "text/markdown", Text: text}}}, nil
		})
	}
}

func readProject(ctx context.Context, s *server, name string) (*answer, error) {
	id, err := s.project(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.written(ctx, contextdoc.Input{Start: contextdoc.Start{ProjectID: &id}})
}

func readEntityResource(ctx context.Context, s *server, name string) (*answer, error) {
	return getEntity(ctx, s, entityInput{IDs: some{name}, View: viewFull}, DefaultTokens)
}

func readTopic(ctx context.Context, s *server, topic string) (*answer, error) {
	return s.written(ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &topic}})
}

// written returns a document of the default size.
func (s *server) written(ctx context.Context, in contextdoc.Input) (*answer, error) {
	d, err := s.service.Context(ctx, in)
	if err != nil {
		return nil, err
	}
	return &answer{text: d.Text}, nil
}
