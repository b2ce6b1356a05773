import ISOBMFF

extension EditedFile {
  /// Content credentials are signed together with a hash of the file (C2PA specification 2.1 §9.2): they are only valid
  /// for the original.
  mutating func announceBrokenCredentials() {
    guard view.boxes.contains(where: { $0[ContentCredentialsBox.self] != nil }), isChanged else {
      return
    }
    notes.append(
      "the content credentials (C2PA) describe the original file: a check will report that the file was changed"
    )
  }
}
