import Inspection
import Testing

/// A sample table can state more samples than anyone can wait for.
@Suite struct NALUnitListTests {
  @Test func samplesBeyondTheEndEndTheList() {
    // The second sample entry has no NAL units.
    let lines = list(sampleSize: 1, samplesPerChunk: 0xFFFF_FFFF, description: 2, chunks: [40])
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("damaged: sample[") == true)
    #expect(lines.last?.contains("only") == true)
  }

  @Test func aTrackDoesNotHaveMoreBytesThanItsFile() {
    // Chunks of one sample, all of them at the same offset.
    let chunks = [Int](repeating: 28, count: 1000)
    let lines = list(sampleSize: 20, samplesPerChunk: 1, description: 1, chunks: chunks)
    #expect(lines.last?.hasPrefix("damaged: sample[") == true)
    #expect(lines.last?.hasSuffix("the samples up to here have more bytes than the file") == true)
    #expect(lines.count { $0.contains("end of stream") || $0.contains("endOfStream") } > 100)
    #expect(lines.count < 1000)
  }

  @Test func itemsDoNotHaveManyTimesTheBytesOfTheirFile() {
    let count = 100
    let items = (1...count).flatMap {
      box("infe", be32(0x0200_0000), be16($0), be16(0), Array("avc1".utf8), [0])
    }
    let properties = box(
      "iprp", box("ipco", box("avcC", [1, 66, 0, 30, 0xFC, 0xE0, 0])),
      fullBox("ipma", be32(count), (1...count).flatMap { be16($0) + [1, 1] }))
    // Each of them has all of `mdat`, which is most of the file.
    let start = 32
    let units = [[UInt8]](repeating: [1, 11], count: 5000).flatMap { $0 }
    let locations = (1...count).flatMap {
      be16($0) + be16(0) + be16(1) + be32(start) + be32(units.count)
    }
    let meta = fullBox(
      "meta", fullBox("hdlr", be32(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13)),
      fullBox("pitm", be16(1)), fullBox("iinf", be16(count), items), properties,
      fullBox("iloc", [0x44, 0], be16(count), locations))
    let type = box("ftyp", Array("mif1".utf8), be32(0), Array("mif1heic".utf8))
    let lines = FileInspection(type + box("mdat", units) + meta).nalUnitText.split(separator: "\n")
    #expect(lines.last?.contains("more than four times the bytes of the file") == true)
    #expect(lines.count > 4 * units.count / 2 && lines.count < 10 * units.count / 2)
  }

  /// Whoever reads only what is there would not know that there is more.
  @Test func aListThatEndsEarlySaysSo() throws {
    func ends(_ file: FileInspection) -> (text: [String], json: [String]) {
      var (text, json): ([String], [String]) = ([], [])
      _ = Collected { text = file.writeNALUnits(to: $0, ReportTextStyle()).ends }
      _ = Collected { json = file.writeJSON(to: $0, tree: nil, nalUnits: true) }
      return (text, json)
    }
    let cases: [(size: Int, count: Int, chunks: [Int], words: String)] = [
      (20, 1, [Int](repeating: 28, count: 1000), "have more bytes than the file"),
      (1, 0xFFFF_FFFF, [40], "more samples behind the end of the file"),
    ]
    for (size, count, chunks, words) in cases {
      let (text, json) = ends(
        file(sampleSize: size, samplesPerChunk: count, description: 1, chunks: chunks))
      #expect(text == json && text.contains { $0.contains(words) }, "\(text) \(json)")
    }
    let whole = ends(try Sample.inspection("clip-hevc.mov"))
    #expect(whole.text.isEmpty && whole.json.isEmpty)
  }

  /// The list for a movie with one track of AVC.
  private func list(
    sampleSize: Int, samplesPerChunk: Int, description: Int, chunks: [Int]
  ) -> [Substring] {
    file(
      sampleSize: sampleSize, samplesPerChunk: samplesPerChunk, description: description,
      chunks: chunks
    ).nalUnitText.split(separator: "\n")
  }

  private func file(
    sampleSize: Int, samplesPerChunk: Int, description: Int, chunks: [Int]
  ) -> FileInspection {
    let zeros = [UInt8](repeating: 0, count: 70)
    let start: [UInt8] = zeros[..<6] + be16(1) + zeros[..<70]
    let record = box("avcC", [1, 66, 0, 30, 0xFF, 0xE0, 0])
    let descriptions = fullBox("stsd", be32(2), box("avc1", start, record), box("xyzw", start))
    let table = box(
      "stbl", descriptions, fullBox("stsz", be32(sampleSize), be32(0xFFFF_FFFF)),
      fullBox("stsc", be32(1), be32(1), be32(samplesPerChunk), be32(description)),
      fullBox("stco", be32(chunks.count), chunks.flatMap(be32)))
    let header = fullBox("tkhd", zeros[..<8] + be32(1), zeros + zeros[..<2])
    let handler = fullBox("hdlr", be32(0), Array("vide".utf8), Array(zeros[..<13]))
    let movie = box("moov", box("trak", header, box("mdia", handler, box("minf", table))))
    // A sample of one NAL unit, which ends a stream.
    let data = box("mdat", zeros[..<4] + be32(16) + [11] + zeros[..<15])
    return FileInspection(box("ftyp", Array("isom".utf8), be32(0)) + data + movie)
  }
}
