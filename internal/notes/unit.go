package notes

// UnitInObject is the set of a record that is nothing but its name, where null stood beside it: {"Quit":null}. It is shared.
var UnitInObject = &Set{Notes: []Note{{State: IsNull}}}
