import FieldCoding
import HEIF
import Metadata
import Synchronization
import WorkerProtocol

/// Writes a JPEG file from bands that several threads encode, in any order.
///
/// Every band is encoded as a separate file. After a restart marker, data does not depend on earlier data (ITU-T T.81
/// §E.1.4). So the coded data of the bands, with such markers in between, is that of the whole image, as if one
/// encoder had used a restart interval of a band.
final class JPEGWriter: Sendable {
  private let jpeg: JPEGFile
  private let width: Int
  private let height: Int
  private let bandHeight: Int
  private let output: any CodecOutput
  /// The segments before the image, and the bands.
  private let parts = OrderedBands<[UInt8]>()
  private let ending = Mutex(JPEGFile())

  /// - Parameters:
  ///   - jpeg: its coding parameters are used for the bands.
  ///   - bandHeight: the height of all bands except the last; a multiple of 16.
  init(
    _ jpeg: JPEGFile, width: Int, height: Int, bandHeight: Int, to output: any CodecOutput
  ) throws(CodecError) {
    // libjpeg's JPEG_MAX_DIMENSION.
    let sides = 1...65_500
    guard sides.contains(width), sides.contains(height) else {
      throw CodecError(
        "the image is \(width) × \(height); a JPEG has at most 65,500 in each direction")
    }
    self.jpeg = jpeg
    self.width = width
    self.height = height
    self.bandHeight = bandHeight
    self.output = output
  }

  /// Writes the segments before the image, once. Bands that are added earlier wait for it.
  ///
  /// - Parameter jpeg: with all metadata, and with the gain map if there is one.
  func begin(_ jpeg: JPEGFile) throws(CodecError) {
    let start = try jpeg.start(pictureSize: 0)
    ending.withLock { $0 = jpeg }
    try add(start, at: 0)
  }

  /// Encodes a band, and writes it when it is due.
  ///
  /// - Parameter row: of the image, at which it starts.
  func write(_ pixels: JPEGFile.Pixels, at row: Int) throws(CodecError) {
    let interval = height <= bandHeight ? 0 : restartInterval(pixels)
    let band = try JPEGBand(jpeg.encoded(pixels, restartInterval: interval))
    var bytes = row == 0 ? band.header(height: height) : []
    bytes += band.scan
    let index = row / bandHeight
    let isLast = row + bandHeight >= height
    // Restart markers are counted modulo 8; after the last band comes EOI.
    bytes += [0xFF, isLast ? 0xD9 : 0xD0 + UInt8(index % 8)]
    try add(bytes, at: index + 1)
  }

  private func add(_ bytes: [UInt8], at index: Int) throws(CodecError) {
    try parts.add(bytes, at: index) { (bytes) throws(CodecError) in try output.append(bytes) }
  }

  /// The size of the file, which is complete.
  @discardableResult
  func finish() throws(CodecError) -> Int {
    guard (parts.count - 1) * bandHeight >= height else {
      throw CodecError("the JPEG file is not complete")
    }
    let jpeg = ending.withLock { $0 }
    if !jpeg.gainMap.isEmpty {
      let pictureSize = output.count
      try output.append(jpeg.gainMap)
      try output.replaceStart(with: jpeg.start(pictureSize: pictureSize))
    }
    return output.count
  }

  /// The MCUs of a band.
  private func restartInterval(_ pixels: JPEGFile.Pixels) -> Int {
    let chroma =
      switch pixels {
      case .planes(let image): image.chroma
      case .rgb(_, let chroma): chroma
      }
    let (horizontal, vertical) = chroma.subsampling
    let columns = (width + 8 * horizontal - 1) / (8 * horizontal)
    return columns * (bandHeight / (8 * vertical))
  }
}

/// The parts of a JPEG file of one scan (ITU-T T.81 §B.2).
struct JPEGBand {
  private let bytes: [UInt8]
  /// The offset of the frame header's length field.
  private let frame: Int
  /// The start of the entropy-coded data.
  private let dataStart: Int

  init(_ bytes: [UInt8]) throws(CodecError) {
    self.bytes = bytes
    var frame: Int?
    var position = 2
    while true {
      guard position + 4 <= bytes.count, bytes[position] == 0xFF else {
        throw CodecError("the JPEG encoder made no JPEG file")
      }
      let marker = bytes[position + 1]
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      if marker == 0xC0 { frame = position + 2 }
      position += 2 + length
      if marker == 0xDA { break }
    }
    guard let frame, position + 2 <= bytes.count, frame + 8 <= position else {
      throw CodecError("the JPEG encoder made no JPEG file")
    }
    self.frame = frame
    dataStart = position
  }

  /// Tables, frame and scan header, for an image of `height` rows.
  func header(height: Int) -> [UInt8] {
    var header = Array(bytes[2..<dataStart])
    header[frame + 3 - 2] = UInt8(height >> 8)
    header[frame + 4 - 2] = UInt8(height & 0xFF)
    return header
  }

  /// The entropy-coded data, without EOI.
  var scan: ArraySlice<UInt8> { bytes[dataStart..<bytes.count - 2] }
}

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

/// The small image in Exif metadata.
struct EncodedThumbnail {
  /// The maximum of its longer side, as in nearly all cameras.
  static let side = 160

  /// A JPEG file without segments of applications.
  let jpeg: [UInt8]

  /// The segments; the Exif segment gets the thumbnail if it fits.
  func added(to segments: [Bytes], _ lost: inout [String]) -> [Bytes] {
    let identifier = JPEGSegments.exifIdentifier
    let indices = segments.indices.filter { segments[$0].starts(with: identifier) }
    guard indices.count == 1, let index = indices.first else {
      if !indices.isEmpty { lost.append("the thumbnail is left out: Exif has no room for it") }
      return segments
    }
    guard let tiff = added(to: Bytes(Array(segments[index].dropFirst(identifier.count))), &lost)
    else { return segments }
    guard tiff.count + identifier.count <= JPEGFile.segmentLimit else {
      lost.append("the thumbnail is left out: Exif has no room for it")
      return segments
    }
    var result = segments
    result[index] = Bytes(identifier + tiff)
    return result
  }

  /// A TIFF structure with it; nil if it cannot be added.
  func added(to tiff: Bytes, _ lost: inout [String]) -> [UInt8]? {
    do throws(FieldError) { return try ExifEditor.addingThumbnail(jpeg, to: tiff) } catch {
      lost.append("the thumbnail is left out: \(error)")
      return nil
    }
  }
}

extension PlanConverter {
  /// The thumbnail that Exif gets; nil if it gets none.
  func madeThumbnail(
    from file: some ExtentReader, threads: Int, _ lost: inout [String]
  ) -> EncodedThumbnail? {
    guard let thumbnail else { return nil }
    do throws(CodecError) {
      var jpeg = JPEGFile()
      jpeg.quality = 80
      jpeg.isBare = true
      return EncodedThumbnail(
        jpeg: try encoded(
          thumbnail, as: jpeg,
          size: thumbnail.shownSize.fitting(longerSide: EncodedThumbnail.side),
          PixelConversion(
            thumbnail, mapsTones: mapsTones, colours: ColourConverter(colourChange)),
          from: file, threads: threads))
    } catch {
      lost.append("the thumbnail is left out: \(error.message)")
      return nil
    }
  }
}
