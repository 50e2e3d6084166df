package writing

import "github.com/ndwire/ndwire/internal/notes"

// Rename returns an Extra with which a member of the record is written under another name. If the member was read under another name
// already, it returns extra.
func Rename(extra notes.Extra, name, alias string) notes.Extra {
	var set notes.Set
	if x := extra.Set(); x != nil {
		if x.FindAlias(name) != "" {
			return extra
		}
		set = *x
	}
	set.Notes = append(set.Notes[:len(set.Notes):len(set.Notes)], notes.Note{Name: name, State: notes.Aliased, Alias: alias})
	set.Lengths = 0
	return notes.ExtraOf(&set)
}
