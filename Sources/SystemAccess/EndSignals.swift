import CSystem

/// The signals with which a user or the system ends a program. They are recorded, so that it can end in order.
package enum EndSignals {
  /// From now on signals do not end the program. It is called once.
  package static func hold() throws(SystemError) {
    try SystemError.check("pipe") { system_hold_ends() }
  }

  /// Whether one has come.
  package static var haveCome: Bool { system_is_ended() != 0 }

  /// Waits until one comes, a file can be read, or the time is over.
  ///
  /// - Parameter seconds: nil to wait without end.
  package static func wait(reading descriptor: Int32?, seconds: Double?) {
    system_wait(descriptor ?? -1, seconds ?? -1)
  }
}
