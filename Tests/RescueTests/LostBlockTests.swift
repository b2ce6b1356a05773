import FieldCoding
import Foundation
import ISOBMFF
import Movie
import Rescue
import TestSupport
import Testing

/// Blocks that a failed card gives as zeros are no samples, and everything beside them is found.
@Suite struct LostBlockTests {
  private static let blockSize = 4096

  /// A recording of sound that is loud, and of pictures, and the ranges of its samples by track.
  private struct Recording {
    let reference: ReferenceRecording
    let data: Bytes
    let samples: [[Range<Int>]]

    init(_ options: [String], in folder: Folder, name: String = "made.mov") throws {
      let path = folder.path(name)
      let made = try InstalledProgram.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=30", "-f", "lavfi", "-i",
          "aevalsrc=0.6*sin(500*t)*sin(2000*t)+0.2*sin(9000*t*t):sample_rate=48000", "-t", "2",
          "-c:v", "libx264", "-bf", "2",
        ] + options + [path])
      #expect(made.code == 0, "\(made.errors)")
      let file = BoxFile(try ByteSource(mapping: path).bytes)
      reference = try #require(ReferenceRecording(file))
      data = try #require(file.boxes.first { $0.type == "mdat" }?.opaquePayload)
      let start = data.fileOffset
      samples = try #require(MovieFile(file)).tracks.map { track in
        track.samples.flatMap { sample in
          let size = sample.fileRange.count / sample.sampleCount
          return (0..<sample.sampleCount).map {
            let offset = sample.fileRange.lowerBound - start + $0 * size
            return offset..<offset + size
          }
        }
      }
    }
  }

  @Test(
    .needs("ffmpeg"), .needs(encoders: "libx264"),
    arguments: [
      ["-c:a", "pcm_s16le", "-ac", "2"], ["-c:a", "pcm_s16be", "-ac", "1"],
      ["-c:a", "pcm_s24be", "-ac", "2"],
    ])
  func uncompressedSoundIsFoundBesideLostBlocks(options: [String]) throws {
    try find(try Recording(options, in: try Folder()))
  }

  /// The pictures have no structure, and few frames of sound are between them.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264", "libsvtav1", "aac"))
  func picturesOfAV1AreFoundBesideLostBlocks() throws {
    let options = ["-c:v", "libsvtav1", "-preset", "10", "-b:v", "4M", "-c:a", "aac"]
    try find(try Recording(options, in: try Folder(), name: "made.mp4"))
  }

  private func find(_ recording: Recording) throws {
    var bytes = Array(recording.data)
    var isLost = Array(repeating: false, count: bytes.count)
    let count = bytes.count / Self.blockSize
    for number in stride(from: 7, to: count - 1, by: max(1, count / 11)) {
      for index in number * Self.blockSize..<(number + 1) * Self.blockSize {
        (bytes[index], isLost[index]) = (0, true)
      }
    }
    let found = SampleSearch.samples(in: Bytes(bytes), like: recording.reference)
    for (index, samples) in found.tracks.enumerated() {
      var starts: Set<Int> = []
      for sample in samples {
        let size = sample.byteCount / sample.sampleCount
        starts.formUnion((0..<sample.sampleCount).map { sample.start + $0 * size })
      }
      let ranges = recording.samples[index]
      #expect(starts.subtracting(ranges.map(\.lowerBound)).isEmpty, "track \(index)")
      let whole = ranges.filter { !isLost[$0.lowerBound] && !isLost[$0.upperBound - 1] }
      let missing = whole.count { !starts.contains($0.lowerBound) && !isLost[$0].contains(true) }
      #expect(missing * 100 <= whole.count, "track \(index) lacks \(missing) of \(whole.count)")
    }
  }

  /// Sound and pictures are in step after a part that is lost.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264"))
  func uncompressedSoundStaysInStep() throws {
    let recording = try Recording(["-c:a", "pcm_s16le", "-ac", "2"], in: try Folder())
    var bytes = Array(recording.data)
    let first = bytes.count / 2 / Self.blockSize * Self.blockSize
    for index in first..<first + bytes.count / 8 / Self.blockSize * Self.blockSize {
      bytes[index] = 0
    }
    let found = SampleSearch.samples(in: Bytes(bytes), like: recording.reference)
    let ends = found.timed(like: recording.reference).map { track in
      Double(track.duration) / Double(track.track.timescale)
    }
    #expect(ends.count == 2)
    #expect(abs(ends[0] - ends[1]) < 0.1, "\(ends)")
  }

  /// The reference has no such metadata, and other chunks: the sound does not go on over the samples behind it.
  @Test(.needsMedia) func soundEndsWhereOtherSamplesStart() throws {
    func file(_ name: String) throws -> BoxFile {
      let path = try #require(MediaFolder.files.first { $0.hasSuffix(name) })
      return BoxFile(try ByteSource(mapping: path).bytes)
    }
    let movie = try file("/iPhone15Pro_602FEBB7/IMG_3582.mov")
    let other = try file("/iPhone15Pro_87D06EAA/IMG_3582_edited.mov")
    let reference = try #require(ReferenceRecording(other))
    let data = try #require(movie.boxes.first { $0.type == "mdat" }?.opaquePayload)
    let found = SampleSearch.samples(in: data, like: reference)
    let sound = found.tracks[1].reduce(0) { $0 + $1.sampleCount }
    let count = try #require(MovieFile(movie)).tracks[1].sampleCount
    #expect((count..<count + count / 100).contains(sound), "\(sound) of \(count)")
    #expect(found.tracks[0].count == 55)
  }
}
