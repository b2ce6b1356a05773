import Foundation
import ISOBMFF
import Inspection
import Testing

@Suite struct ExtractionTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: Sample.path(name))))
  }

  private func extract(
    _ part: Extraction.Part, of bytes: [UInt8], asStored: Bool = false
  ) throws -> [UInt8] {
    var all: [UInt8] = []
    try Extraction(Bytes(bytes)).extract(part, asStored: asStored) { all += $0 }
    return all
  }

  /// The bytes between the start codes of a stream.
  private func units(_ stream: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var index = 0
    while index < stream.count {
      if stream[index...].starts(with: [0, 0, 0, 1]) {
        units.append([])
        index += 4
      } else {
        units[units.count - 1].append(stream[index])
        index += 1
      }
    }
    return units
  }

  // MARK: Streams

  /// The parameter sets are those of `hvcC`, which start after 22 bytes; the units after them are those of the item,
  /// with start codes instead of lengths.
  @Test func anItemBecomesAStream() throws {
    let file = try bytes("portrait-single.heic")
    let stream = units(try extract(.data(.item(1)), of: file))
    let stored = try extract(.data(.item(1)), of: file, asStored: true)
    var left = stored[...]
    var expected: [[UInt8]] = []
    while !left.isEmpty {
      let length = left.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      expected.append(Array(left.dropFirst(4).prefix(length)))
      left = left.dropFirst(4 + length)
    }
    let record = try extract(.configuration(of: .item(1)), of: file)
    let sets = stream.dropLast(expected.count)
    #expect(Array(stream.suffix(expected.count)) == expected)
    #expect(sets.count >= 3)
    // VPS, SPS, PPS (ITU-T H.265, table 7-1). Each is in the record.
    #expect(sets.prefix(3).map { $0[0] >> 1 } == [32, 33, 34])
    for set in sets {
      #expect(Data(record).range(of: Data(set)) != nil)
    }
  }

  @Test func aTrackHasItsParameterSetsOnce() throws {
    let file = try bytes("clip-h264.mp4")
    let stream = units(try extract(.data(.track(1)), of: file))
    // 7 and 8 are SPS and PPS (ITU-T H.264, table 7-1).
    #expect(stream.prefix(2).map { $0[0] & 31 } == [7, 8])
    #expect(stream.dropFirst(2).allSatisfy { ![7, 8].contains($0[0] & 31) })
    let stored = try extract(.data(.track(1)), of: file, asStored: true)
    #expect(stored.count == stream.dropFirst(2).reduce(0) { $0 + 4 + $1.count })
  }

  /// ISO/IEC 14496-3, tables 1.A.5 to 1.A.8: LC, 48000 Hz, two channels.
  @Test func soundGetsHeaders() throws {
    let file = try bytes("clip-hevc.mov")
    let stream = try extract(.data(.track(2)), of: file)
    var frames = 0
    var index = 0
    while index + 7 <= stream.count {
      #expect(stream[index] == 0xFF && stream[index + 1] == 0xF1)
      // 01, 0011, 0, and the upper bit of 010.
      #expect(stream[index + 2] == 0b0100_1100)
      #expect(stream[index + 3] & 0b1111_1100 == 0b1000_0000)
      let length =
        Int(stream[index + 3] & 3) << 11 | Int(stream[index + 4]) << 3 | Int(stream[index + 5] >> 5)
      index += length
      frames += 1
    }
    #expect(index == stream.count)
    #expect(frames == 119)
  }

  @Test func openBitstreamUnitsStartWithATemporalDelimiter() throws {
    let file = try bytes("coast.avif")
    let stream = try extract(.data(.item(1)), of: file)
    let stored = try extract(.data(.item(1)), of: file, asStored: true)
    // obu_type 2, with a size of 0 (AV1 §5.3.1); the content of the item follows.
    #expect(stream.starts(with: [0x12, 0x00]))
    #expect(Array(stream.suffix(stored.count)) == stored)
  }

  // MARK: Metadata

  @Test func exifIsATIFFFile() throws {
    let file = try bytes("landscape-tiled.heic")
    let tiff = try extract(.exif(of: nil), of: file)
    let stored = try extract(.data(.item(51)), of: file, asStored: true)
    #expect(tiff.starts(with: Array("MM\0*".utf8)))
    // exif_tiff_header_offset (ISO/IEC 23008-12 §A.2.1) is 6, for "Exif\0\0".
    #expect(Array(stored.prefix(10)) == [0, 0, 0, 6] + Array("Exif\0\0".utf8))
    #expect(Array(stored.dropFirst(10)) == tiff)
    #expect(try extract(.data(.item(51)), of: file) == tiff)
  }

  @Test func thumbnailsAndAuxiliaryImagesAreFoundByName() throws {
    let file = try bytes("landscape-tiled.heic")
    #expect(try extract(.thumbnail(of: nil), of: file) == extract(.data(.item(50)), of: file))
    #expect(
      try extract(.auxiliary("depth", of: nil), of: file) == extract(.data(.item(55)), of: file))
    #expect(throws: ExtractionError.self) {
      try extract(.auxiliary("hair", of: nil), of: file)
    }
  }

  // MARK: Boxes

  @Test func aBoxIsAPartOfTheFile() throws {
    let file = try bytes("clip-hevc.mov")
    let path = try #require(BoxPattern("moov/mvhd"))
    let whole = try extract(.box(path, isWhole: true), of: file)
    #expect(Array(whole.prefix(8)) == [0, 0, 0, 108] + Array("mvhd".utf8))
    #expect(Data(file).range(of: Data(whole)) != nil)
    #expect(try extract(.box(path, isWhole: false), of: file) == Array(whole.dropFirst(8)))
    let missing = try #require(BoxPattern("moov/xxxx"))
    #expect(throws: ExtractionError("there is no box at moov/xxxx")) {
      try extract(.box(missing, isWhole: true), of: file)
    }
    let several = try #require(BoxPattern("moov/trak[*]"))
    #expect(
      throws: ExtractionError(
        "moov/trak[*] names 2 boxes: moov/trak, moov/trak[1]; name one of them")
    ) {
      try extract(.box(several, isWhole: true), of: file)
    }
  }

  // MARK: Hostile input

  /// A file that was cut off gives the whole part or an error, and nothing in between.
  @Test(arguments: Sample.names.filter { $0 != "meadow.jpg" })
  func cutOffFilesAreRefused(_ name: String) throws {
    let file = try bytes(name)
    let parts = Array(Extraction(Bytes(file)).parts.map(\.part).prefix(12))
    let whole = try parts.map { try extract($0, of: file) }
    var refused = 0
    for count in stride(from: file.count - 1, to: 0, by: -(file.count / 12 + 1)) {
      for (part, expected) in zip(parts, whole) {
        do {
          #expect(try extract(part, of: Array(file.prefix(count))) == expected)
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 0)
  }

  /// Sizes, offsets, counts: there is a result for any values.
  @Test(arguments: Sample.names.filter { $0 != "meadow.jpg" })
  func changedBytesNeverTrap(_ name: String) throws {
    let file = try bytes(name)
    let media = BoxFile(Bytes(file)).boxes.filter { $0.type == "mdat" }
      .compactMap { $0.source?.range }
    let indices = file.indices.filter { index in
      index % 61 == 0 && !media.contains { $0.dropFirst(16).contains(index) }
    }
    var copy = file
    for index in indices {
      copy[index] = ~file[index]
      let extraction = Extraction(Bytes(copy))
      var left = file.count * 40
      for found in extraction.parts.prefix(8) {
        try? extraction.extract(found.part) { left -= $0.count }
      }
      #expect(left >= 0)
      copy[index] = file[index]
    }
  }

  /// 2^32 - 1 samples of 2^32 - 1 bytes each, at the end of the file.
  @Test func impossibleTablesAreRefused() throws {
    var file = try bytes("clip-hevc.mov")
    let sizes = try #require(Data(file).range(of: Data("stsz".utf8)))
    for index in sizes.upperBound + 4..<sizes.upperBound + 12 { file[index] = 0xFF }
    #expect(throws: ExtractionError.self) { try extract(.data(.track(1)), of: file) }
  }

  /// Every chunk is the same one: the output would be larger than the file.
  @Test func samplesThatShareTheirBytesAreBounded() throws {
    var file = BoxFile(Bytes(try bytes("clip-hevc.mov")))
    try file.change("moov", "trak", "mdia", "minf", "stbl", "stsz") { box in
      var sizes = SampleSizeBox()
      sizes.sampleSize = 80_000
      sizes.sampleCount = 75
      box[SampleSizeBox.self] = sizes
    }
    try file.change("moov", "trak", "mdia", "minf", "stbl", "stco") { box in
      guard var chunks = box[ChunkOffsetBox.self] else { return }
      chunks.chunkOffsets = chunks.chunkOffsets.mapping(0) { (_: Int64) -> Int64 in 8 }
      box[ChunkOffsetBox.self] = chunks
    }
    let copy = try file.encoded().bytes
    #expect {
      try extract(.data(.track(1)), of: copy, asStored: true)
    } throws: { "\($0)".contains("more than four times the bytes of the file") }
  }
}
