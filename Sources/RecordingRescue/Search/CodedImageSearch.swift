public import FieldCoding
public import HEVC

/// Finds the coded images of a photo in its bytes, in the order that those of another photo of the same camera have.
public struct CodedImageSearch {
  /// An image of the other photo.
  public struct Image: Sendable {
    /// How it is coded.
    public var record: HEVCDecoderConfigurationRecord
    /// The number of its bytes.
    public var byteCount: Int

    public init(record: HEVCDecoderConfigurationRecord, byteCount: Int) {
      self.record = record
      self.byteCount = byteCount
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
    // Slices of all intra pictures: coded images are nothing else (ISO/IEC 23008-12 §B.2.2).
    guard let syntax = HEVCSyntax(other.record, besides: [], types: []) else { return nil }
    let reader = PictureReader(syntax: syntax, sizes: sizes).thorough
    let pairs = BytePairs(startsOf: reader.firstWords)
    var position = start
    while let place = pairs.firstPlace(in: data, from: position) {
      position = place + 1
      guard case .readings(let readings) = reader.answer(at: place, in: data),
        let reading = readings.first, reading.picture?.restartsOrder == true, reading.byteCount > 16
      else { continue }
      return place..<place + reading.byteCount
    }
    return nil
  }
}
