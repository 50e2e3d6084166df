package ndwire

// GetSubtype returns the subtype of the request, such as [ControlSubtypeInterrupt], also one that the spec does not know; "" if there
// is none.
func (m *ControlRequest) GetSubtype() string {
	if m.Request != nil {
		return m.Request.GetSubtype()
	}
	tag, _ := m.Extra.Get("subtype") // an unknown subtype in the flattened form
	subtype, _ := tag.Text()
	return subtype
}
