/// The payload of a HEIF item of type `Exif` (ISO/IEC 23008-12 §A.2.1).
public enum ExifItem {
  private static let signature: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
  /// The range in which a TIFF structure is searched for if the offset field is wrong.
  private static let searchLimit = 64

  /// The TIFF structure in `payload`; nil if there is none.
  ///
  /// Some phones store a whole JPEG segment, `FF E1` and a length, followed by more JPEG data: then the length determines
  /// the end of the structure.
  public static func tiff(in payload: Bytes) -> Bytes? {
    if let skip = payload.integer(at: 0, size: 4, .big).map(Int.init(truncatingIfNeeded:)),
      let tiff = structure(in: payload, at: 4 + skip)
    {
      return tiff
    }
    for start in 0..<max(0, min(searchLimit, payload.count)) {
      if let tiff = structure(in: payload, at: start) { return tiff }
    }
    return nil
  }

  /// Whether the bytes before a TIFF structure are as phones write them, or as in a segment of a JPEG file.
  package static func isStart(_ bytes: Bytes) -> Bool {
    let rest = bytes.dropFirst(4)
    return bytes.elementsEqual(start(ofSize: bytes.count))
      || rest.isEmpty || rest.elementsEqual(signature)
      || rest.count == 10 && rest.starts(with: [0xFF, 0xE1])
        && rest.suffix(6).elementsEqual(signature)
  }

  /// The bytes before a TIFF structure: its offset, and zeros up to it.
  package static func start(ofSize count: Int) -> [UInt8] {
    let skipped = UInt32(clamping: count - 4)
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: skipped >> $0) }
    return Array((bytes + [UInt8](repeating: 0, count: max(0, count - 4))).prefix(count))
  }

  private static func structure(in payload: Bytes, at start: Int) -> Bytes? {
    guard let tiff = payload.slice(at: start, count: max(0, payload.count - start)),
      tiff.count >= 8, TIFFFile.byteOrder(tiff) != nil
    else { return nil }
    // FF E1, a length that counts itself, "Exif\0\0".
    let header = start - 10
    guard payload.has([0xFF, 0xE1], at: header), payload.has(signature, at: start - 6),
      let length = payload.integer(at: header + 2, size: 2, .big).map(
        Int.init(truncatingIfNeeded:)), length >= 16
    else { return tiff }
    // Some writers do not count the two bytes of the length itself, so that the thumbnail is truncated.
    let used = (try? TIFFFile(tiff))?.thumbnailRange?.upperBound
    let size = used == length - 6 ? length - 6 : length - 8
    return tiff.slice(at: 0, count: min(tiff.count, size))
  }
}

extension ExifItem {
  /// The payload of an item for a TIFF structure, as phones write it: `exif_tiff_header_offset`, and
  /// the identifier that it skips.
  public static func payload(of tiff: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(JPEGSegments.exifIdentifier.count)] + JPEGSegments.exifIdentifier + tiff
  }

  /// The payload, in which `tiff` replaces `old`, its TIFF structure. Bytes around it stay if the length does not change.
  public static func payload(
    of tiff: [UInt8], replacing old: Bytes, in payload: Bytes
  ) -> [UInt8] {
    let start = old.range.lowerBound - payload.range.lowerBound
    guard tiff.count == old.count, start >= 0, start + old.count <= payload.count else {
      return self.payload(of: tiff)
    }
    return payload.prefix(start) + tiff + payload.dropFirst(start + old.count)
  }
}

/// Exif as JPEG files hold it (Exif 2.32 §4.7.2).
public enum ExifSegments {
  /// A segment has 65,535 bytes with its length.
  static let limit = 65_533 - JPEGSegments.exifIdentifier.count

  /// The payloads of the APP1 segments for a TIFF structure.
  ///
  /// The standard has only one segment. A longer structure continues in further segments with the same identifier, as
  /// ExifTool and others write and read it. Readers that support only the first segment find the directories, which are
  /// at the start.
  public static func payloads(of tiff: some Collection<UInt8>) -> [[UInt8]] {
    var rest = Array(tiff)[...]
    var payloads: [[UInt8]] = []
    repeat {
      var size = min(rest.count, limit)
      // A segment that starts like a TIFF structure would be mistaken for another one.
      while size > 1, size < rest.count,
        TIFFFile.byteOrder(Bytes(rest.dropFirst(size).prefix(4))) != nil
      { size -= 1 }
      payloads.append(JPEGSegments.exifIdentifier + rest.prefix(size))
      rest = rest.dropFirst(size)
    } while !rest.isEmpty
    return payloads
  }
}
