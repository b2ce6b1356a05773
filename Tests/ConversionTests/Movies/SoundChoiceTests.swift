import Editing
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing
import WorkerClient

@testable import Conversion

/// The tracks that stay, that are re-encoded, and that are removed.
@Suite(.needs("ffmpeg", "ffprobe"))
struct SoundChoiceTests {
  private let sound: SoundComparison

  init() throws { sound = try SoundComparison() }

  private let picture = ["-f", "lavfi", "-i", "testsrc=size=64x64:rate=10:duration=2.3"]

  private func tones(_ channels: Int = 2, rate: Int = 48_000) -> [String] {
    ["-f", "lavfi", "-i", SoundComparison.tones(rate: rate, channels: channels)]
  }

  private func tracks(_ path: String) throws -> [Track] {
    try #require(MovieFile(BoxFile(try ByteSource(mapping: path).bytes))).tracks
  }

  @Test(arguments: ["mov", "mp4"])
  func playedEverywhereStays(_ container: String) throws {
    let path = try sound.make(
      "source.\(container)", picture + tones() + ["-c:v", "mpeg4", "-c:a", "aac"])
    for choice in [AudioChoice.compatible, .keep] {
      #expect(try !sound.convert(path, choice).edited.isChanged)
    }
    #expect(try sound.convert(path, .aac).edited.isChanged)
  }

  /// One picture is a movie.
  @Test func oneSampleIsEnough() throws {
    let path = try sound.make(
      "source.mp4", picture + ["-frames:v", "1", "-c:v", "mpeg4"])
    #expect(try tracks(path).map(\.sampleCount) == [1])
    #expect(try !sound.convert(path, .compatible).edited.isChanged)
  }

  /// AAC of six channels becomes stereo, and stays where all is kept.
  @Test func sixChannelsBecomeTwo() throws {
    let path = try sound.make("source.mp4", tones(6) + ["-c:a", "aac"])
    #expect(try !sound.convert(path, .keep).edited.isChanged)
    let (output, _, _) = try sound.convert(path, .compatible)
    #expect(try sound.probe(output, "stream=channels") == "2")
    try sound.expectSame(output, path, atLeast: 20)
  }

  @Test(arguments: ["mov", "mp4"])
  func soundGoes(_ container: String) throws {
    let path = try sound.make(
      "source.\(container)",
      picture + tones() + tones(1) + [
        "-map", "0", "-map", "1", "-map", "2", "-c:v", "mpeg4", "-c:a", "ac3", "-t", "1.5",
        "-metadata", "title=Sea",
      ])
    let (output, edited, _) = try sound.convert(path, .remove)
    #expect(try tracks(output).map(\.handlerType) == ["vide"])
    #expect(try sound.otherPackets(output) == sound.otherPackets(path))
    #expect(try sound.otherPackets(output).count > 10)
    #expect(try sound.verify(output) == 0)
    // Its bytes are removed, too.
    let coded = try tracks(path).filter { $0.handlerType == "soun" }
      .reduce(0) { $0 + Int($1.byteCount ?? 0) }
    #expect(edited.written.count < edited.original.bytes.count - coded && coded > 20_000)
    // Without audio, nothing changes.
    #expect(try !sound.convert(output, .remove).edited.isChanged)
  }

  /// Gives the audio of a track an unknown coding.
  private func makeUnknown(_ path: String, track id: UInt32) throws -> String {
    var edit = Edit(try ByteSource(mapping: path).bytes)
    let movie = try #require(edit.file.boxes.firstIndex { $0.type == "moov" })
    var children = edit.file.boxes[movie].children
    for index in children.indices
    where children[index].children.first(TrackHeaderBox.self)?.trackID == id {
      children[index].change(["mdia", "minf", "stbl", "stsd"]) { table in
        guard var entry = table.children.first?[AudioSampleEntry.self] else { return false }
        entry.children = []
        table.children = [Box(type: "apac", entry, in: .sampleEntries)]
        return true
      }
    }
    edit.file.boxes[movie].children = children
    return try sound.folder.write(Data(try edit.finished().written.bytes), to: "unknown.mov")
  }

  @Test func unknownSoundGivesWayToOther() throws {
    let made = try sound.make(
      "source.mov",
      picture + tones() + tones() + [
        "-map", "0", "-map", "1", "-map", "2", "-c:v", "mpeg4", "-c:a:0", "pcm_s16le", "-c:a:1",
        "aac",
      ])
    let both = try tracks(made).filter { $0.handlerType == "soun" }
    try #require(both.count == 2 && both[0].alternateGroup == both[1].alternateGroup)
    try #require(both[0].isEnabled && !both[1].isEnabled && both[0].alternateGroup != 0)
    let path = try makeUnknown(made, track: both[0].id)
    let (output, _, result) = try sound.convert(path, .compatible)
    let left = try #require(tracks(output).filter { $0.handlerType == "soun" }.first)
    #expect(try tracks(output).count == 2 && left.id == both[1].id)
    // The remaining track is enabled now.
    #expect(left.isEnabled)
    #expect(result.leftOut == ["audio coded as apac (track \(both[0].id))"])
    #expect(try sound.otherPackets(output) == sound.otherPackets(path))
    #expect(try !sound.convert(path, .keep).edited.isChanged)
  }

