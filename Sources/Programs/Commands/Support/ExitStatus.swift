package import Verification

/// How a run ended.
package enum ExitStatus: Int32, Comparable, CaseIterable {
  case done = 0
  case warnings = 1
  case badInput = 2
  case someFailed = 3
  case usage = 64
  case fault = 70

  /// The meaning of the exit code in the help and in the README.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .warnings: "done, but something was lost, was left out, or needs a look"
    case .badInput: "a file cannot be read or written, or is not what it should be"
    case .someFailed: "some of many files failed"
    case .usage: "the command line is wrong"
    case .fault: "a fault of Boxwalk; please report it"
    }
  }

  /// A line for each outcome.
  package static var table: String {
    allCases.map { "  \($0.rawValue)\($0.rawValue < 10 ? " " : "") \($0.meaning)" }
      .joined(separator: "\n")
  }

  package static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }

  /// The outcome of a run over several files; if all of them failed, that of the worst.
  package init(of files: [ExitStatus]) {
    let failed = files.filter { $0 >= .badInput }
    if files.contains(.fault) {
      self = .fault
    } else if !failed.isEmpty, failed.count < files.count {
      self = .someFailed
    } else {
      self = files.max() ?? .done
    }
  }
}

extension ExitStatus {
  /// The outcome that the worst finding makes.
  package init(of report: Report) { self.init(worst: report.worst) }

  package init(worst: Severity?) {
    switch worst {
    case .error: self = .badInput
    case .warning: self = .warnings
    case .note, nil: self = .done
    }
  }
}
