extension BoxRegistry {
  static let movie: [BoxDefinition] = []
}

extension BoxRegistry {
  static let trackReferences: [BoxDefinition] = []

  /// Every child of `tref` has the same syntax, whatever its type.
  static func trackReference(_ type: FourCC) -> BoxDefinition? { nil }
}
