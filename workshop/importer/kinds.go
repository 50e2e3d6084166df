package importer

import (
	"fmt"

	"github.com/ndwire/ndwire/workshop/draft"
)

// nameKinds sets `kind:` for cases of the union for lines whose kind would be that of another case: a text below a case without a tag, or two
// cases for all other values. family is the kind with which the kinds of the discriminator begin.
func nameKinds(d *draft.Discriminator, family string, used map[string]bool) {
	take := func(c *draft.Case, part string) string {
		kind := family + "/" + part
		for n := 2; used[kind]; n++ {
			c.Kind = fmt.Sprintf("%s_%d", part, n)
			kind = family + "/" + c.Kind
		}
		used[kind] = true
		return kind
	}
	for k := range d.Cases {
		c := &d.Cases[k]
		if kind := take(c, c.Text); c.Discriminator != nil {
			nameKinds(c.Discriminator, kind, used)
		}
		if c.Kind != "" {
			c.Go = draft.GoName(c.Kind) // any other name can be that of the case with the same text
		}
	}
	for _, rest := range []struct {
		*draft.Case
		word string
	}{{d.Otherwise, "other"}, {d.Absent, "absent"}} {
		switch {
		case rest.Case == nil:
		case rest.Discriminator != nil:
			nameKinds(rest.Discriminator, family, used)
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
