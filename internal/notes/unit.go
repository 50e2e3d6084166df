package notes

// UnitInObject is the set of a record that has only a name, if the line had it in an object with null: {"Quit":null}. It is shared.
var UnitInObject = &Set{Notes: []Note{{State: IsNull}}}
