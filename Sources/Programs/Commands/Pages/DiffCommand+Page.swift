import FieldCoding
import Files
import ISOBMFF
import Inspection
import Rendering
import Text
import Verification

extension DiffCommand {
  /// Writes a page about the differences.
  ///
  /// - Returns: why images are not compared though the user asked for it, as a sentence; nil if they are.
  func draw(
    _ oldBytes: Bytes, _ newBytes: Bytes, _ difference: FileDifference
  ) throws -> String? {
    let (one, other) = (examined(old, oldBytes), examined(new, newBytes))
    let compared = pixels ? DiffCommandPixels().run((old, one), (new, other)) : nil
    let page = DifferencePage(one, other, difference, pixels: compared)
    try PageOutput.write(
      to: html, inputs: [(old, oldBytes), (new, newBytes)], isForced: force, page.write)
    if open, let html { try showFile(html) }
    guard case .missing(let reason) = compared else { return nil }
    return reason
  }

  private func examined(_ path: String, _ bytes: Bytes) -> ExaminedFile {
    ExaminedFile(
      bytes, name: Console.name(of: path), limits: DecodeLimits(limit), inflate: Zlib.inflate)
  }
}
