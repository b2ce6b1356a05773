import SystemAccess

// What was lost, what took the time, and what it was done with.
extension ManifestReport {
  /// The files of which something is not in their outputs, by what it is: the most frequent first.
  public var leftOut: [Group] {
    var pairs: [(String, String)] = []
    for record in records { pairs += Set(record.leftOut).sorted().map { ($0, record.input) } }
    return ManifestReport.groups(pairs)
  }

  /// Files of one format of which the same became.
  public struct Work: Sendable, Equatable {
    /// The extension in capitals: `HEIC`; empty if the files have none.
    public var format: String
    /// What became of them.
    public var outcome: ManifestRecord.Outcome
    /// The number of files.
    public var count = 0
    /// How long the work on all of them took, in seconds.
    public var seconds = 0.0
  }

  /// What the time was for: what took longest comes first.
  public var work: [Work] {
    var work: [String: Work] = [:]
    for record in records {
      let format = record.input.splitAtExtension.ending.dropFirst().uppercased()
      work[
        "\(format)/\(record.outcome.rawValue)",
        default: Work(format: format, outcome: record.outcome)
      ]
      .add(record)
    }
    return work.values.sorted {
      ($1.seconds, $0.format, $0.outcome.rawValue) < ($0.seconds, $1.format, $1.outcome.rawValue)
    }
  }

  /// Files that were done with the same options by the same version.
  public struct Setting: Sendable, Equatable {
    /// The options that make a difference for the output; empty for the usual ones.
    public var settings: String
    /// The version of Boxwalk.
    public var version: String
    /// The number of files.
    public var count = 0
    /// When the last of them was done, in nanoseconds since the start of 1970; nil if nothing says it.
    public var last: Int64?
  }

  /// With what the files were done: what was used for most files comes first.
  public var settings: [Setting] {
    var all: [String: Setting] = [:]
    for record in records {
      let key = "\(record.version)\0\(record.settings)"
      var setting = all[key] ?? Setting(settings: record.settings, version: record.version)
      setting.count += 1
      setting.last = [setting.last, record.finished].compactMap { $0 }.max()
      all[key] = setting
    }
    return all.values.sorted {
      ($1.count, $0.version, $0.settings) < ($0.count, $1.version, $1.settings)
    }
  }

  /// The files whose outputs differ most in size from them, by the factor.
  public func mostChanged(_ count: Int) -> [ManifestRecord] {
    func factor(_ record: ManifestRecord) -> Double {
      let factor = Double(record.outputByteCount) / Double(max(record.inputByteCount, 1))
      return factor < 1 ? 1 / max(factor, 1e-9) : factor
    }
    return Array(
      records.filter { $0.outcome == .converted && $0.outputByteCount > 0 && $0.inputByteCount > 0 }
        .map { (record: $0, factor: factor($0)) }.sorted { $0.factor > $1.factor }
        .prefix(count).map(\.record))
  }
}

extension ManifestReport.Work {
  fileprivate mutating func add(_ record: ManifestRecord) {
    count += 1
    seconds += record.seconds
  }
}
