import HEIF
import ISOBMFF
import StillMetadata

enum XMPIllFormed: Rule {
  static let severity = Severity.warning
  static let clause = "ISO 16684-1 §7.1"
  static let sentence = "XMP is well-formed XML."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    if let xmp = file.jpeg?.segments.xmp, let error = problem(in: xmp) {
      findings.add(offset: error.offset, "the XMP metadata \(error.words)")
    }
    for item in file.heif?.xmpItems ?? [] {
      if let data = try? file.heif?.data(of: item.id), starts(data), let error = problem(in: data) {
        file.report(item, &findings, error.words)
      }
    }
    for item in file.heif?.compressedXMPItems ?? [] {
      guard let encoding = item.contentEncoding, let decode = file.decode,
        let data = try? file.heif?.data(of: item.id)
      else { continue }
      guard let packet = decode(data, encoding) else {
        file.report(
          item, &findings,
          "is compressed (\(encoding)), and cannot be decompressed: programs read nothing of it")
        continue
      }
      if let error = problem(in: packet) { file.report(item, &findings, error.words) }
    }
    for box in file.all("uuid") + file.all("XMP_")
    where box.type == "XMP_" || box.box.userType == "be7acfcb-97a9-42e8-9c71-999491e3afac" {
      if let data = box.box.opaquePayload, let error = problem(in: data) {
        findings.add(at: box, offset: error.offset, "the XMP metadata \(error.words)")
      }
    }
  }

  /// Items that do not start like XML break another rule.
  private static func starts(_ data: Bytes) -> Bool {
    data.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
  }

  /// Packets of devices are never so large.
  private static let limit = 1 << 26

  private static func problem(in xmp: Bytes) -> (offset: Int, words: String)? {
    guard xmp.count <= limit, let error = XMPPacket.firstError(in: xmp) else { return nil }
    return (
      xmp.fileOffset + min(error.byte, xmp.count),
      "is not well-formed XML in line \(error.line), column \(error.column): programs read a part of it, or "
        + "nothing"
    )
  }
}
