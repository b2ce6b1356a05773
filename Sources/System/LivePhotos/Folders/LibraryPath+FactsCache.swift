import Files

extension LibraryPath {
  /// The path `$XDG_CACHE_HOME/boxwalk`, or `~/.cache/boxwalk`; nil if neither is known.
  package static var cacheFolder: LibraryPath? {
    let base =
      Environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? Environment["HOME"].map { $0 + "/.cache" }
    guard let base, base.hasPrefix("/") else { return nil }
    return LibraryPath(base).appending("boxwalk".utf8)
  }
}
