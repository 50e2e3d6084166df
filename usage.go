package ndwire

// Add adds the counts of o. Lines of one response repeat its usage: count each Message.ID once.
func (u *BetaUsage) Add(o BetaUsage) {
	u.InputTokens += o.InputTokens
	u.OutputTokens += o.OutputTokens
	u.CacheReadInputTokens += o.CacheReadInputTokens
	u.CacheCreationInputTokens += o.CacheCreationInputTokens
	u.CacheCreation.Ephemeral5mInputTokens += o.CacheCreation.Ephemeral5mInputTokens
	u.CacheCreation.Ephemeral1hInputTokens += o.CacheCreation.Ephemeral1hInputTokens
	u.ServerToolUse.WebSearchRequests += o.ServerToolUse.WebSearchRequests
	u.ServerToolUse.WebFetchRequests += o.ServerToolUse.WebFetchRequests
	u.OutputTokensDetails.ThinkingTokens += o.OutputTokensDetails.ThinkingTokens
}
