import FileKind
import HEIF
import ISOBMFF
import Movie

enum ExtensionDiffers: Rule {
  static let severity = Severity.warning
  static let clause =
    "The registered extensions of ISO/IEC 23008-12 §10 and annexes B, E and F, 14496-14, AV1 Image File Format, ITU-T T.81"
  static let sentence = "The extension of a file name fits the content of the file."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let (stated, content) = mismatch(file) else { return }
    findings.add(
      offset: file.bytes.fileOffset,
      "the name ends with .\(stated), but this is \(content.title): programs that trust the name fail; "
        + "rename it to .\(content.usual)")
  }

  /// The extension of the name, and the right extensions.
  private static func mismatch(
    _ file: ExaminedFile
  ) -> (stated: String, content: NamedContent)? {
    let stated = MediaExtensions.of(file.name)
    guard MediaExtensions.all.union(others).contains(stated),
      let content = NamedContent(file), !content.extensions.contains(stated)
    else { return nil }
    return (stated, content)
  }

  /// The extension that a file should have instead of its own; nil if its own is right.
  static func rightExtension(of file: ExaminedFile) -> String? { mismatch(file)?.content.usual }

  /// Files that are neither photos nor movies.
  private static let others: Set<String> = [
    "pdf", "txt", "html", "json", "zip", "mp3", "wav", "flac", "ogg", "aac",
  ]
}
