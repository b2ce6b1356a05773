import Editing
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Samples of fragments stay the same when tables describe them.
@Suite struct DefragmentTests {
  private static let movies =
    MediaFolder.samples.filter(isFragmented) + MediaFolder.oneOfEachForm(where: isFragmented)

  private static func isFragmented(_ path: String) -> Bool {
    // A 'moof' box is inside of 'mdat': ffprobe searches for it there, and boxes do not.
    if path.hasSuffix("malformed/1414444.mp4") { return false }
    let kinds = ["mp4", "mov", "m4a", "m4v", "3gp", "ismv", "m4s", "cmfv"]
    guard kinds.contains((path as NSString).pathExtension.lowercased()),
      let source = try? ByteSource(mapping: path), let movie = MovieFile(BoxFile(source.bytes))
    else { return false }
    return movie.isFragmented && !movie.isInitialization
  }

  @Test(.needs("ffprobe"), arguments: movies)
  func everyPacketStays(_ path: String) throws {
    var edit = Edit(try ByteSource(mapping: path).bytes)
    let edited: EditedFile
    do throws(EditError) {
      try edit.defragment()
      edited = try edit.finished()
    } catch {
      let isMalformed = path.contains("malformed") && error.kind == .proofFailed
      #expect(
        isMalformed || [.unsupported, .damaged].contains(error.kind), "\(path): \(error)")
      return
    }
    #expect(edited.view.boxes.allSatisfy { $0.type != "moof" })
    let movie = try #require(MovieFile(edited.view))
    #expect(!movie.isFragmented)
    let folder = try Folder()
    let new = try folder.write(Data(edited.written.bytes), to: "new.mp4")
    let (before, after) = (try Packets(path), try Packets(new))
    #expect(before.fromTheStart == after.fromTheStart, "\(path)")
    let start = MovieFile(edit.original)?.start ?? 0
    if start == 0 { #expect(before == after, "\(path)") }
  }

  /// Fragments leave no free space, and no table of values that all samples share.
  @Test(arguments: ["clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov"])
  func nothingUselessIsWritten(name: String) throws {
    var edit = try Edit(sample: name)
    try edit.defragment()
    let file = BoxFile(try edit.bytes())
    #expect(file.boxes.map(\.type).filter { ["free", "skip", "wide"].contains($0) } == [])
    let tables = file.boxes.at("moov", "trak", "mdia", "minf", "stbl")
    #expect(tables.contains { $0.type == "stsz" } && !tables.contains { $0.type == "stdp" })
  }

  /// Most of the movies of devices and of encoders can be described so.
  @Test func fewAreRefused() throws {
    var reasons: [String: String] = [:]
    let movies = Self.movies.filter { !$0.contains("encrypted") && !$0.contains("malformed") }
    for path in movies {
      var edit = Edit(try ByteSource(mapping: path).bytes)
      do throws(EditError) {
        try edit.defragment()
        _ = try edit.finished()
      } catch {
        reasons[path] = "\(error)"
      }
    }
    #expect(!movies.isEmpty && reasons.count * 10 <= movies.count, "\(reasons)")
  }

  /// The encryption of samples in fragments is not lost, although the movie begins unencrypted.
  @Test(.needsMedia) func encryptionInFragmentsIsRefused() throws {
    let path = try #require(
      MediaFolder.files.first { $0.hasSuffix("_clear_enc_dashinit.mp4") })
    var edit = Edit(try ByteSource(mapping: path).bytes)
    let error = #expect(throws: EditError.self) { try edit.defragment() }
    #expect(error?.kind == .unsupported && error?.message.contains("encrypted") == true)
  }

  /// The segments that follow it need its `mvex` box, whose defaults their fragments use.
  @Test func anInitializationSegmentStaysWhatItIs() throws {
    var file = BoxFile(try SampleFile.bytes("clip-hevc-fragmented.mp4"))
    file.boxes.removeAll { !["ftyp", "moov"].contains($0.type) }
    let start = Bytes(try file.encoded().bytes)
    #expect(MovieFile(BoxFile(start))?.isInitialization == true)
    var (edit, other) = (Edit(start), Edit(start))
    let error = #expect(throws: EditError.self) { try edit.defragment() }
    #expect(error?.kind == .wrongFile && error?.message.contains("--init") == true)
    #expect(throws: EditError.self) { try other.gatherSamples() }
  }
}