  @Test func unknownSoundAloneIsRefused() throws {
    let made = try sound.make(
      "source.mov", picture + tones() + ["-c:v", "mpeg4", "-c:a", "pcm_s16le"])
    let id = try #require(tracks(made).first { $0.handlerType == "soun" }?.id)
    let path = try makeUnknown(made, track: id)
    for choice in [AudioChoice.compatible, .aac] {
      #expect {
        try sound.convert(path, choice)
      } throws: {
        "\($0)".contains("coded as apac, for which there is no decoder")
      }
    }
    #expect(try tracks(sound.convert(path, .remove).path).count == 1)
  }

  /// Audio that begins later than the pictures, and audio whose beginning is hidden.
  @Test(arguments: ["pcm_s16le", "alac", "ac3"], [48_000, 37_800])
  func editsAreCarriedOver(_ coding: String, _ rate: Int) throws {
    guard coding != "ac3" || rate == 48_000 else { return }
    let late = try sound.make(
      "late.mov",
      picture + ["-itsoffset", "0.5"] + tones(rate: rate) + ["-c:v", "mpeg4", "-c:a", coding])
    try #require(tracks(late).contains { $0.editList.edits.first?.mediaTime == nil })
    try sound.expectSame(try sound.convert(late, .compatible).path, late, atLeast: 15)
    let whole = try sound.make(
      "whole.mov", picture + tones(rate: rate) + ["-c:v", "mpeg4", "-g", "1", "-c:a", coding])
    let cut = try sound.make("cut.mov", ["-ss", "0.517", "-i", whole, "-c", "copy", "-t", "1.1"])
    let (output, _, result) = try sound.convert(cut, .compatible)
    try sound.expectSame(output, cut, atLeast: 15)
    #expect(try sound.otherPackets(output) == sound.otherPackets(cut))
    #expect(result.warnings.isEmpty)
  }

  /// Audio that cannot be decoded becomes silence, and the following audio keeps its times.
  @Test func lostPacketsAreSilent() throws {
    let path = try sound.make("source.mov", tones() + ["-c:a", "alac"])
    let track = try #require(tracks(path).first)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let lost = try #require(track.samples.sample(at: 9))
    for offset in lost.fileRange { data[offset] = 0xFF }
    let damaged = try sound.folder.write(data, to: "damaged.mov")
    let (output, _, result) = try sound.convert(damaged, .compatible)
    #expect(
      result.warnings == [
        "1 packet of the audio of track 1 cannot be decoded, the first is number 10; it is silent there"
      ])
    let (new, old) = (try sound.sound(output, rate: 48_000), try sound.sound(path, rate: 48_000))
    let (start, end) = (Int(lost.decodeTime), Int(lost.decodeTime + lost.duration))
    // AAC has an echo of a packet.
    #expect(new[start + 1024..<end - 1024].allSatisfy { $0.magnitude < 0.02 })
    let rest = end + 1024..<min(old.count, new.count)
    let after = SoundComparison.Comparison(Array(new[rest]), Array(old[rest]))
    #expect(after.lag == 0 && after.likeness > 20, "\(after)")
  }

  /// Quality decides how many bits there are.
  @Test func qualityIsBits() throws {
    let path = try sound.make("source.mov", tones() + ["-c:a", "pcm_s16le"])
    let sizes = try [40, 70, 100].map {
      try sound.convert(path, .aac, quality: $0).edited.written.count
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
    let rates = try ["mov", "mp4"].map {
      let path = try sound.make("rate.\($0)", tones() + ["-c:a", "alac"])
      return Int(try sound.probe(sound.convert(path, .aac).path, "stream=bit_rate")) ?? 0
    }
    #expect(rates.allSatisfy { $0 > 100_000 && $0 < 160_000 }, "\(rates)")
  }

  /// The description is that of the file format, and states that decoding starts one packet before (ISO/IEC 14496-12
  /// §10.1).
  @Test(arguments: ["mov", "mp4"])
  func description(_ container: String) throws {
    let path = try sound.make("source.\(container)", tones() + ["-c:a", "alac"])
    let track = try #require(tracks(sound.convert(path, .aac).path).first)
    let entry = try #require(track.sampleEntries.first?[AudioSampleEntry.self])
    #expect(entry.version == (container == "mov" ? 1 : 0))
    #expect(entry.children.contains { $0.type == "wave" } == (container == "mov"))
    #expect(entry.children.contains { $0.type == "btrt" } == (container == "mp4"))
    #expect(entry.elementaryStream?.audioObjectType == 2)
    let sample = try #require(track.samples.sample(at: 5))
    let group = try #require(sample.groups.first { $0.type == "roll" })
    #expect((group.description?.description as? RollRecoveryEntry)?.rollDistance == -1)
    #expect(track.editList.edits.first?.mediaTime == 1024)
  }
}
