import FieldCoding
import Synchronization

/// Files that were not read completely, because they became shorter or their bytes did not arrive. The missing bytes
/// are read as zeros. So the reason is written once, before and instead of messages that may only be its consequence.
package enum InputProblems {
  private static let names = Mutex<Set<String>>([])

  /// Whether there were any so far. New ones are reported first.
  package static func areThere(_ console: Console) -> Bool {
    for (name, problem) in MappedFiles.takeProblems() {
      guard names.withLock({ $0.insert(name).inserted }) else { continue }
      console.say("\(name): \(problem)")
    }
    return names.withLock { !$0.isEmpty }
  }

  /// Whether a message is about one of these files, and so may be false.
  package static func concern(_ message: String) -> Bool {
    names.withLock { names in names.contains { message.hasPrefix("\($0): ") } }
  }
}
