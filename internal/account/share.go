package account

// shares are tokens by model.
type shares []share

// share is the part of one model.
type share struct {
	model  int
	tokens sums
}

// takeShares subtracts tokens that a total has replaced.
func (b *Book) takeShares(s shares) {
	for i := range s {
		b.take(s[i].model, s[i].tokens, 0)
	}
}

func (s shares) sum() (all sums) {
	for i := range s {
		all.add(&s[i].tokens)
	}
	return all
}

// of returns the tokens of a model.
func (s *shares) of(model int) *sums {
	for i := range *s {
		if (*s)[i].model == model {
			return &(*s)[i].tokens
		}
	}
	*s = append(*s, share{model: model})
	return &(*s)[len(*s)-1].tokens
}

func (s *shares) add(model int, t *sums) { s.of(model).add(t) }

func (s *shares) sub(model int, t *sums) { s.of(model).sub(t) }
