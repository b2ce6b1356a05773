extension Rules {
  static let references: [any Rule.Type] = [
    PrimaryItemUnknown.self
  ]
}
