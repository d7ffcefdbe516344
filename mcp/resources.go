package mcp

import (
	"context"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/mcp/dialect"
)

// templates are the templates of resources. A resource is the text of a tool
// within the default budget; for an entity, it is the full view.
var templates = []struct {
	prefix, variable, name, description string
	read                                func(ctx context.Context, s *toolbox, name string) (*answer, error)
}{
	{projectURI, "{id}", "project", "A project as a whole.", readProject},
	{entityURI, "{id}", "entity", "An entity with its text.", readEntityResource},
	{contextURI, "{topic}", "context", "What the graph has about a topic.", readTopic},
}

// addResources adds the templates of resources.
func (s *server) addResources() {
	for _, one := range templates {
		template := &sdk.ResourceTemplate{
			URITemplate: one.prefix + one.variable, Name: one.name, Description: one.description, MIMEType: "text/markdown",
		}
		s.instance.AddResourceTemplate(template, func(ctx context.Context, request *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			text, err := s.resource(ctx, request.Params.URI)
			if err != nil {
				return nil, s.refused(ctx, "resources/read", err)
			}
			return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: request.Params.URI, MIMEType: "text/markdown", Text: text}}}, nil
		})
	}
}

// projectsPerPage is the number of projects on a page of the list of resources.
const projectsPerPage = 100

// listed returns a page of the list of resources, which has the projects.
func (s *server) listed(ctx context.Context, cursor string) (*sdk.ListResourcesResult, error) {
	projects, err := s.tools.service.Projects(ctx)
	if err != nil {
		return nil, s.refused(ctx, "resources/list", err)
	}
	list := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}, Cacheable: sdk.Cacheable{CacheScope: "private"}}
	for _, project := range projects { // by id
		if project.ID <= cursor {
			continue
		}
		if len(list.Resources) == projectsPerPage {
			list.NextCursor = list.Resources[projectsPerPage-1].URI[len(projectURI):]
			break
		}
		list.Resources = append(list.Resources, &sdk.Resource{
			URI: projectURI + project.ID, Name: glyphs.Shown(graph.Line(project.Name, labelRunes)), MIMEType: "text/markdown",
			Description: strings.TrimSpace("A project, " + project.State()),
		})
	}
	return list, nil
}

// resource returns the text of a resource.
func (s *server) resource(ctx context.Context, uri string) (string, error) {
	for _, one := range templates {
		escaped, is := strings.CutPrefix(uri, one.prefix)
		if !is {
			continue
		}
		name, err := url.PathUnescape(escaped)
		if err != nil {
			break
		}
		read, err := one.read(ctx, s.tools, name)
		if err != nil {
			return "", err
		}
		return read.full(), nil
	}
	return "", graph.BadInput("uri", "expected dossier://project/ID, dossier://entity/ID or dossier://context/TOPIC; got %q",
		graph.Truncate(uri, dialect.NameRunes))
}

func readProject(ctx context.Context, s *toolbox, name string) (*answer, error) {
	id, err := s.names.project(ctx, name)
	if err != nil {
		return nil, err
	}
	return documentOf(ctx, s, contextdoc.Input{Start: contextdoc.Start{ProjectID: &id}})
}

func readEntityResource(ctx context.Context, s *toolbox, name string) (*answer, error) {
	a, err := getEntity(ctx, s, entityInput{IDs: []string{name}, View: viewFull}, DefaultTokens)
	return a, dialect.At("uri", err)
}

func readTopic(ctx context.Context, s *toolbox, topic string) (*answer, error) {
	return documentOf(ctx, s, contextdoc.Input{Start: contextdoc.Start{Topic: &topic}})
}

// documentOf returns a document within the default budget.
func documentOf(ctx context.Context, s *toolbox, in contextdoc.Input) (*answer, error) {
	d, err := s.service.Context(ctx, in)
	if err != nil {
		return nil, err
	}
	return &answer{text: d.Text}, nil
}
