package flags

// Embeddings has the flags of the embeddings endpoint. Without a URL,
// search only uses words.
type Embeddings struct {
	URL        string `name:"url" env:"URL" placeholder:"URL" help:"${embeddingURL}"`
	Model      string `env:"MODEL" placeholder:"NAME" help:"The embedding model."`
	Key        string `secret:"" env:"KEY" placeholder:"KEY" help:"API key; prefer DOSSIER_EMBEDDINGS_KEY."`
	Dimensions int    `env:"DIMENSIONS" placeholder:"N" help:"The length of a vector, for models that support several."`
}
