extension Rules {
  static let fragments: [any Rule.Type] = []
}
