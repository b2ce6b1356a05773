import ISOBMFF

extension Track {
  /// The title of the track; nil if the file states none.
  package var title: String? {
    let name = box.children.userData.first { $0.type == "name" }?[UserDataPlainTextBox.self]
    // Some writers end it as C does.
    let text = name.map { $0.text.string.prefix { $0 != "\0" } } ?? ""
    guard text.isEmpty else { return String(text) }
    return metadata.value(of: [
      "name", "com.apple.quicktime.title", "com.apple.quicktime.displayname",
    ])
  }
}
