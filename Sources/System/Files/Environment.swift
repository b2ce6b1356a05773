import Platform

/// The variables of the environment.
package enum Environment {
  /// The text of a variable; nil if it is not set.
  package static subscript(name: String) -> String? {
    // A string of the environment, which is copied before anything changes it.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
