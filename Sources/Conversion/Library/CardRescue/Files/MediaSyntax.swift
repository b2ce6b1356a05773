import AVC
import FieldCoding
import HEVC
import ISOBMFF

/// The form of media data, which shows whether bytes match the tables of their file: other bytes would not have this
/// form.
enum MediaSyntax: Hashable, Sendable {
  /// NAL units with a length before each one, which gives the offset of the next (ISO/IEC 14496-15 §4.3.3).
  case nalUnits(lengthSize: Int)
  /// AV1's units, which state their sizes (AV1 Bitstream & Decoding Process Specification §5.3).
  case openBitstreamUnits
  /// A JPEG image.
  case jpeg

  /// The form of the samples or items that a sample entry or a property describes; nil if it cannot be checked.
  init?(_ boxes: [Box], type: FourCC) {
    // Encrypted data has the form of its coding only partly.
    guard type != "encv" else { return nil }
    if let record = boxes.first(HEVCConfigurationBox.self)?.record {
      self = .nalUnits(lengthSize: record.lengthSize)
    } else if let record = boxes.first(AVCConfigurationBox.self)?.record {
      self = .nalUnits(lengthSize: record.lengthSize)
    } else if type == "av01" {
      self = .openBitstreamUnits
    } else if ["jpeg", "mjpa", "mjpb"].contains(type) {
      self = .jpeg
    } else {
      return nil
    }
  }

  /// Whether bytes of a file have this form.
  func fits(_ range: Range<Int>, in file: FragmentedFile) -> Bool {
    misfit(of: range, in: file) == nil
  }

  /// The start of the first unit without this form; nil if all have it.
  func misfit(of range: Range<Int>, in file: FragmentedFile) -> Int? {
    guard range.upperBound <= file.count else { return max(range.lowerBound, file.count) }
    guard !range.isEmpty else { return nil }
    var position = range.lowerBound
    while position < range.upperBound {
      guard let end = end(ofUnitAt: position, upTo: range.upperBound, in: file) else {
        return position
      }
      position = end
    }
    return nil
  }

  /// The end of the unit that starts at a byte; nil if none can be there.
  ///
  /// - Parameter limit: the end of its sample or item.
  func end(ofUnitAt position: Int, upTo limit: Int, in file: FragmentedFile) -> Int? {
    let end: Int?
    switch self {
    case .jpeg:
      let start = file.read(position..<min(position + 3, limit))
      end = start.elementsEqual([0xFF, 0xD8, 0xFF]) ? limit : nil
    case .nalUnits(let lengthSize):
      guard let length = file.number(at: position, size: lengthSize), length > 0,
        // forbidden_zero_bit
        let first = file.number(at: position + lengthSize, size: 1), first < 0x80
      else { return nil }
      end = position + lengthSize + length
    case .openBitstreamUnits:
      let start = file.read(position..<min(position + 10, limit))
      end = byteCount(ofOpenBitstreamUnit: start, of: limit - position).map { position + $0 }
    }
    return end.flatMap { $0 > position && $0 <= limit ? $0 : nil }
  }

  /// The number of bytes of a unit of AV1; nil if there is none.
  ///
  /// - Parameters:
  ///   - bytes: its first bytes.
  ///   - rest: the number of bytes up to the end of its sample, which a unit without a size takes.
  private func byteCount(ofOpenBitstreamUnit bytes: [UInt8], of rest: Int) -> Int? {
    // obu_forbidden_bit, obu_reserved_1bit
    guard let header = bytes.first, header & 0x81 == 0 else { return nil }
    guard header & 2 != 0 else { return rest }
    var size = 0
    var index = header & 4 != 0 ? 2 : 1
    for shift in stride(from: 0, to: 56, by: 7) {
      guard index < bytes.count else { return nil }
      size |= Int(bytes[index] & 0x7F) << shift
      index += 1
      if bytes[index - 1] < 0x80 { return index + size }
    }
    return nil
  }
}

/// A sample or an item of a file, and its form.
struct MediaPart: Sendable {
  var range: Range<Int>
  var syntax: MediaSyntax
}
