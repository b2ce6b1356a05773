#if canImport(CDe265)
  internal import CLoaded

  /// The file that a library of this process was read from.
  struct RuntimeLibraryFile {
    var path: String

    /// - Parameter function: a function of the library. Nil if this process has no such function.
    init?(function: String) {
      // The loader owns the string. It exists as long as the library.
      guard let path = unsafe boxwalk_library_path(function) else { return nil }
      self.path = unsafe String(cString: path)
    }
  }
#endif
