public import HEIF
public import ISOBMFF
public import Movie

/// What the bytes of a file are for: parts that cover all of it, in its order.
public struct ByteMap: Sendable, Equatable {
  /// What bytes are for.
  public enum Use: String, CaseIterable, Sendable {
    /// Boxes that say what the media is, and how it is found and played.
    case description
    /// Samples of video tracks, and of image sequences.
    case video
    /// Samples of sound tracks.
    case sound
    /// Items: coded images, and metadata.
    case items
    /// Samples of all other tracks.
    case other = "other media"
    /// Boxes that say that they are free space (ISO/IEC 14496-12 §8.1.2).
    case free = "free space"
    /// Media data that no track and no item refers to, and bytes outside of boxes.
    case unused
  }

  /// Bytes of one use.
  public struct Part: Sendable, Equatable {
    /// Where they are in the file.
    public var range: Range<Int>
    /// What they are for.
    public var use: Use
  }

  /// The parts: each starts where the one before ends, and is of another use.
  public private(set) var parts: [Part] = []

  /// - Parameters:
  ///   - file: the boxes.
  ///   - photo: the items among them, if there are any.
  ///   - movie: the tracks among them, if there are any.
  public init(_ file: BoxFile, photo: HEIFFile?, movie: MovieFile?) {
    var claims = ByteMap.samples(of: movie) + ByteMap.items(of: photo)
    claims.sort { $0.range.lowerBound < $1.range.lowerBound }
    var rest = claims[...]
    for box in file.boxes {
      guard let range = box.source?.range(in: file.bytes) else { continue }
      add(.unused, to: range.lowerBound)
      let isMedia = ["mdat", "imda"].contains(box.type)
      let isFree = ["free", "skip", "wide"].contains(box.type)
      if isMedia, let payload = box.sourcePayload?.range(in: file.bytes) {
        add(.description, to: payload.lowerBound)
      }
      while isMedia, let claim = rest.first, claim.range.lowerBound < range.upperBound {
        if claim.range.upperBound > self.end {
          add(.unused, to: claim.range.lowerBound)
          add(claim.use, to: min(claim.range.upperBound, range.upperBound))
        }
        if claim.range.upperBound > range.upperBound { break }
        rest.removeFirst()
      }
      add(isMedia ? .unused : isFree ? .free : .description, to: range.upperBound)
    }
    add(.unused, to: file.bytes.count)
  }

  private var end: Int { parts.last?.range.upperBound ?? 0 }

  private mutating func add(_ use: Use, to end: Int) {
    let start = self.end
    guard end > start else { return }
    if parts.last?.use == use {
      parts[parts.count - 1].range = parts[parts.count - 1].range.lowerBound..<end
    } else {
      parts.append(Part(range: start..<end, use: use))
    }
  }

  /// How many bytes are of a use.
  public func byteCount(_ use: Use) -> Int {
    parts.reduce(0) { $0 + ($1.use == use ? $1.range.count : 0) }
  }

  private static func samples(of movie: MovieFile?) -> [Part] {
    (movie?.tracks ?? []).flatMap { track in
      let use: Use =
        switch track.handlerType {
        case "vide", "pict", "auxv": .video
        case "soun": .sound
        default: .other
        }
      var parts: [Part] = []
      for chunk in track.samples.withBytes.chunks where chunk.location == .file(0) {
        guard let range = chunk.fileRange, !range.isEmpty else { continue }
        if let last = parts.last, last.range.upperBound == range.lowerBound {
          parts[parts.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
          parts.append(Part(range: range, use: use))
        }
      }
      return parts
    }
  }

  private static func items(of photo: HEIFFile?) -> [Part] {
    guard let photo else { return [] }
    return photo.items.flatMap { item in
      ((try? photo.placement(of: item.id)) ?? []).map { Part(range: $0, use: .items) }
    }
  }
}

extension Bytes {
  /// The places of these bytes among those of a file.
  fileprivate func range(in file: Bytes) -> Range<Int> {
    fileOffset - file.fileOffset..<fileOffset - file.fileOffset + count
  }
}
