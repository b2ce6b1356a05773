/// The initial position of a movie's window.
public struct WindowLocationBox: BoxBody {
  public static let type: FourCC = "WLOC"
  public static let specification = "QuickTime File Format: User data"

  public var x: UInt16 = 0
  public var y: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "x", &x)
    try f.uint(16, "y", &y)
  }
}

/// How a movie repeats.
public struct LoopStyleBox: BoxBody {
  public static let type: FourCC = "LOOP"
  public static let specification = "QuickTime File Format: User data"

  public var style: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "style", &style, as: .names([0: "from the start", 1: "back and forth"]))
  }
}

/// Whether only the selection is played (`SelO`), or every frame regardless of time (`AllF`).
public struct UserDataFlagBox: BoxBody {
  public static let type: FourCC = "SelO"
  public static let specification = "QuickTime File Format: User data"

  public var value: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "value", &value)
  }
}

/// How a movie is put on tape.
public struct PrintToVideoBox: BoxBody {
  public static let type: FourCC = "ptv "
  public static let specification = "QuickTime File Format: User data"

  public var displaySize: UInt16 = 0
  public var reserved: UInt32 = 0
  public var slideShow: UInt8 = 0
  public var playOnOpen: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      16, "display_size", &displaySize,
      as: .names([0: "normal", 1: "double", 2: "half", 3: "full screen", 4: "current"]))
    try f.uint(32, "reserved", &reserved, as: .hex)
    try f.uint(8, "slide_show", &slideShow)
    try f.uint(8, "play_on_open", &playOnOpen)
  }
}
