import Foundation
import HEIF
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

@testable import Inspection

/// The purposes of the bytes of JPEG files.
@Suite struct JPEGMapTests {
  private func map(_ bytes: [UInt8]) -> ByteMap {
    ByteMap(JPEGSegments(Bytes(bytes)), MotionPhoto(Bytes(bytes)))
  }

  private func expectCovered(_ map: ByteMap, _ count: Int) {
    var end = 0
    for region in map.regions where region.use != .missing {
      #expect(region.range.lowerBound == end && !region.range.isEmpty, "\(region)")
      end = region.range.upperBound
    }
    #expect(end == count && map.byteCount == count)
  }

  private var meadow: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: Sample.path("meadow.jpg")))) }
  }

  private func bytes(_ map: ByteMap, _ title: String) -> Int? {
    map.totals.first { $0.use.title(in: nil).hasPrefix(title) }?.bytes
  }

  /// Segments are as long as exiftool says.
  @Test(.needs("exiftool")) func segmentsAreThoseOfExiftool() throws {
    let bytes = try meadow
    let map = map(bytes)
    expectCovered(map, bytes.count)
    let text = try InstalledProgram.run("exiftool", ["-v", Sample.path("meadow.jpg")]).output
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("JPEG ") && line.hasSuffix(":") {
      let words = line.dropFirst(5).split(whereSeparator: { " (".contains($0) })
      // Two bytes of the marker, and two of the length.
      counts[String(words[0]), default: 0] += (Int(words[1]) ?? 0) + 4
    }
    #expect(counts.count >= 4, "\(text)")
    for (name, count) in counts {
      let found = map.totals.filter { $0.use.title(in: nil).hasPrefix(name + ":") }
      #expect(found.reduce(0) { $0 + $1.bytes } == count, "\(name)")
    }
    let samples = try #require(bytes.count > 0 ? self.bytes(map, "coded samples") : nil)
    #expect(samples > bytes.count / 2)
    #expect(self.bytes(map, "SOI and EOI") == 4)
  }

  /// The data after the picture: another one, zeros, a movie with its own map, and unreferenced data.
  @Test func whatFollowsThePicture() throws {
    let picture = try meadow
    let movie = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Sample.path("clip-h264.mp4"))))
    let motion = picture + movie
    let photo = try #require(MotionPhoto(Bytes(motion)))
    let file = BoxFile(Bytes(movie))
    let inner = ByteMap(file, photo: nil, movie: MovieFile(file))
    let map = map(motion).containing(inner, at: photo.movieRange)
    expectCovered(map, motion.count)
    let alone = Dictionary(uniqueKeysWithValues: inner.totals.map { ($0.use, $0.bytes) })
    for (use, bytes, _) in map.totals {
      guard case .track = use else { continue }
      #expect(alone[use] == bytes)
    }
    let tracks = map.totals.filter { if case .track = $0.use { true } else { false } }
    #expect(tracks.count == MovieFile(file)?.tracks.filter { $0.sampleCount > 0 }.count)

    let others = picture + [UInt8](repeating: 0, count: 50) + Array("what is this".utf8)
    let unknown = self.map(others)
    expectCovered(unknown, others.count)
    #expect(unknown.totals.last?.use == .lost && unknown.totals.last?.bytes == 62)
    let room = self.map(picture + [UInt8](repeating: 0, count: 50))
    #expect(room.totals.last?.use == .free && room.totals.last?.bytes == 50)
    let two = self.map(picture + picture)
    expectCovered(two, picture.count * 2)
    #expect(bytes(two, "a further picture") == picture.count)
  }

  /// A movie that is cut: its samples are stated behind the end of the file.
  @Test func aMovieThatIsCut() throws {
    let movie = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Sample.path("clip-h264.mp4"))))
    let bytes = try meadow + movie.prefix(movie.count - 1000)
    let photo = try #require(MotionPhoto(Bytes(bytes)))
    let file = BoxFile(photo.movie)
    let inner = ByteMap(
      BoxFile(Bytes(Array(photo.movie))), photo: nil,
      movie: MovieFile(BoxFile(Bytes(Array(photo.movie)))))
    #expect(!file.boxes.isEmpty)
    let map = map(bytes).containing(inner, at: photo.movieRange)
    expectCovered(map, bytes.count)
    #expect(map.regions.last?.use == .missing)
  }

  /// Files that end anywhere, and bytes that are none of a picture.
  @Test func anyBytesAreCovered() throws {
    let picture = try meadow
    for count in stride(from: 0, to: picture.count, by: max(1, picture.count / 97)) {
      let cut = Array(picture.prefix(count))
      expectCovered(map(cut), count)
    }
    var noise = Noise(state: 7)
    for _ in 0..<200 {
      var changed = picture
      for _ in 0..<4 {
        changed[Int(noise.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: noise.next())
      }
      expectCovered(map(changed), changed.count)
    }
  }
}
