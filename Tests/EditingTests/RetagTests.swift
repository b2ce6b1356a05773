import Editing
import Foundation
import HEVC
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Sample entries get another type where that is true of the stream.
@Suite struct RetagTests {
  private func entry(_ file: Bytes) -> Box? {
    BoxFile(file).boxes.at("moov", "trak", "mdia", "minf", "stbl", "stsd").first
  }

  private func configuration(_ file: Bytes) -> HEVCDecoderConfigurationRecord? {
    entry(file)?.children.first(HEVCConfigurationBox.self)?.record
  }

  @Test(arguments: [
    ("clip-hevc.mov", "hvc1", "hev1"), ("clip-hevc-fragmented.mp4", "hvc1", "hev1"),
    ("clip-h264.mp4", "avc1", "avc3"), ("clip-h264-fragmented.mov", "avc1", "avc3"),
  ])
  func thereAndBackGivesTheSameBytes(name: String, outOfBand: String, inBand: String) throws {
    let original = try SampleFile.bytes(name)
    var edit = Edit(original)
    try edit.retag(to: [#require(FourCC(inBand))])
    let there = try edit.bytes()
    #expect(entry(there)?.type == FourCC(inBand))
    #expect(there.count == original.count)
    #expect(BoxFile(there).samples(of: 1) == BoxFile(original).samples(of: 1))
    #expect(edit.notes == ["track 1: '\(outOfBand)' is '\(inBand)' now"])
    if let record = configuration(there) {
      // ISO/IEC 14496-15 §8.4.1: by default, the arrays of 'hev1' are not complete.
      #expect(record.arrays.filter { $0.type.rawValue < 35 }.allSatisfy { !$0.isComplete })
    }
    var back = Edit(there)
    try back.retag()
    #expect(try back.bytes() == original)
  }

  /// Nobody knows what is in the samples of a stream whose header is alone.
  @Test func headersOfStreamsAreTrustedOnRequest() throws {
    var inBand = try Edit(sample: "clip-hevc-fragmented.mp4")
    try inBand.retag(to: ["hev1"])
    let header = BoxFile(try inBand.bytes()).boxes.filter { ["ftyp", "moov"].contains($0.type) }
    var edit = Edit(Bytes(header.compactMap(\.origin).flatMap { Array($0) }))
    let error = #expect(throws: EditError.self) { try edit.retag() }
    #expect(error?.kind == .unsupported)
    #expect(error?.message.contains("its samples are in other files") == true)
    try edit.retag(trustingSamples: true)
    #expect(entry(try edit.bytes())?.type == "hvc1")
  }

  @Test func whatIsRightAlreadyStays() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    try edit.retag()
    #expect(try !edit.finished().isChanged)
    #expect(edit.notes.isEmpty)
  }

  // MARK: Parameter sets among the samples

  /// `clip-hevc.mov` as `hev1`, with NAL units behind those of some samples, and another record.
  private func movie(
    adding units: [Int: [Bytes]], to name: String = "clip-hevc.mov",
    _ change: (inout HEVCDecoderConfigurationRecord) -> Void = { _ in }
  ) throws -> Bytes {
    var edit = try Edit(sample: name)
    let samples = edit.original.samples(of: 1)
    var sizes = samples.map { [Int64($0.count)] }
    for (index, units) in units {
      // At the end of the sample, so that the offset of its chunk stays the same.
      let added = try LengthPrefixed.joined(units, lengthSize: 4)
      let end = samples[index].fileOffset + samples[index].count
      let last = try #require(samples[index].last)
      let isAdded = edit.file.replace(end - 1..<end, with: Bytes([last] + added))
      #expect(isAdded)
      sizes[index] = [Int64(samples[index].count + added.count)]
    }
    let movie = try #require(edit.file.boxes.firstIndex { $0.type == "moov" })
    edit.file.boxes[movie].edit("trak", "mdia", "minf", "stbl") { table in
      table.edit("stsz") {
        $0[SampleSizeBox.self]?.entries = FieldTable(
          columns: [.uint(32, "entry_size")], rows: sizes)
      }
      table.edit("stsd", "hvc1", "hvcC") { box in
        guard var body = box[HEVCConfigurationBox.self] else { return }
        change(&body.record)
        box[HEVCConfigurationBox.self] = body
      }
    }
    edit.changedTracks = [1]
    edit.keepsOffsets = false
    try edit.retag(to: ["hev1"])
    return try edit.bytes()
  }

  private func sets() throws -> [Bytes] {
    let record = try #require(configuration(SampleFile.bytes("clip-hevc.mov")))
    return record.arrays.filter { $0.type.rawValue < 35 }.flatMap(\.nalUnits)
  }

  @Test func equalSetsInTheSamplesDoNoHarm() throws {
    var edit = Edit(try movie(adding: [0: try sets(), 30: try sets()]))
    try edit.retag()
    #expect(
      edit.notes == [
        "track 1: 2 samples repeat parameter sets of the decoder configuration, which does no harm",
        "track 1: 'hev1' is 'hvc1' now",
      ])
    let written = try edit.bytes()
    #expect(entry(written)?.type == "hvc1")
  }

