package import ISOBMFF

extension BoxFile {
  /// Whether it is a QuickTime file. Old QuickTime files have no `ftyp` box.
  package var isQuickTime: Bool {
    (boxes.first(FileTypeBox.self)?.majorBrand ?? "qt  ") == "qt  "
  }
}
