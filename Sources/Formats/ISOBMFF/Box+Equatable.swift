extension Box: Equatable {
  /// Two boxes are equal if they have the same content, even if they come from different files.
  public static func == (a: Box, b: Box) -> Bool {
    guard a.type == b.type, a.userType == b.userType, a.trailing == b.trailing else { return false }
    switch (a.content, b.content) {
    case (.opaque(let a), .opaque(let b)): return a == b
    case (.body(let a), .body(let b)): return a.isEqual(to: b)
    default: return false
    }
  }
}

extension BoxBody {
  fileprivate func isEqual(to other: any BoxBody) -> Bool { other as? Self == self }
}
