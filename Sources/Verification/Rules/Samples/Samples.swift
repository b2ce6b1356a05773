extension Rules {
  static let samples: [any Rule.Type] = [
    MovieHeaderMissing.self,
    SamplesPastEnd.self,
    TimescaleZero.self,
  ]
}
