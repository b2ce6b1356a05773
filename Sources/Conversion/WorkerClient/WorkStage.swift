/// The stages of the conversion of a file.
public enum WorkStage: String, Sendable, CaseIterable {
  /// The file is read, hashed and parsed, and its output is planned.
  case reading
  /// Other files have the processes and the memory that it needs.
  case waiting
  /// The worker decodes its images and its audio.
  case decoding
  /// The worker brings them into the shape of the output, and codes them.
  case encoding
  /// The output is composed, and written to the disk.
  case writing
  /// The written file is read again: compared, proved and hashed.
  case checking
}

/// The time of each stage of a work.
public struct StageTimes: Sendable, Equatable {
  private var times: [WorkStage: Duration] = [:]

  /// No time at all.
  public init() {}

  /// The time of a stage.
  public subscript(stage: WorkStage) -> Duration {
    get { times[stage] ?? .zero }
    set { times[stage] = newValue == .zero ? nil : newValue }
  }

  /// The time of all stages together.
  public var total: Duration { times.values.reduce(.zero, +) }

  /// The times of two works together.
  public static func + (first: StageTimes, second: StageTimes) -> StageTimes {
    var sum = first
    for (stage, time) in second.times { sum[stage] += time }
    return sum
  }
}
