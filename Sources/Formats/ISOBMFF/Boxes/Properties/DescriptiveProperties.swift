/// The position of a tile in the image that contains it.
struct RelativeLocationProperty: BoxBody {
  static let type: FourCC = "rloc"
  static let specification = "ISO/IEC 23008-12 §6.5.7"

  var header = FullBoxHeader()
  var horizontalOffset: UInt32 = 0
  var verticalOffset: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "horizontal_offset", &horizontalOffset)
    try f.uint(32, "vertical_offset", &verticalOffset)
  }
}

/// The layer of a layered image that is the picture; 0xFFFF stands for any.
public struct LayerSelectorProperty: BoxBody {
  public static let type: FourCC = "lsel"
  public static let specification = "ISO/IEC 23008-12 §6.5.11"

  public var layerID: UInt16 = 0xFFFF

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "layer_id", &layerID)
  }
}

/// The reference types that a reader must support to show a predicted image.
public struct RequiredReferenceTypesProperty: BoxBody {
  public static let type: FourCC = "rref"
  public static let specification = "ISO/IEC 23008-12 §6.5.17"

  public var header = FullBoxHeader()
  public var referenceTypes: [FourCC] = []
  /// 8 bits, or 32 in copies of files from 2015; the size shows the width.
  public var countBits = 8

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    if f.isDecoding { countBits = f.rest.count > 0 && f.rest.count % 4 == 0 ? 32 : 8 }
    try f.list("reference_type", &referenceTypes, count: .bits(countBits, "reference_type_count"))
  }
}

/// A name, a description and tags for users.
public struct UserDescriptionProperty: BoxBody {
  public static let type: FourCC = "udes"
  public static let specification = "ISO/IEC 23008-12 §6.5.20"

  public var header = FullBoxHeader()
  /// RFC 5646.
  public var language: Text = ""
  public var name: Text = ""
  public var description: Text = ""
  /// Separated by commas.
  public var tags: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("lang", &language)
    try f.text("name", &name)
    try f.text("description", &description)
    try f.text("tags", &tags)
  }
}

/// An alternative text for the picture.
public struct AccessibilityTextProperty: BoxBody {
  public static let type: FourCC = "altt"
  public static let specification = "ISO/IEC 23008-12 §6.5.21"

  public var header = FullBoxHeader()
  public var altText: Text = ""
  public var altLanguage: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("alt_text", &altText)
    try f.text("alt_lang", &altLanguage)
  }
}

/// The time when the item was created (`crtt`) or modified (`mdft`).
public struct CreationTimeProperty: BoxBody {
  public static let type: FourCC = "crtt"
  public static let specification = "ISO/IEC 23008-12 §6.5.18"

  public var header = FullBoxHeader()
  /// The time in microseconds since 1904-01-01 UTC.
  public var time: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(64, "time", &time)
  }
}

/// The operating point of an AV1 item.
public struct OperatingPointSelectorProperty: BoxBody {
  public static let type: FourCC = "a1op"
  public static let specification = "AV1 Image File Format §2.3.2.1"

  public var opIndex: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "op_index", &opIndex)
  }
}

/// The sizes in bytes of all layers of an AV1 item except the last.
public struct AV1LayeredImageIndexingProperty: BoxBody {
  public static let type: FourCC = "a1lx"
  public static let specification = "AV1 Image File Format §2.3.2.3"

  public var isLarge = false
  public var layerSizes: [UInt32] = [0, 0, 0]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(7)
    try f.flag("large_size", &isLarge)
    try f.list(isLarge ? 32 : 16, "layer_size", &layerSizes, count: .exactly(3))
  }
}

// Transitions between the pictures of a slide show.

/// A transition that has a direction: `wipe`, `fade`, `splt`.
struct TransitionEffectProperty: BoxBody {
  static let type: FourCC = "wipe"
  static let specification = "ISO/IEC 23008-12 §6.5"

  var header = FullBoxHeader()
  var transitionDirection: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "transition_direction", &transitionDirection)
  }
}

/// A transition that zooms in or out.
struct ZoomTransitionEffectProperty: BoxBody {
  static let type: FourCC = "zoom"
  static let specification = "ISO/IEC 23008-12 §6.5"

  var header = FullBoxHeader()
  var transitionDirection: UInt8 = 0
  var transitionShape: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(1, "transition_direction", &transitionDirection)
    try f.uint(7, "transition_shape", &transitionShape)
  }
}

/// The duration of a transition.
struct SuggestedTransitionPeriodProperty: BoxBody {
  static let type: FourCC = "stpe"
  static let specification = "ISO/IEC 23008-12 §6.5"

  var header = FullBoxHeader()
  /// The duration in units of the standard; 0 stands for no transition.
  var transitionPeriod: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "transition_period", &transitionPeriod)
  }
}

/// The time for which a picture is shown.
struct SuggestedTimeDisplayDurationProperty: BoxBody {
  static let type: FourCC = "ssld"
  static let specification = "ISO/IEC 23008-12 §6.5"

  var header = FullBoxHeader()
  /// Seconds.
  var duration: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "duration", &duration)
  }
}

/// The property in which an item differs from the others of its series. Some writers leave out version and flags, as in
/// the entry of the sample group; the size shows the form.
struct BracketingProperty<Entry: RegisteredSyntax>: BoxBody {
  static var type: FourCC { Entry.type }
  static var specification: String { Entry.specification }

  /// The header; nil if it was left out.
  var header: FullBoxHeader? = FullBoxHeader()
  /// The property that was varied between the pictures, and its value for this one.
  var entry = Entry()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding {
      let size = (try? Entry().encoded().count) ?? 0
      header = f.rest.count == size ? nil : FullBoxHeader()
    }
    if var full = header {
      try f.fullBox(&full)
      header = full
    }
    try entry.fields(&f)
  }
}

/// Which subpictures of VVC an item has.
struct VvcSubpicIDProperty: BoxBody {
  static let type: FourCC = "spid"
  static let specification = "ISO/IEC 23008-12 §6.5"

  var header = FullBoxHeader()
  var entry = VvcSubpicIDEntry()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try entry.fields(&f)
  }
}

/// The order of subpictures of VVC in a picture.
struct VvcSubpicOrderProperty: BoxBody {
  static let type: FourCC = "spor"
  static let specification = "ISO/IEC 23008-12 §6.5"

  var header = FullBoxHeader()
  var entry = VvcSubpicOrderEntry()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try entry.fields(&f)
  }
}
