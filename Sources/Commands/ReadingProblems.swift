import FieldCoding
import Synchronization

/// Files whose bytes did not all come, because they became shorter, or did not arrive. Such bytes are read as zeros,
/// so the reason is said once, before anything else and instead of what may only follow from it.
enum ReadingProblems {
  private static let names = Mutex<Set<String>>([])

  /// Whether there were any so far. Each that was not said yet is said first.
  static func areThere(_ console: Console) -> Bool {
    for (name, problem) in MappedFiles.takeProblems() {
      guard names.withLock({ $0.insert(name).inserted }) else { continue }
      console.say("\(name): \(problem)")
    }
    return names.withLock { !$0.isEmpty }
  }

  /// Whether a message is about one of these files: it may not be true.
  static func concern(_ message: String) -> Bool {
    names.withLock { names in names.contains { message.hasPrefix("\($0): ") } }
  }
}
