package usage

import (
	"math"

	"github.com/ndwire/ndwire/internal/account"
)

// Add adds o to t. Counts saturate at the range of int.
func (t *Tokens) Add(o Tokens) {
	t.InputTokens = add(t.InputTokens, o.InputTokens)
	t.OutputTokens = add(t.OutputTokens, o.OutputTokens)
	t.CacheReadInputTokens = add(t.CacheReadInputTokens, o.CacheReadInputTokens)
	t.CacheCreationInputTokens = add(t.CacheCreationInputTokens, o.CacheCreationInputTokens)
}

// Sum returns the number of all tokens, whatever their price, at most the largest int.
func (t Tokens) Sum() int {
	return add(add(t.InputTokens, t.OutputTokens), add(t.CacheReadInputTokens, t.CacheCreationInputTokens))
}

// add returns a+b, limited to the range of int.
func add(a, b int) int {
	switch sum := a + b; {
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt
	default:
		return sum
	}
}

func (t Tokens) counts() account.Tokens {
	return account.Tokens{
		account.Input:      int64(t.InputTokens),
		account.Output:     int64(t.OutputTokens),
		account.CacheRead:  int64(t.CacheReadInputTokens),
		account.CacheWrite: int64(t.CacheCreationInputTokens),
	}
}

func tokensOf(t account.Tokens) Tokens {
	n := func(i int) int { return int(max(min(t[i], math.MaxInt), math.MinInt)) }
	return Tokens{n(account.Input), n(account.Output), n(account.CacheRead), n(account.CacheWrite)}
}
