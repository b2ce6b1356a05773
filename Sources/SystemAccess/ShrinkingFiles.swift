import CSystem

/// Files that others make shorter while we look at them.
package enum ShrinkingFiles {
  /// Makes mapped files that become shorter read as zeros after their new end, in the whole program. System calls that
  /// read them, such as for coded pictures, fail there.
  package static func readAsZeros() { system_survive_shrinking() }

  /// The same for a library, unless the program has its own handler.
  package static func readAsZerosUnlessHandled() { system_survive_shrinking_unless_handled() }
}
