import FieldCoding
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// What Matroska and WebM state beside the samples, there and back.
@Suite(
  .needs("ffmpeg", "ffprobe", "mkvinfo"), .needs(encoders: "libx264"),
  .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct RemuxPrimingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func ffmpeg(_ arguments: [String]) throws -> String {
    let result = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments)
    #expect(result.code == 0, "\(result.errors)")
    return result.output
  }

  private func remux(_ input: String, _ name: String, code: Int32 = 0) throws -> String {
    let output = folder.path(name)
    let result = try Program.boxwalk("remux", input, "-o", output)
    #expect(result.code == code && (code != 0 || result.errors.isEmpty), "\(result.errors)")
    return output
  }

  private func tracks(_ path: String) throws -> [Track] {
    try #require(MovieFile(BoxFile(try ByteSource(mapping: path).bytes))).tracks
  }

  /// The media times of the edits, and the durations of media, in seconds.
  private func times(_ path: String) throws -> [[Double]] {
    try tracks(path).map { track in
      let ticks = Double(track.timescale)
      return [
        Double(track.editList.edits.compactMap(\.mediaTime).first ?? 0) / ticks,
        Double(track.mediaDuration) / ticks,
      ]
    }
  }

  /// Decoders of AAC begin with silence, which is not heard, and pictures are not shown later.
  @Test(arguments: [("48000", "aac"), ("8000", "aac"), ("44100", "libmp3lame")])
  func silenceBeforeTheStartIsNotHeard(_ rate: String, _ coding: String) throws {
    let made = folder.path("made.mp4")
    _ = try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-f", "lavfi", "-i",
      "sine=sample_rate=\(rate):duration=2", "-c:v", "libx264", "-bf", "0", "-c:a", coding, made,
    ])
    let there = try remux(made, "there.mkv")
    let info = try Program.other("mkvinfo", there).output
    #expect(info.contains("Codec-inherent delay"), "\(info)")
    #expect(
      !info.contains(String(repeating: " ", count: 40)) && !info.contains("invalid"), "\(info)")
    let starts = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", there
    ).output.split(separator: "\n").compactMap { Double($0) }
    #expect(starts.count == 2 && starts[0] == 0 && starts[1] < 0, "\(starts)")
    let back = try remux(there, "back.mp4")
    let (old, new) = (try times(made), try times(back))
    #expect(abs(old[1][0] - new[1][0]) < 0.00001, "\(old), \(new)")
    func sound(_ path: String) throws -> String {
      try ffmpeg(["-i", path, "-map", "0:a", "-f", "md5", "-"])
    }
    #expect(try sound(back) == sound(made))
  }

  /// The priming is not named, however long its packets are: nobody hears it, and nothing gets out of step.
  @Test(arguments: ["48000", "8000"], ["ts", "flv"])
  func primingIsNotReported(_ rate: String, _ container: String) throws {
    let made = folder.path("made.mp4")
    _ = try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-f", "lavfi", "-i",
      "sine=sample_rate=\(rate):duration=2", "-c:v", "libx264", "-c:a", "aac",
      "-fflags", "+bitexact", made,
    ])
    _ = try remux(made, "there." + container)
  }

  /// The last packet of FLAC has fewer samples than the others.
  @Test func lastPacketKeepsItsLength() throws {
    let made = folder.path("made.mp4")
    _ = try ffmpeg([
      "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2", "-c:a", "flac", "-strict", "-2",
      made,
    ])
    let back = try remux(try remux(made, "there.mkv"), "back.mp4")
    #expect(try tracks(back).map(\.mediaDuration) == [96_000])
  }

  /// Texts that are shown even if subtitles are off.
  @Test func forcedTextsStayForced() throws {
    let (texts, made) = (folder.path("texts.srt"), folder.path("made.mkv"))
    try "1\n00:00:00,200 --> 00:00:00,500\nFirst\n".write(
      toFile: texts, atomically: true, encoding: .utf8)
    _ = try ffmpeg([
      "-i", Program.sample("clip-h264.mp4"), "-i", texts, "-map", "0:v", "-map", "1:s", "-c:v",
      "copy", "-c:s", "subrip", "-disposition:s:0", "forced", made,
    ])
    let there = try remux(made, "there.mp4")
    #expect(
      try tracks(there).last?.sampleEntries.first?[TimedTextSampleEntry.self]?.isForced == true)
    let back = try remux(there, "back.mkv")
    let said = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "s", "-show_entries",
      "stream_disposition=forced", "-of", "csv=p=0", back
    ).output
    #expect(said.trimmingCharacters(in: .whitespacesAndNewlines) == "1")
  }

  /// Browsers take no other files for WebM.
  @Test(.needs(encoders: "libvpx-vp9", "libopus")) func webMIsWritten() throws {
    let (made, texts) = (folder.path("made.mp4"), folder.path("texts.srt"))
    try "1\n00:00:00,200 --> 00:00:00,500\n<i>First</i>\n".write(
      toFile: texts, atomically: true, encoding: .utf8)
    _ = try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-f", "lavfi", "-i",
      "sine=sample_rate=48000:duration=1", "-i", texts, "-map", "0", "-map", "1", "-map", "2",
      "-c:v", "libvpx-vp9", "-c:a", "libopus", "-c:s", "mov_text", made,
    ])
    let there = try remux(made, "there.webm")
    let info = try Program.other("mkvinfo", there).output
    #expect(info.contains("Document type: webm") && info.contains("V_VP9"), "\(info)")
    #expect(info.contains("A_OPUS") && info.contains("WEBVTT"), "\(info)")
    let starts = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", there
    ).output.split(separator: "\n").compactMap { Double($0) }
    #expect(starts.first == 0 && starts.count > 1 && starts[1] < 0, "\(starts)")
    func frames(_ path: String) throws -> String {
      try ffmpeg(["-i", path, "-map", "0:v", "-f", "md5", "-"])
    }
    #expect(try frames(there) == frames(made))
    let text = try ffmpeg(["-copyts", "-i", there, "-map", "0:s", "-f", "srt", "-"])
    #expect(text.contains("00:00:00,200 --> 00:00:00,500\n<i>First</i>"), "\(text)")
    #expect(try Program.boxwalk("remux", there, "-o", folder.path("back.mp4")).isDone)
  }

  @Test func whatBrowsersDoNotPlayIsNoWebM() throws {
    let output = folder.path("new.webm")
    let result = try Program.boxwalk("remux", Program.sample("clip-h264.mp4"), "-o", output)
    #expect(result.code == 2 && !FileManager.default.fileExists(atPath: output))
    for word in ["'avc1'", "WebM is for", ".mkv", "transcode --preset av1"] {
      #expect(result.errors.contains(word), "\(result.errors)")
    }
  }
}