  /// `hvc1` promises sets that are not there, and the samples have them.
  @Test func anEmptyConfigurationIsRepaired() throws {
    let hollow = try movie(adding: [0: try sets()]) { $0.arrays = [] }
    var broken = Array(hollow)
    let tag = try #require(broken.firstRange(of: Array("hev1".utf8)))
    broken.replaceSubrange(tag, with: Array("hvc1".utf8))
    var edit = Edit(Bytes(broken))
    try edit.repair()
    #expect(edit.notes.contains { $0.contains("has VPS 0, SPS 0, PPS 0 of the samples now") })
    let written = try edit.bytes()
    #expect(entry(written)?.type == "hvc1")
    #expect(
      try configuration(written)?.arrays.filter { $0.type.rawValue < 35 }.flatMap(\.nalUnits)
        == sets())
  }

  @Test func missingSetsComeFromTheSamples() throws {
    let sets = try sets()
    let hollow = try movie(adding: [0: sets]) {
      $0.arrays.removeAll { $0.type.rawValue < 35 }
      ($0.constantFrameRate, $0.averageFrameRate) = (1, 30 * 256)
    }
    #expect(configuration(hollow)?.nalUnits(.sequenceParameterSet).isEmpty == true)
    var edit = Edit(hollow)
    try edit.retag()
    let written = try edit.bytes()
    let made = try #require(configuration(written))
    let before = try #require(configuration(SampleFile.bytes("clip-hevc.mov")))
    #expect(made.arrays.filter { $0.type.rawValue < 35 }.flatMap(\.nalUnits) == sets)
    #expect(made.arrays.map(\.type) == before.arrays.map(\.type))
    // Parameter sets do not state these.
    #expect(made.constantFrameRate == 1 && made.averageFrameRate == 30 * 256)
    #expect(made.profile == before.profile && made.level == before.level)
    #expect(made.arrays.filter { $0.type.rawValue < 35 }.allSatisfy { $0.isComplete })
    #expect(BoxFile(written).samples(of: 1) == BoxFile(hollow).samples(of: 1))
    #expect(BoxFile(written).findings.isEmpty)
  }

  /// Another parameter set with the same number: the last byte of the PPS differs.
  private func otherPicture() throws -> Bytes {
    let record = try #require(configuration(SampleFile.bytes("clip-hevc.mov")))
    let unit = try #require(record.nalUnits(.pictureParameterSet).first)
    var set = try PictureParameterSet(nalUnit: unit)
    set.initialQPMinus26 += 1
    return try set.nalUnit()
  }

  @Test func setsThatDifferAreRefused() throws {
    let other = try otherPicture()
    let later = try movie(adding: [20: [other]])
    #expect {
      var edit = Edit(later)
      try edit.retag()
    } throws: { error in
      "\(error)".hasPrefix(
        "track 1 cannot be 'hvc1' instead of 'hev1': PPS 0 of sample 21 (at byte ")
        && "\(error)".hasSuffix("the decoder configuration, which holds for the samples before")
    }
    let twice = try movie(adding: [0: try sets(), 20: [other]])
    #expect {
      var edit = Edit(twice)
      try edit.retag()
    } throws: { error in
      "\(error)".contains("PPS 0 of sample 21 (at byte ")
        && "\(error)".contains("is not that of sample 1 (at byte ")
    }
  }

  /// A set that the first sample replaces was never active.
  @Test func theFirstSampleDecides() throws {
    let other = try otherPicture()
    var edit = Edit(try movie(adding: [0: [other]]))
    try edit.retag()
    #expect(edit.notes.first == "track 1: the decoder configuration has PPS 0 of the samples now")
    let written = try edit.bytes()
    #expect(configuration(written)?.nalUnits(.pictureParameterSet) == [other])
  }

  @Test func setsThatAreNowhereAreRefused() throws {
    let file = try movie(adding: [:]) { record in
      record.arrays.removeAll { $0.type == .pictureParameterSet }
    }
    #expect(
      throws: EditError(
        .notFound,
        """
        track 1 cannot be 'hvc1' instead of 'hev1': PPS 0 is neither in the decoder configuration \
        nor in the samples
        """)
    ) {
      var edit = Edit(file)
      try edit.retag()
    }
  }

  @Test func samplesThatCannotBeReadAreRefused() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    try edit.retag(to: ["hev1"])
    let sample = try #require(edit.original.samples(of: 1).dropFirst(4).first)
    let isReplaced = edit.file.replace(
      sample.fileOffset + 1..<sample.fileOffset + 2, with: Bytes([7]))
    #expect(isReplaced)
    edit.changedTracks = [1]
    let file = try edit.bytes()
    #expect {
      var edit = Edit(file)
      try edit.retag()
    } throws: { "\($0)".contains("sample 5 cannot be read: its NAL unit at byte ") }
    var trusting = Edit(file)
    try trusting.retag(trustingSamples: true)
    let written = try trusting.bytes()
    #expect(entry(written)?.type == "hvc1")
  }

  @Test func holesAreNotRead() throws {
    let file = try movie(adding: [:])
    let samples = BoxFile(file).samples(of: 1)
    let first = try #require(samples.first)
    let last = try #require(samples.last)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("holes-\(UUID()).mov")
    try Data(file).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let handle = try FileHandle(forReadingFrom: url)
    let source = try ByteSource(
      mapping: handle.fileDescriptor, path: url.path,
      holes: [first.fileOffset..<last.fileOffset + last.count])
    var edit = Edit(source.bytes)
    try edit.retag()
    #expect(
      edit.notes.first
        == "track 1: 75 samples are zeros or past the end of the file, in whole or in part")
  }

  @Test func photosAreNoMovies() throws {
    #expect(throws: EditError(.wrongFile, "is not a movie: it has no moov box")) {
      var edit = try Edit(sample: "portrait-single.heic")
      try edit.retag()
    }
  }
}
