import ISOBMFF
import Movie

/// Bytes as the specifications write them, made without our own encoder.
func be16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
func be32(_ value: Int) -> [UInt8] { be16(value >> 16 & 0xFFFF) + be16(value & 0xFFFF) }
func box(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
  let payload = payload.flatMap { $0 }
  return be32(payload.count + 8) + type.unicodeScalars.map { UInt8($0.value) } + payload
}
func fullBox(_ type: String, _ flags: Int = 0, _ payload: [UInt8]...) -> [UInt8] {
  box(type, be32(flags), payload.flatMap { $0 })
}
func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

/// A movie in the making: one video track.
struct MovieBuilder {
  /// a, b, c, d of the track's matrix.
  var matrix: (Int, Int, Int, Int) = (0x10000, 0, 0, 0x10000)
  /// a, b, c, d of the movie's matrix; nil for a header with zeros there.
  var movieMatrix: (Int, Int, Int, Int)?
  var movieDuration = 0
  var mediaDuration = 0
  /// The type of the sample entry.
  var entry = "xyzw"
  /// Ticks per second of the track; the movie has 600.
  var timescale = 600
  /// Samples and the duration of each, in ticks of the track.
  var times: [(Int, Int)] = []
  /// Samples and the composition offset of each.
  var offsets: [(Int, Int)] = []
  var sizes: [Int] = []
  /// It replaces ``sizes``.
  var constantSize: (size: Int, count: Int)?
  /// The rows of `stss`; nil for none.
  var syncSamples: [Int]?
  var chunkOffsets: [Int] = []
  /// The rows of `stsc`.
  var chunkRuns: [[Int]] = []
  /// After the tables, in `stbl`.
  var tableExtras: [UInt8] = []
  /// Before the sample table, in `minf`.
  var mediaInformationExtras: [UInt8] = []
  /// Rows of the edit list: the duration in 600ths of a second, the media time, and the rate.
  var edits: [(Int, Int, Int)] = []
  /// At the end of the track.
  var trackExtras: [UInt8] = []
  /// After the track, in `moov`.
  var extras: [UInt8] = []
  /// After `moov`.
  var fragments: [UInt8] = []

  private func numbers(_ matrix: (Int, Int, Int, Int)) -> [UInt8] {
    let (a, b, c, d) = matrix
    return [a, b, 0, c, d, 0, 0, 0, 0x4000_0000].flatMap(be32)
  }

  private var editList: [UInt8] {
    let rows = edits.flatMap { be32($0.0) + be32($0.1) + be16($0.2) + be16(0) }
    return edits.isEmpty ? [] : box("edts", fullBox("elst", 0, be32(edits.count), rows))
  }

  private var trackHeader: [UInt8] {
    return fullBox(
      "tkhd", 3, zeros(8), be32(1), zeros(4), be32(movieDuration), zeros(16), numbers(matrix),
      be32(640 << 16), be32(480 << 16))
  }

  private var sampleTable: [UInt8] {
    let entry = box(self.entry, zeros(6), be16(1), zeros(16), be16(640), be16(480), zeros(50))
    let stts = times.flatMap { be32($0.0) + be32($0.1) }
    let ctts = offsets.flatMap { be32($0.0) + be32($0.1) }
    let stsz =
      constantSize.map { be32($0.size) + be32($0.count) }
      ?? be32(0) + be32(sizes.count) + sizes.flatMap(be32)
    return box(
      "stbl", fullBox("stsd", 0, be32(1), entry), fullBox("stts", 0, be32(times.count), stts),
      offsets.isEmpty ? [] : fullBox("ctts", 0, be32(offsets.count), ctts),
      syncSamples.map { fullBox("stss", 0, be32($0.count), $0.flatMap(be32)) } ?? [],
      fullBox("stsz", 0, stsz),
      fullBox("stsc", 0, be32(chunkRuns.count), chunkRuns.flatMap { $0.flatMap(be32) }),
      fullBox("stco", 0, be32(chunkOffsets.count), chunkOffsets.flatMap(be32)),
      tableExtras)
  }

  var bytes: [UInt8] {
    let header = fullBox(
      "mvhd", 0, zeros(8), be32(600), be32(movieDuration), zeros(16),
      movieMatrix.map(numbers) ?? zeros(36), zeros(28))
    let mediaHeader = fullBox(
      "mdhd", 0, zeros(8), be32(timescale), be32(mediaDuration), be16(0x15C7), be16(0))
    let handler = fullBox("hdlr", 0, zeros(4), Array("vide".utf8), zeros(13))
    let track = box(
      "trak", trackHeader, editList,
      box("mdia", mediaHeader, handler, box("minf", mediaInformationExtras, sampleTable)),
      trackExtras)
    return box("ftyp", Array("isom".utf8), be32(0)) + box("moov", header, track, extras)
      + fragments
  }

  func movie() -> MovieFile? { MovieFile(BoxFile(Bytes(bytes))) }
}
