package contextdoc

// packed returns the body about what a ranking found: a note where it found
// nothing, else what fits of the entries. Further sources go before the entries,
// which get the tokens that these leave.
func packed(r *request, sc *scope, found *ranking, loaded *texts) body {
	return func(maxTokens int) (*Document, error) {
		st, options := styleOf(r, sc, found, maxTokens), r.options
		options.MaxTokens = maxTokens
		title, nothing := st.title(found.question), len(found.answer.Nodes) == 0
		var sources []source
		if nothing {
			sources = append(sources, lines(st.noMatch(title, found.suggestions), 1, options.Count))
		} else {
			sources = append(sources, entriesOf(st, sc, found, loaded).source(options.Count))
		}
		d, err := compose(title, sources, options)
		if err != nil {
			return nil, err
		}
		if nothing {
			d.Sections = nil
		}
		d.Warnings = found.warnings
		return d, nil
	}
}
