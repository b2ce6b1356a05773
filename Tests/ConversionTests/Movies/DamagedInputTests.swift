import Editing
import Foundation
import HEIF
import ISOBMFF
import Movie
import TestSupport
import Testing
import WorkerClient

@testable import Conversion

/// A check that fails is a fault of the program only if the movie is sound.
@Suite struct DamagedInputTests {
  @Test func damageIsTheReason() throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/clip-h264.mp4") })
    let whole = BoxFile(try ByteSource(mapping: path).bytes)
    let failure = EditError(.proofFailed, "samples would change")
    let fault = ConversionError(failure, of: whole)
    #expect(fault.kind == .worker && fault.message == "samples would change")
    // The size of the first NAL unit.
    let first = try #require(MovieFile(whole)?.tracks.first?.samples.first { _ in true })
    var bytes = Array(whole.bytes)
    for offset in first.fileRange.prefix(4) { bytes[offset] = 0xFF }
    let damaged = BoxFile(Bytes(bytes))
    let error = ConversionError(failure, of: damaged)
    #expect(error.kind == .input && error.message.contains("[sample-data-damaged]"))
    #expect(error.message.contains("boxwalk repair"), "\(error.message)")
    let other = ConversionError(EditError(.fileExists, "exists"), of: damaged)
    #expect(other.kind == .output && other.message == "exists")
  }

  private func clip() throws -> [UInt8] {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/clip-h264.mp4") })
    return Array(try ByteSource(mapping: path).bytes)
  }

  /// Frames before the first sync sample are decoded from the start of the track.
  @Test(arguments: [false, true])
  func framesBeforeTheFirstSyncSampleHaveRuns(isSecond: Bool) throws {
    var bytes = try clip()
    // The first of its samples is 1, after version, flags and the number of entries.
    let table = try #require(bytes.firstRange(of: Array("stss".utf8))).upperBound
    bytes[table + 11] = 5
    let folder = try Folder()
    let movie = try MovieFrames(folder.write(Data(bytes), to: "clip.mp4"))
    let runs = movie.runs(for: movie.frames, isSecond: isSecond)
    let frames = Set(runs.flatMap { $0.frames.keys })
    #expect(runs.first?.samples.lowerBound == 0)
    // Those of the group that begins with the track have no second run.
    let all = Set(movie.frames.map(\.sample))
    #expect(all.count > 60 && frames == all.filter { !isSecond || $0 >= 4 })
    let plan = try MoviePlan(movie.track, of: BoxFile(movie.bytes), samples: [3, 1])
    #expect(plan.shown == [3, 1] && plan.plan.tiles.count == 4)
  }

  /// The video track names sample entry 50 of 1.
  @Test func theStartOfAnUnknownEntryIsNotCoded() throws {
    var bytes = try clip()
    let table = try #require(bytes.firstRange(of: Array("stsc".utf8))).upperBound
    for row in 0..<2 { bytes[table + 8 + row * 12 + 11] = 50 }
    var edit = Edit(Bytes(bytes))
    try edit.trim(from: 0.1, to: nil)
    let error = #expect(throws: EditError.self) {
      try MovieConverter(Worker(BuiltPrograms.worker)).codeStarts(of: &edit)
    }
    #expect(error?.message.contains("sample entry that does not exist") ?? false)
  }
}
