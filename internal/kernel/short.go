package kernel

// ShortRoom is the room that Short needs, and the most that it reads.
const ShortRoom = 64

// HasShort reports whether the level in use has Short and PlainShort.
func HasShort() bool { return level != Portable }
