import CSystem

/// The signals with which a user or the system ends a program.
package enum EndSignals {
  /// From now on signals only end the program after its unfinished outputs are removed.
  package static func removeUnfinishedOutputs() { system_remove_unfinished_at_end() }

  /// From now on a fault of this program ends it with a sentence, and with the exit code 70.
  package static func reportFaults() { system_report_faults() }

  /// From now on the first signal does not end the program, but is recorded, so that it can end in order. It is called
  /// once.
  package static func hold() throws(SystemError) {
    try SystemError.check("pipe") { system_hold_ends() }
  }

  /// Whether one has come.
  package static var haveCome: Bool { system_is_ended() != 0 }

  /// Ends the program as the signal that has come would have; returns if there is none.
  package static func endIfCome() { system_end_as_recorded() }

  /// Waits until one comes, a file can be read, or the time is over.
  ///
  /// - Parameter seconds: nil to wait without end.
  package static func wait(reading descriptor: Int32?, seconds: Double?) {
    system_wait(descriptor ?? -1, seconds ?? -1)
  }

  /// Calls `body`, which a signal does not interrupt. It is a short part of the work, such as the renaming of a file.
  ///
  /// Other threads wait with theirs. If the program is about to end, this does not return.
  package static func undisturbed<Value: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    system_begin_undisturbed()
    defer { system_end_undisturbed() }
    return try body()
  }
}

/// The folders that this program has made.
package enum MadeFolders {
  /// - Parameter make: makes the folder; returns its path.
  static func add<Failure: Error>(
    _ make: () throws(Failure) -> BytePath?
  ) throws(Failure) {
    try EndSignals.undisturbed { () throws(Failure) in
      // The array is valid during the call.
      if let path = try make() { unsafe system_add_made_folder(path.zeroTerminated) }
    }
  }

  /// Removes those that are empty because no file was written to them.
  package static func removeEmpty() {
    EndSignals.undisturbed { system_remove_empty_made_folders() }
  }
}

/// The name of a file or folder that is removed if a signal ends the program while this object exists.
package final class UnfinishedName: Sendable {
  package let path: String

  /// - Parameter make: makes the file or folder.
  package init<Failure: Error>(
    _ path: String, _ make: () throws(Failure) -> Void
  ) throws(Failure) {
    self.path = path
    try EndSignals.undisturbed { () throws(Failure) in
      try make()
      // A string passed to C is valid during the call.
      unsafe system_add_unfinished(path)
    }
  }

  deinit {
    EndSignals.undisturbed { unsafe system_drop_unfinished(path) }
  }
}
