package importer

import (
	"fmt"

	"github.com/ndwire/ndwire/workshop/draft"
)

// nameKinds sets `kind:` for cases of the union for lines whose kind would be that of another case: a text below a case without a tag, or two
// cases for all other values. family is the kind with which the kinds of the question begin.
func nameKinds(q *draft.Question, family string, used map[string]bool) {
	take := func(c *draft.Case, part string) string {
		kind := family + "/" + part
		for n := 2; used[kind]; n++ {
			c.Kind = fmt.Sprintf("%s_%d", part, n)
			kind = family + "/" + c.Kind
		}
		used[kind] = true
		return kind
	}
	for k := range q.Cases {
		c := &q.Cases[k]
		if kind := take(c, c.Text); c.Question != nil {
			nameKinds(c.Question, kind, used)
		}
		if c.Kind != "" && c.Go == "" {
			c.Go = draft.GoName(c.Kind)
		}
	}
	for _, rest := range []struct {
		*draft.Case
		word string
	}{{q.Otherwise, "other"}, {q.Absent, "absent"}} {
		switch {
		case rest.Case == nil:
		case rest.Question != nil:
			nameKinds(rest.Question, family, used)
		case family == "":
			take(rest.Case, rest.word)
		case !used[family+"/"]:
			used[family+"/"] = true // the kind is that of the family
		default:
			rest.Kind = rest.word
			take(rest.Case, rest.word)
		}
	}
}
