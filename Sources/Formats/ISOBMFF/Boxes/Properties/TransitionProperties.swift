// Transitions between the pictures of a slide show.

/// A transition that has a direction: `wipe`, `fade`, `splt`.
public struct TransitionEffectProperty: BoxBody {
  public static let type: FourCC = "wipe"
  public static let specification = "ISO/IEC 23008-12 §6.5"

  public var header = FullBoxHeader()
  public var transitionDirection: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "transition_direction", &transitionDirection)
  }
}

/// A transition that zooms in or out.
public struct ZoomTransitionEffectProperty: BoxBody {
  public static let type: FourCC = "zoom"
  public static let specification = "ISO/IEC 23008-12 §6.5"

  public var header = FullBoxHeader()
  public var transitionDirection: UInt8 = 0
  public var transitionShape: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(1, "transition_direction", &transitionDirection)
    try f.uint(7, "transition_shape", &transitionShape)
  }
}

/// The duration of a transition.
public struct SuggestedTransitionPeriodProperty: BoxBody {
  public static let type: FourCC = "stpe"
  public static let specification = "ISO/IEC 23008-12 §6.5"

  public var header = FullBoxHeader()
  /// The duration in units of the standard; 0 stands for no transition.
  public var transitionPeriod: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "transition_period", &transitionPeriod)
  }
}

/// The time for which a picture is shown.
public struct SuggestedTimeDisplayDurationProperty: BoxBody {
  public static let type: FourCC = "ssld"
  public static let specification = "ISO/IEC 23008-12 §6.5"

  public var header = FullBoxHeader()
  /// Seconds.
  public var duration: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "duration", &duration)
  }
}
