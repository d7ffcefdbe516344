package transport

import (
	"context"
	"fmt"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"dossier/meter"
	"dossier/transport/document"
	"dossier/transport/price"
)

// guard enforces the limits before any resolver runs, and reports the price of
// an operation, and of its answer, in the extensions of the response.
type guard struct {
	limits        Limits
	introspection bool
	prices        price.Table
	sizes         price.Sizes
	trusted       *Documents
	persisted     *persisted
	parsed        parsedDocuments
}

var _ interface {
	graphql.HandlerExtension
	graphql.OperationParameterMutator
	graphql.OperationContextMutator
	graphql.FieldInterceptor
	graphql.ResponseInterceptor
} = (*guard)(nil)

// priceKey names the price of the operation in the response's extensions,
// actualPriceKey the price of the answer.
const priceKey, actualPriceKey = "price", "actualPrice"

// ExtensionName implements graphql.HandlerExtension.
func (g *guard) ExtensionName() string { return "Guard" }

// Validate implements graphql.HandlerExtension.
func (g *guard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationParameters finds the document, and counts its tokens and the
// values of its variables before they are parsed. A cached document was within
// the limits.
func (g *guard) MutateOperationParameters(ctx context.Context, params *graphql.RawParams) *gqlerror.Error {
	if err := g.resolve(ctx, params); err != nil {
		return err
	}
	if err := g.limits.checkValues(params.Variables); err != nil {
		return err
	}
	parsed, known := g.parsed.Get(ctx, params.Query)
	if !known {
		if err := g.limits.checkTokens(params.Query); err != nil {
			return err
		}
		parsed = parseDefaults(params.Query, g.limits.Tokens)
	}
	giveDefaults(parsed, params)
	return nil
}

// resolve sets params.Query if the request names its document.
func (g *guard) resolve(ctx context.Context, params *graphql.RawParams) *gqlerror.Error {
	switch {
	case g.trusted != nil:
		return g.trusted.resolve(params)
	case persistedHash(params) != "":
		return g.persisted.resolve(ctx, params)
	}
	return nil
}

// MutateOperationContext measures and prices the operation.
func (g *guard) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	op.DisableIntrospection = !g.introspection
	s := document.ShapeOf(op.Operation)
	if err := g.limits.checkShape(s); err != nil {
		return err
	}
	switch {
	case s.Deferred:
		return document.Invalid("@defer is not supported")
	case s.Introspection.Fields > 0 && !g.introspection:
		return document.Invalid("introspection is switched off")
	}
	sizes := price.NewScope(ctx, g.sizes)
	op.Stats.SetExtension(price.ScopeKey, sizes)
	price := g.prices.Price(op.Operation, op.Variables, sizes)
	meter.SetPrice(op, price)
	if err := within("complexity", price, g.limits.Complexity); err != nil {
		field, costs := g.prices.Dearest(op.Operation, op.Variables, sizes)
		err.Message += fmt.Sprintf("; %s costs %d of it: ask for fewer objects, levels, fields or tokens, or with shorter texts", field, costs)
		return err
	}
	if g.trusted == nil {
		g.persisted.keep(ctx, op)
	}
	return nil
}

// InterceptResponse adds the price, if there is one, to the response, and the
// price of its data.
func (g *guard) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	if !graphql.HasOperationContext(ctx) {
		return next(ctx)
	}
	operation := graphql.GetOperationContext(ctx)
	if price := meter.Price(operation); price > 0 {
		graphql.RegisterExtension(ctx, priceKey, price)
	}
	response := next(ctx)
	answered := meter.Of(operation).Fields()
	if answered != nil && response != nil && len(response.Data) > 0 {
		response.Extensions[actualPriceKey] = g.prices.Actual(answered, operation.Variables, price.ScopeOf(operation))
	}
	return response
}
