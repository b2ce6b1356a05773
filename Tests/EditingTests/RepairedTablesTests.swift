import Editing
import FieldCoding
import HEIF
import ISOBMFF
import Movie
import Rescue
import TestSupport
import Testing

/// Tables that state impossible offsets, or none.
@Suite struct RepairedTablesTests {
  /// A file can state many samples that are nowhere, and have many offsets at which one could be.
  @Test func aSearchEnds() throws {
    let factor = try growth(of: 2_000, movieOfShuffledSamples) { _ = try? repaired($0) }
    #expect(factor < 8)
  }

  private func movieOfShuffledSamples(_ count: Int) throws -> Bytes {
    let original = try SampleFile.bytes("clip-hevc.mov")
    var file = BoxFile(original)
    let size = 200
    let start = try range(of: "mdat", in: original).lowerBound + 8
    var random: UInt64 = 1
    let offsets = (0..<count).map { _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(start) + Int64(random >> 33) % Int64((count - 1) * size)
    }
    let sample = [0, 0, 0, UInt8(size - 4), 2, 1] + [UInt8](repeating: 0, count: size - 6)
    var media = [[UInt8]](repeating: sample, count: count).flatMap { $0 }
    for index in stride(from: 0, to: count, by: 3) { media[index * size] = 0x55 }
    let mdat = try #require(file.boxes.firstIndex { $0.type == "mdat" })
    file.boxes[mdat] = Box(type: "mdat", opaque: Bytes(media))
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    var children = file.boxes[moov].children
    children.removeAll {
      $0.type == "trak" && $0.children.at("mdia").at("minf").first("smhd") != nil
    }
    let trak = try #require(children.firstIndex { $0.type == "trak" })
    var times = TimeToSampleBox()
    times.entries = FieldTable(
      columns: TimeToSampleBox.columns, values: [Int64(count), 1000])
    var chunks = SampleToChunkBox()
    chunks.entries = FieldTable(columns: SampleToChunkBox.columns, values: [1, 1, 1])
    var sizes = SampleSizeBox()
    (sizes.sampleCount, sizes.sampleSize) = (UInt32(count), UInt32(size))
    var chunkOffsets = ChunkOffsetBox()
    chunkOffsets.chunkOffsets = FieldTable(columns: ChunkOffsetBox.columns, values: offsets)
    let tables = [Box(times), Box(chunks), Box(sizes), Box(chunkOffsets)]
    children[trak].change(["mdia", "minf", "stbl"]) { table in
      table.children = table.children.filter { $0.type == "stsd" } + tables
      return true
    }
    file.boxes[moov].children = children
    return Bytes(try file.encoded().bytes)
  }

  private func leadsToSamples(_ bytes: Bytes) -> Bool {
    MovieFile(BoxFile(bytes))?.tracks.allSatisfy { $0.leadsToSamples(in: bytes) } ?? true
  }

  /// Zeros within a table, or lost properties of a photo, are noticed.
  @Test func lostDescriptionsAreNoticed() throws {
    for path in MediaFolder.samples {
      let bytes = try ByteSource(mapping: path).bytes
      #expect(leadsToSamples(bytes), "\(path)")
      if HEIFFile(BoxFile(bytes))?.primaryItem != nil {
        #expect(Edit.isDescribed(bytes), "\(path)")
      }
    }
    var movie = Array(try SampleFile.bytes("clip-hevc.mov"))
    let table = try #require(movie.indices.first { movie[$0...].starts(with: "stsz".utf8) })
    for index in table + 60..<table + 160 { movie[index] = 0 }
    #expect(!leadsToSamples(Bytes(movie)))
    var photo = Array(try SampleFile.bytes("portrait-single.heic"))
    for index in photo.indices.dropLast(4) where photo[index...].starts(with: "ispe".utf8) {
      photo.replaceSubrange(index..<index + 4, with: Array("free".utf8))
    }
    #expect(!Edit.isDescribed(Bytes(photo)))
  }

  /// Sound files of which nothing is lost: pictures of JPEG in `mp4v`, encrypted sound.
  @Test(.needsMedia, arguments: ["/mp4/12_metas_v2.mp4", "/mp4parse-rust/short-cenc.mp4"])
  func soundFilesLeadToSamples(name: String) throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix(name) })
    #expect(leadsToSamples(try ByteSource(mapping: path).bytes))
  }

  /// Each sample is a file of its own, and starts at its byte 0.
  @Test func mediaInOtherFilesIsNotExamined() throws {
    var movie = Array(try SampleFile.bytes("clip-h264.mp4"))
    for index in movie.indices.dropLast(16) {
      if movie[index...].starts(with: "url \0\0\0\u{1}".utf8) { movie[index + 7] = 0 }
      guard movie[index...].starts(with: "stco".utf8) else { continue }
      let count = movie[index + 8..<index + 12].reduce(0) { $0 << 8 | Int($1) }
      for byte in index + 12..<index + 12 + 4 * count { movie[byte] = 0 }
    }
    #expect(leadsToSamples(Bytes(movie)))
  }

  /// If bytes are missing in the sound at the start, what is before them has not moved.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264", "aac"))
  func soundBeforeTheFirstPictureStays() throws {
    let folder = try Folder()
    let path = folder.path("whole.mov")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=3", "-itsoffset", "1",
        "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2", "-map", "0:a", "-map",
        "1:v", "-c:v", "libx264", "-c:a", "aac", path,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let original = try ByteSource(mapping: path).bytes
    let movie = try #require(MovieFile(BoxFile(original)))
    let sound = try #require(movie.tracks.first { $0.handlerType == "soun" })
    let cut = try #require(sound.samples.sample(at: 10)).fileRange.lowerBound + 3
    var bytes = Array(original)
    bytes.removeSubrange(cut..<cut + 40)
    let found = BoxFile(try repaired(bytes).0)
    let tracks = try #require(MovieFile(found)).tracks
    for (track, old) in zip(tracks, movie.tracks) {
      let samples = track.samples.map { found.bytes.part($0.fileRange).map { Array($0) } }
      let wanted = old.samples.filter {
        $0.fileRange.upperBound <= cut || $0.fileRange.lowerBound >= cut + 40
      }.map { original.part($0.fileRange).map { Array($0) } }
      #expect(samples == wanted)
    }
  }
}
