import Files

// Losses, times, and the software that was used.
extension ManifestReport {
  /// The files whose outputs lack a part, by the name of the part: the most frequent first.
  public var leftOut: [Group] {
    var pairs: [(String, String)] = []
    for record in records { pairs += Set(record.leftOut).sorted().map { ($0, record.input) } }
    return ManifestReport.groups(pairs)
  }

  /// Files with the same format and the same outcome.
  public struct Work: Sendable, Equatable {
    /// The extension in capital letters: `HEIC`; empty if the files have none.
    public var format: String
    /// Their outcome.
    public var outcome: ManifestRecord.Outcome
    /// The number of files.
    public var count = 0
    /// The sum of the times of all these files, in seconds.
    public var seconds = 0.0
  }

  /// The time by format and outcome: the largest first.
  public var work: [Work] {
    var work: [String: Work] = [:]
    for record in records {
      let format = record.input.fileExtension.uppercased()
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

  /// Files that were converted with the same options by the same version.
  public struct Setting: Sendable, Equatable {
    /// The options that affect the output; empty for the defaults.
    public var settings: String
    /// The version of Boxwalk.
    public var version: String
    /// The number of files.
    public var count = 0
    /// The time when the last of them was done, in nanoseconds since the start of 1970; nil if it is unknown.
    public var last: Int64?
  }

  /// The settings with which the files were converted: those of most files first.
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

  /// The files with the largest factors between their sizes and those of their outputs.
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
