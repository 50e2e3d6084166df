package usage

// Add adds o to t.
func (t *Tokens) Add(o Tokens) {
	t.InputTokens += o.InputTokens
	t.OutputTokens += o.OutputTokens
	t.CacheReadInputTokens += o.CacheReadInputTokens
	t.CacheCreationInputTokens += o.CacheCreationInputTokens
}

// sub takes o away from t again.
func (t *Tokens) sub(o Tokens) {
	t.InputTokens -= o.InputTokens
	t.OutputTokens -= o.OutputTokens
	t.CacheReadInputTokens -= o.CacheReadInputTokens
	t.CacheCreationInputTokens -= o.CacheCreationInputTokens
}

// Sum is the number of all tokens, whatever their price.
func (t Tokens) Sum() int {
	return t.InputTokens + t.OutputTokens + t.CacheReadInputTokens + t.CacheCreationInputTokens
}
