package passage

// Params are the constants of passages. They were chosen one at a time on 80
// questions for a section over the Kubernetes enhancement proposals, and on four
// sets of other wordings, whose figures are in docs/notebook/relevance.md.
type Params struct {
	// Heading is the evidence of a heading that consists of words of the question,
	// in nats. Precision is the exponent of the share that these words are of
	// other headings. If punctuation separates alternatives, as in
	// "Notes/Constraints/Caveats", the share is the geometric mean of that of the
	// whole and that of the best alternative: of 224 sections of KEPs in other
	// words, 74.7 instead of 73.9 % were found in 2,000 tokens.
	Heading, Precision float64
	// Similar is how well a word of a heading fits a word of the question if one
	// begins with the other, 0 to 1, or if it begins with a related word. Related
	// multiplies the weight of a related word of the dictionary. Of sections asked for in other words, with the subject
	// given, 66 instead of 63 % were in the first 400 tokens of RFCs, 94 instead of
	// 91 % in the first 1,500 of KEPs, and 81 instead of 77 % of PEPs. At 2 fewer of
	// KEPs were.
	Similar, Related float64
	// Headings is the weight of a word that heads the same sections as a word of the
	// question ([lexicon.Headings]). Of sections of KEPs asked for in 70 other
	// wordings, 87 instead of 76 % were found in 2,000 tokens, and 60 instead of 45 %
	// in 500; at .6, 84 and 57 %; at 1, 88 and 61 %, but fewer of the 80.
	Headings float64
	// Smoothing is the number of sections, with the words of all sections, that
	// is added to the sections of a class. Length is the exponent by which a class
	// of long sections loses evidence, because these have more words of every kind.
	Smoothing, Length float64
	// Parent multiplies the evidence of a heading for the sections inside its
	// section. Empty does so if the section has no sentences of its own.
	Parent, Empty float64
	// Stop is the weight of a stop word. Rare is the exponent by which words of
	// few families lose weight, because they name the subject. Headed is the least
	// weight of those in a heading of a subject that the question names: of sections
	// of Rust's proposals that were asked for by their headings, 94 instead of 90 %
	// were found in 2,000 tokens.
	Stop, Rare, Headed float64
	// Norm is the exponent of the norm by which the evidence of all words is
	// summed. Above 1, one word with much evidence counts more than several with
	// little, which occur together by chance.
	Norm float64
	// Words is the weight of the words that a section has. Explained is the
	// exponent by which words that headings explain lose that weight.
	Words, Explained float64
	// Unnamed multiplies Words if the question does not name its subject.
	Unnamed float64
	// Own is the number of a section's own words from which on it has its full
	// score. By eye.
	Own float64
	// Guessed is the share of a question below which the headings of all sections
	// do not explain it. Sections are then guessed, and lose Cost for each e-fold of
	// their words, from Short on: the chance that a section has the answer is about
	// e to its score, and what it costs is its length. Of sections in other words
	// in 2,000 tokens, 87 instead of 71 % were found in Rust's proposals, and 77
	// instead of 75 % in Python's, with .15. With .11, 76.0 instead of 74.7 % of
	// those 224 were found, and 84.3 instead of 83.0 % of the 80; at .25 71.1 and 81.6.
	Guessed, Cost, Short float64
	// Near is what such a section gains that is the nearest to the words of the
	// question. Without it, 64 instead of 72 % of sections of Bitcoin's proposals were
	// found in 500 tokens, and 92 instead of 100 % of an airport's in 2,000; with 4, 68 %
	// of Bitcoin's.
	Near float64
	// Excerpt is the most words that a section costs of which one sentence has several
	// words of the question, because it is quoted from there. Of sections of 100
	// proposals of NEAR and Ember asked for by what they mean, 92 instead of 77 % were
	// found in 2,000 tokens; at 150, 85 %.
	Excerpt float64
	// Prior is the score of a section for each e-fold of the number of sections
	// with such a heading: what many documents say about their subjects is what
	// questions ask for, in whatever words. Of sections asked for in other words,
	// 59 instead of 55 % were found of KEPs in 2,000 tokens, 74 instead of 72 % of
	// PEPs and 91 instead of 90 % of EIPs. At .2 it was 58, 74 and 92 %. It is 0 for
	// a question that does not name its subject.
	Prior float64
	// Terms is the maximum number of words of a question that are looked up. By
	// eye: it limits the cost.
	Terms int
	// Long is the number of terms from which on a question is a message, of which
	// one sentence may ask for a section. Lines is the number of sentences that are
	// looked at, the last ones. By eye: both limit the cost. Clear is the least
	// evidence of headings for that sentence: at 2, an abstract of eips was read as
	// such a message; at 3.2, two of 30 messages were not.
	Long, Lines int
	Clear       float64
	// MinClass is the least number of sections of a class that a subject is
	// expected to have. By eye.
	MinClass int32
}

// Defaults returns the constants in use.
func Defaults() Params {
	return Params{
		Heading: 3.5, Precision: .75, Similar: .6, Related: 1, Headings: .8,
		Smoothing: 20, Length: .75,
		Parent: .6, Empty: .9,
		Stop: .5, Rare: 1, Headed: .8, Norm: 1.5,
		Words: .7, Explained: .5, Unnamed: .2,
		Own: 10, Guessed: .11, Cost: .5, Short: 40, Near: 8, Excerpt: 80, Prior: .1, Terms: 40, Long: 25, Lines: 60, Clear: 2.6, MinClass: 3,
	}
}
