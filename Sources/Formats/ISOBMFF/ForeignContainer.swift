public import FieldCoding

/// Containers that do not consist of boxes: movies are converted from and to them without re-encoding.
public enum ForeignContainer: String, Sendable, CaseIterable {
  case matroska = "mkv"
  /// The part of Matroska that browsers play.
  case webm
  case transportStream = "ts"
  case flash = "flv"
  case avi

  /// The container that is written for this extension; nil if it is none of them. Packets of 192 bytes (`m2ts`), boxes
  /// (`f4v`) and Matroska of audio alone (`mka`) are none.
  public init?(extension name: String) {
    switch name.lowercased() {
    case "mkv": self = .matroska
    case "webm": self = .webm
    case "ts": self = .transportStream
    case "flv": self = .flash
    case "avi": self = .avi
    default: return nil
    }
  }

  /// The container that a file is, by its first bytes; nil if it is none of them.
  public init?(_ bytes: Bytes) {
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      // The header names it (RFC 8794 §11.2.7).
      self = bytes.prefix(64).contains(Array("webm".utf8)) ? .webm : .matroska
    } else if bytes.starts(with: Array("FLV".utf8)) {
      self = .flash
    } else if bytes.starts(with: Array("RIFF".utf8)),
      bytes.part(8..<12)?.elementsEqual(Array("AVI ".utf8)) ?? false
    {
      self = .avi
    } else if ForeignContainer.isTransportStream(bytes) {
      self = .transportStream
    } else {
      return nil
    }
  }

  /// Packets of 188 bytes start with 0x47 (ISO/IEC 13818-1 §2.4.3.2), behind four bytes in those of cameras.
  private static func isTransportStream(_ bytes: Bytes) -> Bool {
    [(0, 188), (4, 192)].contains { start, step in
      bytes.count > start + 2 * step
        && (0..<3).allSatisfy { bytes[start + $0 * step] == 0x47 }
    }
  }

  /// The description of a file with this container: `an AVI movie`.
  var text: String {
    switch self {
    case .webm: "a WebM movie"
    case .matroska: "a Matroska movie"
    case .transportStream: "an MPEG-TS movie"
    case .flash: "an FLV movie"
    case .avi: "an AVI movie"
    }
  }

  /// The name of the container.
  public var name: String {
    switch self {
    case .matroska: "Matroska"
    case .webm: "WebM"
    case .transportStream: "MPEG-TS"
    case .flash: "FLV"
    case .avi: "AVI"
    }
  }

  /// Whether such files consist of the elements of Matroska.
  public var isMatroska: Bool { self == .matroska || self == .webm }

  /// Whether such files are written.
  public var isWritten: Bool { self != .avi }
}
