package ndwire

// Add adds the counts of o. Lines of one response repeat its usage: count each Message.ID once.
func (u *BetaUsage) Add(o BetaUsage) {
	u.InputTokens += o.InputTokens
	u.OutputTokens += o.OutputTokens
	u.CacheReadInputTokens += o.CacheReadInputTokens
	u.CacheCreationInputTokens += o.CacheCreationInputTokens
}
