package import Text
package import WorkerClient

extension StageTimes {
  /// The milliseconds of each stage that took any time, as a manifest has them.
  package var value: JSONValue {
    .object(
      WorkStage.allCases.map { stage in
        let milliseconds = (self[stage] / .milliseconds(1) * 100).rounded() / 100
        return (stage.rawValue, milliseconds > 0 ? .double(milliseconds) : nil)
      })
  }

  /// Reads milliseconds by the names of stages from a manifest, whose numbers are not trusted.
  init(milliseconds: [String: Double]) {
    self.init()
    for (name, count) in milliseconds {
      guard let stage = WorkStage(rawValue: name), count > 0, count < 1e15 else { continue }
      self[stage] = .microseconds(Int64((count * 1000).rounded()))
    }
  }
}
