import Editing
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// New samples replace old ones, and everything else does not change.
@Suite struct ReplaceSamplesTests {
  private static let movies =
    MediaFolder.samples.filter(isMovie) + MediaFolder.oneOfEachForm(where: isMovie)

  private static func isMovie(_ path: String) -> Bool {
    ["mp4", "mov", "m4a"].contains((path as NSString).pathExtension.lowercased())
      && !path.contains("malformed")
      && ((try? ByteSource(mapping: path).count) ?? 0) < 8 << 20
  }

  /// The same samples once more, as new ones.
  private func copy(of track: Track, in file: BoxFile) -> TrackReplacement? {
    guard track.sampleEntries.count == 1, let entry = track.sampleEntries.first else { return nil }
    var data: [UInt8] = []
    var samples: [NewSample] = []
    for sample in track.samples {
      guard sample.sampleCount == 1, sample.location == .file(0), !sample.fileRange.isEmpty,
        let bytes = file.bytes.part(sample.fileRange)
      else { return nil }
      data += bytes
      samples.append(
        NewSample(
          byteCount: bytes.count, compositionTime: sample.compositionTime,
          duration: sample.duration, isSync: sample.isSync))
    }
    return TrackReplacement(sampleEntry: entry, samples: samples, data: Bytes(data))
  }

  /// The samples of all tracks, replaced one track after the other by the same bytes elsewhere; nil if no track has samples
  /// that are alone in their bytes of this file.
  private func replaced(_ bytes: Bytes) throws(EditError) -> EditedFile? {
    var edit = Edit(bytes)
    guard let movie = MovieFile(edit.original), !movie.isFragmented else { return nil }
    var count = 0
    for track in movie.tracks {
      guard let copy = copy(of: track, in: edit.original), !copy.samples.isEmpty else { continue }
      try edit.replaceSamples(ofTrack: track.id, by: copy)
      count += 1
    }
    return count > 0 ? try edit.finished() : nil
  }

  @Test(.needs("ffprobe"), arguments: movies)
  func theSameSamplesOnceMore(_ path: String) throws {
    let bytes = try ByteSource(mapping: path).bytes
    guard let edited = try? replaced(bytes) else { return }
    let folder = try Folder()
    let new = try folder.write(Data(edited.written.bytes), to: "new.mp4")
    #expect(try Packets(path) == Packets(new), "\(path)")
  }

  /// Tracks that share their bytes are refused, and tables that lead nowhere.
  @Test func fewAreRefused() throws {
    var refused: [String: EditError] = [:]
    var count = 0
    for path in Self.movies {
      let bytes = try ByteSource(mapping: path).bytes
      do throws(EditError) {
        if try replaced(bytes) != nil { count += 1 }
      } catch {
        #expect([.unsupported, .damaged].contains(error.kind), "\(path): \(error)")
        refused[path] = error
      }
    }
    #expect(count > 2 && refused.count * 4 <= count, "\(refused)")
    #expect(Set(MediaFolder.samples).isDisjoint(with: refused.keys), "\(refused)")
  }
}

extension ReplaceSamplesTests {
  /// A brand with the name of a coding goes with the last track that has it.
  @Test func brandsOfCodingsThatAreGoneGo() throws {
    let original = try Edit(sample: "clip-h264.mp4")
    #expect(try brands(original) == ["isom", "iso2", "avc1", "mp41"])
    let track = try #require(MovieFile(original.original)?.tracks.first)
    var replacement = try #require(copy(of: track, in: original.original))
    var same = original
    try same.replaceSamples(ofTrack: track.id, by: replacement)
    #expect(try brands(same) == ["isom", "iso2", "avc1", "mp41"])
    replacement.sampleEntry = replacement.sampleEntry.retyped("avc3")
    var other = original
    try other.replaceSamples(ofTrack: track.id, by: replacement)
    var fewer = original
    try fewer.removeTracks([track.id])
    for edit in [other, fewer] { #expect(try brands(edit) == ["isom", "iso2", "mp41"]) }
  }

  private func brands(_ edit: Edit) throws -> [FourCC] {
    try #require(BoxFile(edit.bytes()).boxes.first(FileTypeBox.self)).compatibleBrands
  }

  /// Reordered pictures, re-encoded by x264: they have the presentation times of the old ones, and are decoded as in
  /// the file that x264 wrote.
  @Test(
    .needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"), arguments: [0, 3], ["mov", "mp4"])
  func picturesOfAnotherEncoder(bFrames: Int, kind: String) throws {
    let name = kind == "mov" ? "clip-hevc.mov" : "clip-h264.mp4"
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    let folder = try Folder()
    let coded = folder.path("coded.mp4")
    let encoding = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-noautorotate", "-i", path, "-an", "-fps_mode", "passthrough", "-c:v",
        "libx264", "-preset", "ultrafast", "-bf", "\(bFrames)", "-b_strategy", "0",
        "-video_track_timescale", "90000", coded,
      ])
    try #require(encoding.code == 0, "\(encoding.errors)")
    let source = BoxFile(try ByteSource(mapping: coded).bytes)
    let new = try #require(MovieFile(source)?.tracks.first)
    var edit = Edit(try ByteSource(mapping: path).bytes)
    let old = try #require(
      MovieFile(edit.original)?.tracks.first { $0.handlerType == "vide" })
    // The pictures of both are the same, one by one, in the order in which they are shown.
    let shown = old.samples.sorted { $0.compositionTime < $1.compositionTime }
    let order = new.samples.sorted { $0.compositionTime < $1.compositionTime }
    try #require(shown.count == order.count && shown.count > 10)
    let indices = Dictionary(
      uniqueKeysWithValues: order.enumerated().map { ($0.element.index, $0.offset) })
    var samples: [NewSample] = []
    var data: [UInt8] = []
    for sample in new.samples {
      let twin = shown[try #require(indices[sample.index])]
      samples.append(
        NewSample(
          byteCount: sample.fileRange.count, compositionTime: twin.compositionTime,
          duration: twin.duration, isSync: sample.isSync))
      data += try #require(source.bytes.part(sample.fileRange))
    }
    try edit.replaceSamples(
      ofTrack: old.id,
      by: TrackReplacement(
        sampleEntry: try #require(new.sampleEntries.first), samples: samples, data: Bytes(data)))
    let edited = try edit.finished()
    let result = try folder.write(Data(edited.written.bytes), to: "result.\(kind)")
    #expect(try frames(result).map(\.hash) == frames(coded).map(\.hash))
    #expect(try frames(result).map(\.time) == frames(path).map(\.time))
    // Everything else is the same: sound, and the properties of the movie.
    for (index, packets) in try Packets(path).streams where index > 0 {
      #expect(try Packets(result).streams[index] == packets)
    }
    #expect(try Set(tags(result)).symmetricDifference(tags(path)) == [])
  }

  /// The frames of the first video track as ffmpeg shows them.
  private func frames(_ path: String) throws -> [(time: String, hash: String)] {
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-noautorotate", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
        "-copyts", "-enc_time_base", "1:90000", "-f", "framemd5", "-",
      ])
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      return (fields[2], fields[5])
    }
  }

  /// The output of ffprobe about the file and its tracks, without the data about the encoder.
  private func tags(_ path: String) throws -> [String] {
    try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "quiet", "-show_entries",
        "format_tags:stream_tags:stream_side_data:stream=duration,start_time,index,codec_type",
        "-of",
        "flat", path,
      ]
    ).output.split(separator: "\n").map(String.init).filter {
      !$0.contains("stream.0.tags.vendor_id") && !$0.contains("stream.0.tags.encoder")
    }
  }
}
