import FieldCoding
import ISOBMFF
import Movie
import Rescue
import TestSupport
import Testing

/// A recording, its media data, and where that starts.
struct Recording {
  let path: String
  var file: BoxFile
  var movie: MovieFile
  var data: Bytes
  var start: Int

  init(_ path: String) throws {
    self.path = path
    file = BoxFile(try ByteSource(mapping: path).bytes)
    movie = try #require(MovieFile(file))
    let mdat = try #require(file.boxes.first { $0.type == "mdat" })
    data = try #require(mdat.opaquePayload)
    start = data.fileOffset
  }

  /// Ranges of the whole samples of each track before a cut, in decoding order. Adjacent samples of uncompressed
  /// sound are one range.
  func samples(before cut: Int) -> [[Range<Int>]] {
    movie.tracks.map { track in
      track.samples.reduce(into: []) { ranges, sample in
        guard sample.fileRange.upperBound <= start + cut else { return }
        ranges.append(sample.fileRange.lowerBound - start..<sample.fileRange.upperBound - start)
      }
    }
  }

  /// Two recordings with the same settings. One has other pictures and lasts longer.
  static func made(_ folder: Folder, _ ending: String, _ options: [String]) throws -> [Recording] {
    try [(3, "testsrc2", 440), (5, "mandelbrot", 700)].map { seconds, source, frequency in
      let path = folder.path("\(source).\(ending)")
      let result = try InstalledProgram.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "\(source)=size=320x240:rate=30", "-f", "lavfi", "-i",
          "sine=frequency=\(frequency):sample_rate=48000", "-t", "\(seconds)",
        ] + options + [path])
      #expect(result.code == 0, "\(result.errors)")
      return try Recording(path)
    }
  }
}

extension FoundSample {
  /// The ranges of its samples.
  var ranges: [Range<Int>] {
    let size = byteCount / sampleCount
    return (0..<sampleCount).map { start + $0 * size..<start + ($0 + 1) * size }
  }
}
