import FieldCoding
import Files
import Foundation
import HEIF
import ISOBMFF
import Metadata
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

@testable import Conversion

/// The worker may say what it likes of its output: only what was to be written gets a name.
@Suite struct WrittenPictureTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A file, and the job that wrote it.
  private struct Written {
    var bytes: [UInt8]
    var job = ConversionJob()
    var reply = ConversionReply()

    init(_ bytes: [UInt8], _ format: OutputFormat, width: Int, height: Int) {
      self.bytes = bytes
      job.format = format
      job.plan.canvas = ImagePlan.Size(width: width, height: height)
    }
  }

  private static func sample(_ name: String) throws -> [UInt8] {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The picture of a photo, without the gain map behind it.
  private static func jpeg() throws -> Written {
    let segments = JPEGSegments(Bytes(try sample("meadow.jpg")))
    let end = try #require(segments.end)
    let size = try #require(segments.frameSize)
    var bytes = Array(segments.bytes.prefix(end))
    // Only the segments that are written: of the APP2 segments, the profile.
    for segment in segments.segments.reversed() where segment.marker == 0xE2 {
      guard !segment.payload.starts(with: JPEGSegments.iccIdentifier) else { continue }
      bytes.removeSubrange(segment.offset..<segment.offset + segment.size)
    }
    var written = Written(bytes, .jpeg, width: size.width, height: size.height)
    written.job.app1Segments = segments.segments.filter { $0.marker == 0xE1 }.map(\.payload)
    written.job.iccProfile = Bytes(Array(segments.icc ?? Bytes()))
    return written
  }

  /// A chunk of a PNG file, with its checksum.
  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    var checksum = CRC32()
    checksum.add((Array(type.utf8) + data)[...])
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum.value >> $0) }
    return [0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + bytes
  }

  /// - Parameter colourType: 2 for red, green and blue; 6 for these with alpha.
  private static func png(colourType: UInt8) throws -> Written {
    let tiff: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let packet = Array("<x:xmpmeta/>".utf8)
    var header = PNGHeader()
    (header.width, header.height) = (20, 30)
    header.colourType = colourType
    let text = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet
    let bytes =
      PNGChunks.signature + chunk("IHDR", try header.encoded())
      + chunk("iCCP", Array("ICC\0\0".utf8))
      + chunk("eXIf", tiff) + chunk("iTXt", text) + chunk("IDAT", [1, 2, 3]) + chunk("IEND", [])
    var written = Written(bytes, .png, width: 20, height: 30)
    written.job.exif = Bytes(tiff)
    written.job.xmp = Bytes(packet)
    written.job.iccProfile = Bytes([1])
    return written
  }

  private static func heif(_ name: String, _ format: OutputFormat) throws -> Written {
    let bytes = try sample(name)
    let file = try #require(HEIFFile(BoxFile(Bytes(bytes))))
    let item = try #require(file.primaryItem)
    let size = try file.plan(for: item.id).displaySize
    var written = Written(bytes, format, width: size.width, height: size.height)
    let exif = try file.exifItem(of: item.id).map { try file.data(of: $0.id) }
    written.job.exif = exif.flatMap { ExifItem.tiff(in: $0) } ?? Bytes()
    written.job.xmp = try file.xmpItem(of: item.id).map { try file.data(of: $0.id) } ?? Bytes()
    written.job.iccProfile = file.iccProfile(of: item.id) ?? Bytes()
    written.reply.hasGainMap = file.gainMap(of: item.id) != nil
    return written
  }

  private static let all: [@Sendable () throws -> Written] = [
    jpeg, { try png(colourType: 2) }, { try heif("portrait-single.heic", .heic) },
    { try heif("coast.avif", .avif) },
  ]

  private func check(_ written: Written) throws {
    let file = try OutputFile(folder.path("\(UUID())"))
    try file.write(Bytes(written.bytes))
    try written.job.check(file, written.reply)
  }

  private func refusal(
    _ written: Written, _ change: (inout Written) -> Void
  ) throws -> String? {
    var changed = written
    change(&changed)
    do { try check(changed) } catch let error as ConversionError {
      #expect(error.kind == .worker)
      return error.message
    }
    return nil
  }

  @Test(arguments: all.indices) func onlyTheWantedFileIsTaken(index: Int) throws {
    let written = try WrittenPictureTests.all[index]()
    try check(written)
    let count = written.bytes.count
    for (name, change) in [
      ("nothing", { $0.bytes = [] }), ("a page", { $0.bytes = Array("<html>a page</html>".utf8) }),
      ("half", { $0.bytes.removeLast(count / 2) }), ("no last byte", { $0.bytes.removeLast() }),
      ("more", { $0.bytes += Array("more".utf8) }),
      ("zeros", { $0.bytes += [UInt8](repeating: 0, count: 4096) }),
      ("twice", { $0.bytes += $0.bytes }), ("no start", { $0.bytes[0] ^= 1 }),
      ("another size", { $0.job.longerSide = 10 }),
      ("a gain map", { $0.reply.hasGainMap.toggle() }),
      ("other Exif", { $0.job.replaceMetadata(JPEGSegments.exifIdentifier, \.exif) }),
      ("other XMP", { $0.job.replaceMetadata(JPEGSegments.xmpIdentifier, \.xmp) }),
    ] as [(String, (inout Written) -> Void)] {
      let words = try refusal(written, change)
      #expect(
        words?.hasPrefix("the file that was written ") == true, "\(name): \(words ?? "taken")")
    }
    // Where the picture has a profile, it is the one of the job.
    let profile = try refusal(written) { written in
      written.job.iccProfile = written.job.iccProfile.isEmpty ? Bytes([1, 2]) : Bytes()
    }
    #expect(profile?.contains("profile") == true, "\(profile ?? "taken")")
  }

  /// The worker adds the thumbnail to Exif.
  @Test(arguments: all.indices.dropLast()) func aThumbnailMayBeAdded(index: Int) throws {
    let longer = try refusal(try WrittenPictureTests.all[index]()) { written in
      written.job.replaceMetadata(JPEGSegments.exifIdentifier, \.exif)
      written.job.thumbnails = [ImagePlan()]
    }
    #expect(longer == nil)
  }

  /// What may hide something is refused: a comment, a text, a further box.
  @Test func nothingElseIsTaken() throws {
    let comment = try refusal(try WrittenPictureTests.jpeg()) {
      $0.bytes.insert(contentsOf: [0xFF, 0xFE, 0, 4, 0x68, 0x69], at: 2)
    }
    #expect(comment == "the file that was written has a segment COM")
    let text = try refusal(try WrittenPictureTests.png(colourType: 2)) {
      $0.bytes.insert(contentsOf: WrittenPictureTests.chunk("tEXt", [0x61, 0]), at: 33)
    }
    #expect(text == "the file that was written has a chunk tEXt")
    let box = try refusal(try WrittenPictureTests.heif("coast.avif", .avif)) {
      $0.bytes += [0, 0, 0, 12] + Array("freesome".utf8)
    }
    #expect(box == "the file that was written has a box 'free' as its box 4")
  }

  /// A picture that is not opaque may turn out to be so, but no other way round.
  @Test(arguments: [2, 6] as [UInt8]) func transparencyOfPNG(colourType: UInt8) throws {
    let written = try WrittenPictureTests.png(colourType: colourType)
    let opaque = try refusal(written) { _ in }
    #expect(opaque == (colourType == 2 ? nil : "the file that was written has a transparency"))
    #expect(try refusal(written) { $0.job.alphas = [AlphaJob()] } == nil)
  }

  @Test func checksumsAreChecked() throws {
    let damaged = try refusal(try WrittenPictureTests.png(colourType: 2)) {
      $0.bytes[$0.bytes.count - 18] ^= 1
    }
    #expect(damaged == "the file that was written is damaged: the checksum of IDAT is wrong")
  }

  /// What libpng leaves out, a warning of the reply says.
  @Test func whatIsLeftOutIsSaid() throws {
    let change = { (written: inout Written) in
      written.bytes.removeSubrange(33..<33 + 17)
    }
    let written = try WrittenPictureTests.png(colourType: 2)
    #expect(try refusal(written, change) == "the file that was written has lost its colour profile")
    #expect(
      try refusal(written) { written in
        change(&written)
        written.reply.notes = ["libpng left something out: the profile"]
      } == nil)
  }
}

extension ConversionJob {
  /// Replaces metadata by a byte more.
  fileprivate mutating func replaceMetadata(
    _ identifier: [UInt8], _ path: WritableKeyPath<ConversionJob, Bytes>
  ) {
    if format == .jpeg {
      let old = app1Segments.first { $0.starts(with: identifier) } ?? Bytes(identifier)
      app1Segments.removeAll { $0.starts(with: identifier) }
      app1Segments.append(Bytes(Array(old) + [1]))
    } else {
      self[keyPath: path] = Bytes(Array(self[keyPath: path]) + [1])
    }
  }
}
