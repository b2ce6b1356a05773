extension BoxRegistry {
  static let properties: [BoxDefinition] = []
}
