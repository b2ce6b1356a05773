import FieldCoding
import FilePages
import ISOBMFF
import Inspection
import JSON
import SystemAccess
import Verification

extension DiffCommand {
  /// Writes a page on what differs.
  func draw(_ oldBytes: Bytes, _ newBytes: Bytes, _ difference: FileDifference) throws {
    let (one, other) = (examined(old, oldBytes), examined(new, newBytes))
    let compared = pixels ? PixelComparison().run((old, one), (new, other)) : nil
    let page = DifferencePage(one, other, difference, pixels: compared)
    try PageOutput.write(
      to: html, inputs: [(old, oldBytes), (new, newBytes)], isForced: force, page.write)
    if open, let html { try showFile(html) }
  }

  private func examined(_ path: String, _ bytes: Bytes) -> ExaminedFile {
    ExaminedFile(bytes, name: name(path), limits: DecodeLimits(limit), inflate: Zlib.inflate)
  }
}
