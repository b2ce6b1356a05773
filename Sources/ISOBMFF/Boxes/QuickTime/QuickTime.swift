extension BoxRegistry {
  static let quickTime: [BoxDefinition] = []
}

extension BoxRegistry {
  static let userData: [BoxDefinition] = []

  static func userDataItem(_ type: FourCC) -> BoxDefinition? { nil }
  static func metadataItem(_ type: FourCC) -> BoxDefinition? { nil }
  static func metadataKey(_ type: FourCC) -> BoxDefinition? { nil }
}
