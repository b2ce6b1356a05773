import FieldCoding
import Foundation
import ISOBMFF
import Movie
import Rescue
import TestSupport
import Testing

/// Recordings that have what the good recording of the same camera does not have.
@Suite struct OtherHabitsTests {
  /// Delimiters and messages, which a camera writes in one mode and not in another.
  @Test(
    .needs("ffmpeg"), .needs(encoders: "libx264", "libx265", "aac"),
    arguments: [
      ["libx264", "filter_units=remove_types=6", "h264_metadata=aud=insert"],
      ["libx265", "filter_units=remove_types=39", "hevc_metadata=aud=insert"],
    ])
  func unitsThatTheReferenceLacks(coding: [String]) throws {
    let folder = try Folder()
    let options = ["-c:v", coding[0], "-g", "20", "-c:a", "aac"]
    let source = try Recording.made(folder, "mp4", options)[0]
    let recordings = try coding.dropFirst().map { filter in
      let path = folder.path("\(filter.prefix(6)).mp4")
      let result = try InstalledProgram.run(
        "ffmpeg",
        ["-v", "error", "-i", source.path, "-c", "copy", "-bsf:v", filter, path])
      #expect(result.code == 0, "\(result.errors)")
      return try Recording(path)
    }
    let reference = try #require(ReferenceRecording(recordings[0].file))
    let cut = recordings[1].data.count * 4 / 5
    let data = Bytes(Array(try #require(recordings[1].data.part(0..<cut))))
    let found = SampleSearch.samples(in: data, like: reference)
    for (samples, wanted) in zip(found.tracks, recordings[1].samples(before: cut)) {
      #expect(samples.flatMap(\.ranges) == wanted)
    }
    #expect(found.unknown.isEmpty)
  }

  /// A sample of a size that the reference has once is only found if something follows it that is known, too.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264"))
  func aRareSizeNeedsWhatFollows() throws {
    let folder = try Folder()
    let texts = [String(repeating: "A long text. ", count: 30)] + (1...12).map { "Text \($0 + 10)" }
    let lines = texts.enumerated().map { number, text in
      let (start, end) = (number * 400, number * 400 + 400)
      func time(_ count: Int) -> String {
        "00:00:0\(count / 1000),\(String(count % 1000 + 1000).dropFirst())"
      }
      return "\(number + 1)\n\(time(start)) --> \(time(end))\n\(text)\n\n"
    }
    let (subtitles, path) = (folder.path("texts.srt"), folder.path("made.mp4"))
    try Data(lines.joined().utf8).write(to: URL(filePath: subtitles))
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30:duration=6", "-i",
        subtitles, "-map", "0", "-map", "1", "-c:v", "libx264", "-c:s", "mov_text", path,
      ])
    #expect(result.code == 0, "\(result.errors)")
    let recording = try Recording(path)
    let reference = try #require(ReferenceRecording(recording.file))
    let text = try #require(recording.movie.tracks.firstIndex { $0.handlerType != "vide" })
    let ranges = recording.samples(before: .max / 2)
    let long = try #require(ranges[text].max { $0.count < $1.count })
    #expect(long.count > 300)
    let whole = SampleSearch.samples(in: recording.data, like: reference)
    #expect(whole.tracks[text].flatMap(\.ranges).contains(long))
    // What follows it is overwritten.
    var bytes = Array(recording.data)
    var generator = Noise(state: 7)
    for index in long.upperBound..<min(long.upperBound + 3000, bytes.count) {
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    }
    let found = SampleSearch.samples(in: Bytes(bytes), like: reference)
    #expect(!found.tracks[text].flatMap(\.ranges).contains(long))
    #expect(found.unknown.contains { $0.overlaps(long) })
    #expect(found.tracks[1 - text].flatMap(\.ranges).last == ranges[1 - text].last)
  }

  /// Sound of another mode, whose blocks have another size, takes no pictures.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264"))
  func soundOfAnotherModeTakesNoPictures() throws {
    let recordings = try ["pcm_s16le", "pcm_s24le"].map { coding in
      try Recording.made(try Folder(), "mov", ["-c:v", "libx264", "-c:a", coding])[0]
    }
    let reference = try #require(ReferenceRecording(recordings[0].file))
    let video = try #require(recordings[1].movie.tracks.firstIndex { $0.handlerType == "vide" })
    let found = SampleSearch.samples(in: recordings[1].data, like: reference)
    let wanted = recordings[1].samples(before: .max / 2)[video]
    let pictures = found.tracks[video].flatMap(\.ranges)
    #expect(Set(pictures).isSubset(of: wanted))
    #expect(pictures.count >= wanted.count * 9 / 10, "\(pictures.count) of \(wanted.count)")
  }
}
