import Files
import Platform

/// The path of `boxwalk-codec`.
package enum WorkerProgram {
  /// The path in the folder of a program or library, or in `libexec/boxwalk` in that folder or in the one above
  /// it; `BOXWALK_CODEC` overrides it.
  ///
  /// - Parameter file: the path of the program or library, which may be a link; nil if it is not known.
  package static func path(beside file: String?) -> String? {
    if let path = Environment["BOXWALK_CODEC"] { return path }
    guard let file else { return nil }
    // Homebrew's paths are links to the installed files.
    let real = (try? pathWithoutLinks(file)) ?? file
    guard let slash = real.lastIndex(of: "/") else { return nil }
    let folder = real[..<slash]
    return ["", "../libexec/boxwalk/", "../../libexec/boxwalk/"].map {
      "\(folder)/\($0)boxwalk-codec"
    }.first { unsafe access($0, X_OK) == 0 }
  }
}
