extension BoxRegistry {
  static let samples: [BoxDefinition] = []
}

extension BoxRegistry {
  static let sampleEntries: [BoxDefinition] = []

  /// The handler says what a sample entry is that we do not know by its type.
  static func sampleEntry(_ type: FourCC, handlerType: FourCC) -> BoxDefinition? { nil }
}
