#if canImport(CDe265)
  internal import CRuntimeLibrary

  /// The file that a library of this process was read from.
  struct RuntimeLibraryFile {
    var path: String

    /// - Parameter function: one of the library's. Nil if there is no such function here.
    init?(function: String) {
      // The string belongs to the loader, as long as the library is there.
      guard let path = unsafe boxwalk_library_path(function) else { return nil }
      self.path = unsafe String(cString: path)
    }
  }
#endif
