extension BoxRegistry {
  static let fragments: [BoxDefinition] = []
}
