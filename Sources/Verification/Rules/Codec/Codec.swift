extension Rules {
  static let codec: [any Rule.Type] = [
  ]
}
