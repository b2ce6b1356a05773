import FieldCoding
import Metadata
import Platform
import TestSupport
import Testing

/// Photos of real devices, compared with the output of exiftool.
@Suite(
  .serialized,
  .needsMedia,
  .needs("exiftool"))
struct CorpusTests {
  private static let tags = [
    "IFD0:Make", "IFD0:Model", "IFD0:Software", "IFD0:Orientation", "ExifIFD:DateTimeOriginal",
    "ExifIFD:SubSecTimeOriginal", "ExifIFD:OffsetTimeOriginal", "ExifIFD:ExposureTime",
    "ExifIFD:FNumber", "ExifIFD:ISO", "ExifIFD:FocalLength", "ExifIFD:FocalLengthIn35mmFormat",
    "ExifIFD:LensModel", "ExifIFD:ExifImageWidth", "ExifIFD:ExifImageHeight",
    "Composite:GPSLatitude", "Composite:GPSLongitude", "Composite:GPSAltitude",
    "Apple:ContentIdentifier", "Apple:MediaGroupUUID",
  ]

  /// The Exif structures of all photos. Of a HEIF file, those of its Exif segments are found by
  /// looking for their identifier, since this target does not read boxes.
  private static let photos: [(path: String, tiff: Bytes)] = MediaFolder.files.compactMap { path in
    guard !path.contains("/malformed/"), let source = try? ByteSource(mapping: path) else {
      return nil
    }
    let bytes = source.bytes
    let jpeg = JPEGSegments(bytes)
    if let tiff = jpeg.exif { return (path, tiff) }
    let suffixes = [".heic", ".heif", ".hif", ".avif"]
    guard jpeg.segments.isEmpty, suffixes.contains(where: path.lowercased().hasSuffix),
      let tiff = heif(bytes)
    else { return nil }
    return (path, tiff)
  }

  /// The start of an Exif item: a field of 6, of 10, or of 0, and the bytes that it skips.
  private static let starts: [[UInt8]] = [
    [0, 0, 0, 6] + Array("Exif\0\0".utf8), [0, 0, 0, 10, 0xFF, 0xE1],
    [0, 0, 0, 0] + Array("MM\0*".utf8), [0, 0, 0, 0] + Array("II*\0".utf8),
  ]

  private static func heif(_ bytes: Bytes) -> Bytes? {
    for start in starts {
      guard let found = position(of: start, in: bytes),
        let payload = bytes.part(found..<bytes.count)
      else { continue }
      if let tiff = ExifItem.tiff(in: payload) { return tiff }
    }
    return nil
  }

  /// Looks for the fifth byte of `pattern`: a loop of our own takes minutes in debug builds.
  private static func position(of pattern: [UInt8], in bytes: Bytes) -> Int? {
    unsafe bytes.withUnsafeBytes { raw in
      var start = 4
      while start < raw.count, let base = raw.baseAddress,
        let found = unsafe memchr(base + start, Int32(pattern[4]), raw.count - start)
      {
        let offset = unsafe UnsafeRawPointer(found) - base - 4
        if unsafe raw[offset...].starts(with: pattern) { return offset }
        start = offset + 5
      }
      return nil
    }
  }

  @Test func exiftoolSaysTheSame() throws {
    let photos = CorpusTests.photos
    let answers = ExifTool.values(CorpusTests.tags, of: photos.map(\.path))
    var compared = 0
    var files = 0
    for (path, tiff) in photos {
      guard let answer = answers[path], answer.count > 1 else { continue }
      files += 1
      compared += compare(ExifSummary(tiff: tiff), answer, path)
    }
    print("exiftool: \(files) photos, \(compared) values")
  }

