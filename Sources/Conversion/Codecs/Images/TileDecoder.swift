import HEIF
import ISOBMFF

/// A decoder of coded images that share one configuration.
protocol TileDecoder: ~Copyable, SendableMetatype {
  /// The name in messages.
  static var name: String { get }

  /// - Parameters:
  ///   - size: of every image that it will decode.
  ///   - budget: the bytes that an image's planes may take.
  init(
    _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
  ) throws(CodecError)

  /// Decodes one image from NAL units with length prefixes.
  ///
  /// It must fail if any part of the image is missing, because a partly invented image must not be shown.
  mutating func decode(
    _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
  ) throws(CodecError)
}

/// A decoded picture in the memory of its decoder.
package struct DecodedTile {
  package var width: Int
  package var height: Int
  package var chroma: ChromaSampling
  package var bitDepth: Int
  /// Valid until the decoder decodes again, or as long as there is an owner.
  package var planes: [Plane] = []
  var owner: AnyObject?
  /// The grey share of an image whose data is truncated, from 0 to 1.
  var lostShare = 0.0
  /// What is wrong with the rest of it, as a sentence.
  var flaw: String?

  /// Samples of a plane where the decoder has them: `height` rows of `width` samples.
  @safe
  package struct Plane {
    package let base: UnsafeRawPointer
    package let stride: Int
    let width: Int
    let height: Int
  }
}

extension ImagePlan.Size {
  /// The error for an image of this size whose coded size is too large; nil if it is not.
  ///
  /// Codings cut whole blocks, of at most 64 samples. A further row of blocks is allowed, because it shows damage.
  func refusal(coded: ImagePlan.Size) -> String? {
    guard coded.width >= width + 128 || coded.height >= height + 192 else { return nil }
    return
      "is coded as \(coded.width) × \(coded.height), but the container says \(width) × \(height)"
  }
}

/// NAL units with a length before each one (ISO/IEC 14496-15 §4.3.3.1).
package enum NALUnitRanges {
  /// The ranges of the NAL units in `data`, each of at least a header's two bytes.
  package static func ranges(in data: [UInt8], lengthSize: Int) throws(CodecError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var position = 0
    while position < data.count {
      guard data.count - position >= lengthSize else {
        throw CodecError("the coded data ends within the length of a NAL unit, at byte \(position)")
      }
      let length = data[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      position += lengthSize
      guard length <= data.count - position else {
        throw CodecError(
          "a NAL unit at byte \(position) of the coded data has \(counted(length, "byte")), but only \(grouped(data.count - position)) are left"
        )
      }
      if length >= 2 {
        let range = position..<position + length
        if let byte = NALUnitRanges.impossible(in: data, range) {
          throw CodecError(
            "the coded data is damaged: its bytes at byte \(byte) cannot be inside of a NAL unit")
        }
        ranges.append(range)
      }
      position += length
    }
    return ranges
  }

  /// The position of two zeros and a byte of 0 to 2, which emulation prevention keeps out of NAL units (ITU-T H.265
  /// §7.4.2.1): a hole of zeros in the file, or a start code. The end is left out, because some writers add zeros
  /// there.
  private static func impossible(in data: [UInt8], _ range: Range<Int>) -> Int? {
    let end = (data[range].lastIndex { $0 != 0 } ?? range.lowerBound) + 1
    // Of two adjacent zeros, one is at every second byte.
    for index in stride(from: range.lowerBound + 1, to: end, by: 2) where data[index] == 0 {
      let start = data[index - 1] == 0 ? index - 1 : index
      if start + 2 < end, data[start + 1] == 0, data[start + 2] <= 2 { return start }
    }
    return nil
  }
}
