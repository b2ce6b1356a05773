import CSystem

/// Files that others make shorter while we look at them.
package enum ShrinkingFiles {
  /// From now on files that become shorter read as zeros where their end was, in the whole program.
  /// What is read by calls of the system, as coded pictures are, fails there.
  package static func readAsZeros() { system_survive_shrinking() }

  /// The same for a library, whose program may have a handler of its own: that stays.
  package static func readAsZerosUnlessHandled() { system_survive_shrinking_unless_handled() }
}