  private func compare(
    _ summary: ExifSummary, _ answer: [String: String], _ path: String
  ) -> Int {
    var count = 0
    func same(_ tag: String, _ value: String?) {
      guard let expected = answer[tag]?.trimmed, !expected.isEmpty else { return }
      count += 1
      #expect(value?.trimmed == expected, "\(tag) of \(path)")
    }
    func near(_ tag: String, _ value: Double?, _ tolerance: Double = 1e-6) {
      guard let text = answer[tag], let expected = Double(text), expected != 0 else { return }
      count += 1
      let difference = abs((value ?? .infinity) - expected)
      #expect(
        difference <= tolerance * max(1, abs(expected)), "\(tag) of \(path): \(value ?? .nan)")
    }
    same("IFD0:Make", summary.make)
    same("IFD0:Model", summary.model)
    same("IFD0:Software", summary.software)
    same("ExifIFD:LensModel", summary.lens)
    near("IFD0:Orientation", summary.orientation.map(Double.init))
    near("ExifIFD:ExposureTime", summary.exposureTime?.number)
    near("ExifIFD:FNumber", summary.fNumber)
    near("ExifIFD:ISO", summary.iso.map(Double.init))
    near("ExifIFD:FocalLength", summary.focalLength)
    near("ExifIFD:FocalLengthIn35mmFormat", summary.focalLengthIn35mm.map(Double.init))
    near("ExifIFD:ExifImageWidth", summary.pixelWidth.map(Double.init))
    near("ExifIFD:ExifImageHeight", summary.pixelHeight.map(Double.init))
    near("Composite:GPSLatitude", summary.location?.latitude)
    near("Composite:GPSLongitude", summary.location?.longitude)
    near("Composite:GPSAltitude", summary.altitude)
    same("Apple:ContentIdentifier", summary.contentIdentifier)
    same("Apple:MediaGroupUUID", summary.contentIdentifier)
    if let date = answer["ExifIFD:DateTimeOriginal"], date.count == 19 {
      let day = date.prefix(10).map { $0 == ":" ? "-" : $0 }
      let fraction = answer["ExifIFD:SubSecTimeOriginal"].map { "." + $0 } ?? ""
      count += 1
      #expect(
        summary.dateTimeOriginal
          == day + date.dropFirst(10) + fraction + (answer["ExifIFD:OffsetTimeOriginal"] ?? ""),
        "\(path)")
    }
    return count
  }

  /// A JPEG file that holds nothing but Exif segments.
  private func write(_ tiff: [UInt8], to path: String) throws {
    var jpeg: [UInt8] = [0xFF, 0xD8]
    for payload in ExifSegments.payloads(of: tiff) {
      let size = payload.count + 2
      jpeg += [0xFF, 0xE1, UInt8(size >> 8), UInt8(truncatingIfNeeded: size)] + payload
    }
    jpeg += [0xFF, 0xD9]
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    defer { close(file) }
    let count = unsafe jpeg.withUnsafeBytes { unsafe writeAll(file, $0) }
    #expect(count == jpeg.count)
  }

  @Test func whatTheEditorWritesIsRead() throws {
    var template = Array("/tmp/boxwalk-exif-XXXXXX\0".utf8.map { CChar($0) })
    let made = unsafe mkdtemp(&template).map { unsafe String(cString: $0) }
    let folder = try #require(made)
    var written: [(path: String, photo: String)] = []
    for (index, photo) in CorpusTests.photos.enumerated() {
      guard let result = try? ExifEditor.upright(photo.tiff, width: 321, height: 123) else {
        continue
      }
      let path = "\(folder)/\(index).jpg"
      try write(result.bytes, to: path)
      written.append((path, photo.path))
    }
    defer {
      for (path, _) in written { unsafe unlink(path) }
      unsafe rmdir(folder)
    }
    let tags = ["Apple:all"] + CorpusTests.tags + ["IFD1:all"]
    let before = ExifTool.values(tags, of: written.map(\.photo))
    let after = ExifTool.values(tags, of: written.map(\.path))
    for (path, photo) in written {
      guard let old = before[photo] else { continue }
      let new = try #require(after[path], "\(photo)")
      for (tag, value) in old where tag != "SourceFile" {
        switch tag {
        case "IFD0:Orientation": #expect(new[tag] == "1", "\(photo)")
        case "ExifIFD:ExifImageWidth": #expect(new[tag] == "321", "\(photo)")
        case "ExifIFD:ExifImageHeight": #expect(new[tag] == "123", "\(photo)")
        case _ where tag.hasPrefix("IFD1:"):
          let isRotated = Int(old["IFD0:Orientation"] ?? "1") ?? 1 > 1
          if isRotated { #expect(new[tag] == nil, "\(photo)") }
        default: #expect(new[tag] == value, "\(tag) of \(photo)")
        }
      }
    }
    print("editor: \(written.count) of \(CorpusTests.photos.count) photos")
  }
}

extension String {
  fileprivate var trimmed: String {
    var words = Substring(self)
    while words.last == " " { words.removeLast() }
    return String(words)
  }
}

/// The method `write` hides the function of that name.
private func writeAll(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(file, bytes.baseAddress, bytes.count)
}
