import ISOBMFF
import Inspection
import Testing

/// A list that ends early says so, in whatever form it is written.
@Suite struct SampleListTests {
  @Test(arguments: [SampleList.Format.text, .csv, .json])
  func samplesBehindTheEndAreSaid(format: SampleList.Format) throws {
    let bytes = movie(sampleCount: 4_000_000_000, chunks: [28])
    let found = try #require(list(of: bytes, as: format))
    #expect(
      found.notes == [
        "track 1 has more samples behind the end of the file than there are bytes in it: they are not read; not all samples are listed"
      ])
    // A sample for each byte from byte 28 on, and as many behind the end as the file has bytes.
    let rows = found.lines - (format == .json ? 0 : format == .csv ? 1 : 2)
    #expect(rows == bytes.count - 28 + bytes.count)
  }

  @Test func samplesThatShareTheirBytesAreSaidOnce() throws {
    let chunks = [Int](repeating: 0, count: 1000)
    let found = try #require(list(of: movie(sampleCount: 1_000_000, chunks: chunks), as: .csv))
    #expect(found.notes.count { $0.contains("more than four times the bytes of the file") } == 1)
    #expect(!found.notes.contains { $0.contains("behind the end") })
  }

  @Test func aWholeListSaysNothing() throws {
    let found = try #require(list(of: movie(sampleCount: 16, chunks: [28]), as: .csv))
    #expect(found.notes.isEmpty && found.lines == 17)
  }

  private func list(
    of bytes: [UInt8], as format: SampleList.Format
  ) -> (notes: [String], lines: Int)? {
    guard let list = SampleList(BoxFile(Bytes(bytes))) else { return nil }
    var notes: [String] = []
    let text = Collected { notes = list.write(to: $0, as: format, ReportTextStyle()) }.text
    return (notes, text.split(separator: "\n").count)
  }

  /// A movie with one track, whose samples of one byte are in equal chunks.
  private func movie(sampleCount: Int, chunks: [Int]) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 70)
    let entry = box("avc1", zeros[..<6] + be16(1) + zeros[..<70])
    let table = box(
      "stbl", fullBox("stsd", be32(1), entry), fullBox("stsz", be32(1), be32(sampleCount)),
      fullBox("stts", be32(1), be32(sampleCount), be32(1)),
      fullBox("stsc", be32(1), be32(1), be32(sampleCount / chunks.count), be32(1)),
      fullBox("stco", be32(chunks.count), chunks.flatMap(be32)))
    let header = fullBox("tkhd", zeros[..<8] + be32(1), zeros + zeros[..<2])
    let clock = fullBox("mdhd", zeros[..<8] + be32(600), Array(zeros[..<8]))
    let handler = fullBox("hdlr", be32(0), Array("vide".utf8), Array(zeros[..<13]))
    let moov = box("moov", box("trak", header, box("mdia", clock, handler, box("minf", table))))
    let type = box("ftyp", Array("isom".utf8), be32(0))
    return type + box("mdat", Array(zeros[..<20])) + moov
  }
}
