import Foundation
import TestSupport
import Testing

extension Program {
  /// The command as a user who may not write everything: the one who runs the tests, or else one who owns nothing.
  static func boxwalkAsUser(_ arguments: [String]) throws -> Result {
    guard geteuid() == 0 else { return try boxwalk(arguments) }
    return try other(
      "setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups"]
        + [products.appendingPathComponent("boxwalk").path] + arguments)
  }

  /// Allows everybody to do this with a file or a folder.
  static func allow(_ permissions: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }
}

extension Trait where Self == ConditionTrait {
  static var needsUser: ConditionTrait {
    .needs("a user who may not write everything") {
      try geteuid() != 0
        || InstalledProgram.path(of: "setpriv") != nil
          && Program.boxwalkAsUser(["--version"]).code == 0
    }
  }
}
