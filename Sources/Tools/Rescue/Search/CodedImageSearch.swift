import AV1
import AVC
public import FieldCoding
import HEVC
public import ISOBMFF

/// Finds the coded images of a photo in its bytes, in the order that those of another photo of the same camera have.
public struct CodedImageSearch {
  /// An image of the other photo.
  public struct Image: Sendable {
    fileprivate var syntax: Syntax
    /// The number of its bytes.
    fileprivate var byteCount: Int

    fileprivate enum Syntax: Sendable {
      case hevc(HEVCSyntax)
      case avc(AVCSyntax)
      case av1([Bytes])
    }

    /// Nil for anything that is not an image with a codec whose data shows where it begins and ends.
    ///
    /// - Parameters:
    ///   - properties: the properties of the image.
    ///   - data: its data.
    public init?(_ properties: [Box], data: Bytes) {
      // Slices of all intra frames: coded images are nothing else (ISO/IEC 23008-12 §B.2.2).
      if let record = properties.first(HEVCConfigurationBox.self)?.record,
        let syntax = HEVCSyntax(record, besides: [], types: [])
      {
        self.syntax = .hevc(syntax)
      } else if let record = properties.first(AVCConfigurationBox.self)?.record,
        let syntax = AVCSyntax(record, besides: [], types: [])
      {
        self.syntax = .avc(syntax)
      } else if properties.first("av1C") != nil,
        let units = try? AV1CodecConfigurationRecord.units(ofSample: data, lengthSize: 0),
        let header = units.first(where: {
          AV1CodecConfigurationRecord.kind(of: $0) == .parameterSet
        })
      {
        syntax = .av1([header])
      } else {
        return nil
      }
      byteCount = data.count
    }

    fileprivate func reader(_ sizes: ReferenceSizes) -> (any LostSampleReader)? {
      switch syntax {
      case .hevc(let syntax): FrameReader(syntax: syntax, sizes: sizes).thorough
      case .avc(let syntax): FrameReader(syntax: syntax, sizes: sizes).thorough
      case .av1(let headers): OBUReader(headers, sizes)
      }
    }

    /// What the image can begin with.
    fileprivate func starts(_ reader: any LostSampleReader) -> BytePairs {
      guard case .av1 = syntax else { return BytePairs(startsOf: reader.firstWords) }
      var pairs = BytePairs()
      // A sequence header that states its size.
      pairs.insert(0x0A01...0x0AFF)
      return pairs
    }
  }

  /// - Parameters:
  ///   - data: the media data of the photo.
  ///   - others: the images of the other photo, in the order of their offsets.
  /// - Returns: the ranges of as many of the images as were found, in the same order.
  public static func images(in data: Bytes, like others: [Image]) -> [Range<Int>] {
    var sizes = ReferenceSizes()
    for other in others { sizes.add(other.byteCount) }
    var found: [Range<Int>] = []
    var position = 0
    for other in others {
      guard let range = image(like: other, sizes, in: data, from: position) else { break }
      found.append(range)
      position = range.upperBound
    }
    return found
  }

  private static func image(
    like other: Image, _ sizes: ReferenceSizes, in data: Bytes, from start: Int
  ) -> Range<Int>? {
    guard let reader = other.reader(sizes) else { return nil }
    let pairs = other.starts(reader)
    var position = start
    while let offset = pairs.firstOffset(in: data, from: position) {
      position = offset + 1
      guard case .readings(let readings) = reader.answer(at: offset, in: data),
        let reading = readings.first, let picture = reading.picture, reading.byteCount > 16
      else { continue }
      if case .av1 = other.syntax {
        guard picture.kind == 1 else { continue }
      } else {
        guard picture.restartsOrder else { continue }
      }
      return offset..<offset + reading.byteCount
    }
    return nil
  }
}
