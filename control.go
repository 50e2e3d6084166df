package ndwire

// GetSubtype is the subtype of the command, [ControlSubtypeInterrupt] and its like: also one that the spec does not know, "" if there
// is none.
func (m *ControlRequest) GetSubtype() string {
	if m.Request != nil {
		return m.Request.GetSubtype()
	}
	tag, _ := m.Extra.Get("subtype") // of a command in the flattened form that the spec does not know
	subtype, _ := tag.Text()
	return subtype
}
