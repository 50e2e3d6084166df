package rustyclaw

// GetName returns the name of the tool in both forms: Name, or Bare where the name stands for the whole tool.
func (m *ToolInfo) GetName() string {
	if m.Bare != "" {
		return m.Bare
	}
	return m.Name
}
