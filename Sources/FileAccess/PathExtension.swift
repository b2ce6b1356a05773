extension String {
  /// A path up to the extension of its name, and the extension with its dot, which is empty if there
  /// is none: a name that starts with a dot is no extension.
  package var splitAtExtension: (stem: String, ending: String) {
    let start = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
    guard let dot = self[start...].lastIndex(of: "."), dot > start else { return (self, "") }
    return (String(self[..<dot]), String(self[dot...]))
  }
}
