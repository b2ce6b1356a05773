import FieldCoding
import Metadata

/// The offsets of the images in a file of several JPEG images (CIPA DC-007 §5.2.2).
enum MultiPictureIndex {
  private static let identifier = Array("MPF\0".utf8)

  /// The payload of an APP2 segment of the first image. Its length depends on no number.
  ///
  /// - Parameters:
  ///   - position: of the payload in the file.
  ///   - sizes: of the images, which follow each other.
  static func payload(at position: Int, sizes: [Int]) throws(CodecError) -> [UInt8] {
    // Offsets count from the byte order mark, but that of the first image is 0 (§5.2.3.3.3).
    let origin = position + identifier.count
    var entries: [UInt8] = []
    var start = 0
    do throws(FieldError) {
      for (index, size) in sizes.enumerated() {
        guard let size = UInt32(exactly: size), let offset = UInt32(exactly: max(0, start - origin))
        else { throw FieldError(.invalid("it is too large"), offset: 0) }
        var entry = MultiPictureEntry()
        entry.typeCode = index == 0 ? MultiPictureEntry.primary : 0
        entry.size = size
        entry.offset = offset
        entries += try entry.encoded()
        start += Int(size)
      }
      return identifier
        + (try TIFFWriter.tiff(
          .big,
          [
            TIFFField(0xB000, .undefined(Array("0100".utf8))),
            TIFFField(0xB001, .longs([UInt32(sizes.count)])),
            TIFFField(0xB002, .undefined(entries)),
          ]))
    } catch {
      throw CodecError("the JPEG file cannot state where its images are: \(error)")
    }
  }
}

/// An image of an index (CIPA DC-007 §5.2.3.3).
private struct MultiPictureEntry: FieldCodable {
  /// "Baseline MP Primary Image".
  static let primary: UInt32 = 0x030000

  var isDependentParent = false
  var isDependentChild = false
  var isRepresentative = false
  /// 0 is JPEG.
  var dataFormat: UInt8 = 0
  /// The purpose of the image; 0 is undefined.
  var typeCode: UInt32 = 0
  /// The number of bytes from SOI to EOI.
  var size: UInt32 = 0
  var offset: UInt32 = 0
  var dependentImage1: UInt16 = 0
  var dependentImage2: UInt16 = 0

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("Dependent Parent Image Flag", &isDependentParent)
    try f.flag("Dependent Child Image Flag", &isDependentChild)
    try f.flag("Representative Image Flag", &isRepresentative)
    try f.reserved(2)
    try f.uint(3, "Image Data Format", &dataFormat)
    try f.uint(24, "MP Type Code", &typeCode)
    try f.uint(32, "Individual Image Size", &size)
    try f.uint(32, "Individual Image Data Offset", &offset)
    try f.uint(16, "Dependent Image 1 Entry Number", &dependentImage1)
    try f.uint(16, "Dependent Image 2 Entry Number", &dependentImage2)
  }
}
