package query

import (
	"strings"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/records"
)

// The limits of what one question may ask for, by eye: a page is what a screen
// or a model reads at once, and the largest questions take a second or less.
const (
	// MaxPage is how many entities a page may have.
	MaxPage = 200
	// DefaultPage is how many it has unless the question says otherwise.
	DefaultPage = 20
	// MaxIDs is how many entities may be asked for by id at once.
	MaxIDs = 200
	// MaxGraphPage is how many nodes a page of a project's graph may have.
	MaxGraphPage = 1000
	// MaxSearchPage is how many hits a page of a search may have.
	MaxSearchPage = 50
	// maxSearchOffset is how far the pages of a search go.
	maxSearchOffset = 10_000
	// DefaultMentions is how many candidates of a mention there are unless the
	// question says otherwise.
	DefaultMentions = 8
	// MaxMentions is how many mentions of a message are resolved.
	MaxMentions = records.MaxMentions
	// MaxStartIDs is how many topics or entities a context document may start
	// from.
	MaxStartIDs = 20
	// MaxContextDepth is how many edges from its start a context document may go.
	MaxContextDepth = lens.MaxDepth
	// MinTokens is the least budget of a context document.
	MinTokens = 100
	// DefaultTokens is its budget unless the question says otherwise.
	DefaultTokens = 4000
	// MaxTokens is its largest budget.
	MaxTokens = 200_000
	// MaxQueryRunes is how long a search query may be.
	MaxQueryRunes = 2_000
	// MaxTopicRunes is how much of a topic is compared: an issue or a log.
	MaxTopicRunes = 20_000
	// MaxMessageRunes is how long a message may be.
	MaxMessageRunes = 20_000
	// defaultEncoding counts tokens unless the question says otherwise.
	defaultEncoding = "o200k_base"
)

// checkKinds refuses kinds that are not declared.
func checkKinds(argument string, kinds []graph.Kind) error {
	for _, kind := range kinds {
		if _, err := graph.ParseKind(argument, string(kind)); err != nil {
			return err
		}
	}
	return nil
}

// checkWords refuses words that cannot be searched for.
func checkWords(argument, words string) error {
	if err := checkBlank(argument, words); err != nil {
		return err
	}
	if n := utf8.RuneCountInString(words); n > MaxQueryRunes {
		return graph.BadInput(argument, "%d characters are too many; want at most %d", n, MaxQueryRunes)
	}
	return nil
}

func checkBlank(argument, words string) error {
	if strings.TrimSpace(words) == "" {
		return graph.BadInput(argument, "is blank; give the words to look for")
	}
	return nil
}

// checkMessage refuses a message that is too long to be looked through.
func checkMessage(argument, message string) error {
	if n := utf8.RuneCountInString(message); n > MaxMessageRunes {
		return graph.BadInput(argument, "%d characters are too many; want at most %d", n, MaxMessageRunes)
	}
	return nil
}
