/// The container of a type of box, and how often the box may occur in it.
public struct BoxContext: Hashable, Sendable {
  /// The containers of boxes.
  public enum Container: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The top of the file.
    case file
    /// A box of this type.
    case box(FourCC)
    /// A child of `stsd`, of any type.
    case sampleEntry
    /// A child of `stsd` in a video, image sequence or auxiliary video track.
    case visualSampleEntry
    /// A child of `stsd` in an audio track.
    case audioSampleEntry

    public init(stringLiteral type: StaticString) { self = .box(FourCC(stringLiteral: type)) }

    public var description: String {
      switch self {
      case .file: "file"
      case .box(let type): "\(type)"
      case .sampleEntry: "sample entry"
      case .visualSampleEntry: "visual sample entry"
      case .audioSampleEntry: "audio sample entry"
      }
    }
  }

  /// The permitted number of boxes in their container.
  public enum Occurrence: String, Hashable, Sendable {
    case exactlyOne = "exactly one"
    /// One box of the type or of its variants.
    case exactlyOneVariant = "exactly one variant"
    case atMostOne = "at most one"
    case atLeastOne = "at least one"
    case any = "any number"
  }

  /// The containers in which it may occur.
  public var containers: [Container]
  /// The permitted number of boxes in each container.
  public var occurrence: Occurrence
  /// The types that are variants of each other, with the type itself, if one of them has to be there.
  public var variants: [FourCC] = []

  /// Mandatory, and only once.
  public static func one(in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .exactlyOne)
  }
  /// Mandatory, and only once, as one of several types.
  public static func one(of variants: [FourCC], in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .exactlyOneVariant, variants: variants)
  }
  /// Optional, and only once.
  public static func optional(in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .atMostOne)
  }
  /// Mandatory, and as often as needed.
  public static func some(in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .atLeastOne)
  }
  /// Optional, and as often as needed.
  public static func any(in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .any)
  }
}
