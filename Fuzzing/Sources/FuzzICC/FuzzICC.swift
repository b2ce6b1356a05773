import FuzzDriver
import HEIF
import ISOBMFF
import Inspection
import Metadata
import Text
import Verification

/// ICC profiles, as a picture has them: in the segments of a JPEG file, and in a `colr` box.
@_cdecl("FuzzICC_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { profile in
    let output = TextOutput { _ in }
    for file in [jpeg(profile), photo(profile)] {
      let inspection = FileInspection(Bytes(file), name: "input")
      _ = NamedMetadata(Bytes(file)).tags
      inspection.writeSummary(to: output, ReportTextStyle())
      inspection.writeJSON(to: output, tree: TreeOptions(), nalUnits: false)
      Report(ExaminedFile(Bytes(file), name: "input")).write(to: output, ReportTextStyle())
    }
    let segments = JPEGSegments(Bytes(jpeg(profile)))
    precondition(segments.icc.map { $0.elementsEqual(profile) } ?? true, "another profile")
  }
}

/// A JPEG file of one sample, with the profile in as many segments as it needs.
private func jpeg(_ profile: Bytes) -> [UInt8] {
  let chunks = stride(from: 0, to: profile.count, by: 65_519).map {
    Array(profile[$0..<min($0 + 65_519, profile.count)])
  }
  var file: [UInt8] = [0xFF, 0xD8]
  for (index, chunk) in chunks.enumerated() {
    let payload =
      Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(chunks.count)] + chunk
    let size = payload.count + 2
    file += [0xFF, 0xE2, UInt8(size >> 8), UInt8(size & 255)] + payload
  }
  return file
    + [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0]
    + [0xFF, 0xD9]
}

/// A photo that has no more than its colours.
private func photo(_ profile: Bytes) -> [UInt8] {
  func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let size = payload.count + 8
    return [24, 16, 8, 0].map { UInt8(size >> $0 & 255) } + Array(type.utf8) + payload
  }
  let colour = box("colr", Array("prof".utf8) + profile)
  let size = box("ispe", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1])
  let item = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1".utf8) + [0])
  let properties = box(
    "iprp", box("ipco", size + colour) + box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 2]))
  let handler = box(
    "hdlr",
    [UInt8](repeating: 0, count: 8) + Array("pict".utf8)
      + [UInt8](repeating: 0, count: 13))
  return box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
    + box(
      "meta",
      [0, 0, 0, 0] + handler + box("pitm", [0, 0, 0, 0, 0, 1])
        + box("iinf", [0, 0, 0, 0, 0, 1] + item) + properties)
}

private func seeds(_ file: Bytes) -> [[UInt8]] {
  if file.starts(with: [0xFF, 0xD8]) {
    return JPEGSegments(file).icc.map { [Array($0)] } ?? []
  }
  return Seeds.boxes(file).filter { $0.type == "colr" }.compactMap { box in
    guard let source = box.source, source.count > 12, source.count <= 32768 else { return nil }
    return Array(source[12..<source.count])
  }
}
