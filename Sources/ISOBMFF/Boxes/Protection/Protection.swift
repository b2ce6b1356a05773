extension BoxRegistry {
  static let protection: [BoxDefinition] = []
}
