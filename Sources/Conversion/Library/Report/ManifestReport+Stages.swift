public import WorkerClient

// The times of the stages.
extension ManifestReport {
  /// One stage of the work on all files.
  public struct Stage: Sendable, Equatable {
    /// The stage of the work.
    public var stage: WorkStage
    /// The number of files that spent time in it.
    public var count: Int
    /// The sum of their times, in seconds.
    public var seconds: Double
    /// The median of their times, in seconds.
    public var median: Double
  }

  /// The stages that took time, in the order of the work. Files whose lines do not have stages are left out.
  public var stages: [Stage] {
    WorkStage.allCases.compactMap { stage in
      let times = records.compactMap { $0.stages?[stage] }.filter { $0 > .zero }.sorted()
      guard let median = times.median else { return nil }
      return Stage(
        stage: stage, count: times.count, seconds: times.reduce(.zero, +) / .seconds(1),
        median: median / .seconds(1))
    }
  }

  /// The number of files without stages, because an older version converted them.
  public var countWithoutStages: Int {
    records.reduce(0) { $0 + ($1.seconds > 0 && $1.stages == nil ? 1 : 0) }
  }
}

extension [Duration] {
  /// The middle one of sorted times, or the mean of the two in the middle.
  fileprivate var median: Duration? {
    guard !isEmpty else { return nil }
    return (self[(count - 1) / 2] + self[count / 2]) / 2
  }
}

extension WorkStage {
  /// The class of its shapes.
  var shape: String {
    switch self {
    case .reading: "s6"
    case .waiting: "s4"
    case .decoding: "s1"
    case .encoding: "s2"
    case .writing: "s3"
    case .checking: "s5"
    }
  }

  /// The work of the stage.
  var text: String {
    switch self {
    case .reading: "the file is read and hashed, and its work planned"
    case .waiting: "other files have the processes and the memory"
    case .decoding: "video and audio are decoded"
    case .encoding: "they are brought into shape and coded"
    case .writing: "the output is put together and comes to the disk"
    case .checking: "what was written is read again, compared and hashed"
    }
  }
}
