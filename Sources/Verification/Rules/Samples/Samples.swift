extension Rules {
  static let samples: [any Rule.Type] = [
    SamplesPastEnd.self,
    TimescaleZero.self,
  ]
}
