import Editing
import FieldCoding
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Recordings without a description whose pictures state how they are coded are rebuilt without another one.
@Suite(.needs("ffmpeg")) struct StatedRecordingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The samples of the tracks of a kind, with their times in milliseconds.
  private func samples(
    _ file: BoxFile, _ kind: FourCC, before end: Int = .max
  ) throws -> [(bytes: [UInt8], times: [Int64])] {
    let movie = try #require(MovieFile(file))
    let track = movie.tracks.first { $0.handlerType == kind }
    return track?.samples.compactMap { sample in
      guard sample.fileRange.upperBound <= end, let bytes = file.bytes.part(sample.fileRange) else {
        return nil
      }
      let times = [sample.decodeTime, sample.decodeTime + sample.compositionOffset]
      return (Array(bytes), times.map { $0 * 1000 / Int64(track?.timescale ?? 1) })
    } ?? []
  }

  private func recording(_ ending: String, _ options: [String]) throws -> Bytes {
    let path = folder.path("whole.\(ending)")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-f", "lavfi", "-i",
        "sine=sample_rate=44100", "-t", "4",
      ] + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return try ByteSource(mapping: path).bytes
  }

  static let codings = [
    [
      "mov", "-c:v", "libx264", "-x264-params", "repeat-headers=1:keyint=25", "-bf", "3", "-c:a",
      "aac", "-ac", "1",
    ],
    [
      "mp4", "-c:v", "libx265", "-x265-params", "log-level=error:repeat-headers=1:keyint=25",
      "-c:a",
      "aac", "-ac", "2",
    ],
    ["mp4", "-c:v", "libx264", "-x264-params", "repeat-headers=1:aud=1", "-an"],
  ]

  @Test(.needs(encoders: "libx264", "libx265", "aac"), arguments: codings)
  func samplesAndTimesComeBack(coding: [String]) throws {
    let whole = try recording(coding[0], Array(coding.dropFirst()))
    for part in [45, 70, 93] {
      let cut = whole.count * part / 100
      let (found, notes) = try repaired(whole.prefix(cut))
      #expect(notes.contains { $0.contains("no other recording is needed") })
      // Each unknown region is named by itself, as they are few.
      #expect(!notes.contains { $0.contains("other region") }, "\(notes)")
      for kind in ["vide", "soun"] as [FourCC] {
        let (new, old) = (
          try samples(BoxFile(found), kind), try samples(BoxFile(whole), kind, before: cut)
        )
        #expect(new.map(\.bytes) == old.map(\.bytes), "\(kind), cut at \(part) %")
        #expect(new.map(\.times) == old.map(\.times), "\(kind), cut at \(part) %")
      }
    }
  }

  /// Without parameter sets among the samples, nothing states how these are coded.
  @Test(.needs(encoders: "libx264", "aac"))
  func withoutParameterSetsItIsRefused() throws {
    let whole = try recording("mov", ["-c:v", "libx264", "-c:a", "aac"])
    #expect(throws: EditError.self) { try repaired(whole.prefix(whole.count / 2)) }
  }

  /// A hole takes pictures and sound of the same length, which shows how late the sound after it is.
  @Test(.needs(encoders: "libx265", "aac"))
  func soundAfterAHoleHasItsTimes() throws {
    let whole = try recording(
      "mp4",
      [
        "-c:v", "libx265", "-x265-params", "log-level=error:keyint=50", "-c:a", "aac", "-ac", "2",
      ])
    let mdat = try #require(BoxFile(whole).boxes.first { $0.type == "mdat" }?.origin)
    let end = mdat.fileOffset + mdat.count
    let hole = mdat.fileOffset + mdat.count / 2..<mdat.fileOffset + mdat.count * 5 / 8
    var bytes = Array(whole.prefix(end))
    for index in hole { bytes[index] = 0 }
    let (file, _) = try repaired(bytes, like: whole)
    for kind in ["vide", "soun"] as [FourCC] {
      let (new, old) = (try samples(BoxFile(file), kind), try samples(BoxFile(whole), kind))
      let times = Dictionary(old.map { ($0.bytes, $0.times) }) { first, _ in first }
      // No sample has bytes of the hole, and those after it are not early.
      #expect(new.allSatisfy { times[$0.bytes] != nil }, "\(kind)")
      let last = try #require(new.last)
      #expect(last.times == times[last.bytes], "\(kind)")
    }
  }

  /// The rest of a damaged picture after uncompressed sound is no sound.
  @Test(.needs(encoders: "libx264"))
  func theRestOfADamagedPictureIsNoSound() throws {
    let whole = try recording("mov", ["-c:v", "libx264", "-b:v", "3M", "-c:a", "pcm_s16le"])
    let file = BoxFile(whole)
    let movie = try #require(MovieFile(file))
    let video = try #require(movie.tracks.first { $0.handlerType == "vide" })
    let mdat = try #require(file.boxes.first { $0.type == "mdat" }?.origin)
    var bytes = Array(whole.prefix(mdat.fileOffset + mdat.count))
    for number in stride(from: 20, to: 90, by: 20) {
      let range = try #require(video.samples.sample(at: number)).fileRange
      for index in range.prefix(min(1024, range.count / 2)).dropFirst(64) { bytes[index] = 0 }
    }
    let (found, _) = try repaired(bytes, like: whole)
    let sound = try samples(BoxFile(found), "soun").reduce(0) { $0 + $1.bytes.count }
    let wanted = try samples(file, "soun").reduce(0) { $0 + $1.bytes.count }
    #expect(sound <= wanted && sound * 100 > wanted * 98)
  }
}
