package draft

// IsRare reports whether n of all values are at most one in 1000: too few to change the type that a spec gives to a member. One line that was cut,
// or mixed with another one, must not give a member a type that no program of its protocol expects.
func IsRare(n, all int64) bool { return n > 0 && n*1000 <= all }
