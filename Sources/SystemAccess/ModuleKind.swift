internal import CRuntimeLibrary

/// A kind of module of this package: a library that is next to the worker, is linked with other libraries, and
/// provides an engine, which is a structure of functions.
package struct ModuleKind<Engine>: Sendable {
  /// The file of the module, or the name with which the loader finds it next to this program.
  private let file: String
  /// Of the environment; it names another file.
  private let variable: String
  /// The function of the module that gives the engine.
  private let function: String
  /// The number that the engine begins with, as this program was compiled with it.
  private let interface: UInt32

  /// - Parameters:
  ///   - name: of the library, as `boxwalk-loops`.
  ///   - variable: of the environment; it names another file.
  ///   - function: the one that gives the engine.
  ///   - interface: of the engine, as this program was compiled with it.
  package init(_ name: String, variable: String, function: String, interface: UInt32) {
    file = RuntimeLibrary.moduleFile(name)
    (self.variable, self.function, self.interface) = (variable, function, interface)
  }

  /// Whether the environment names the only file that is to be used.
  package var isNamed: Bool { Environment[variable] != nil }

  /// Opens the module, which stays open as long as the process exists.
  ///
  /// - Parameter file: a file that is opened instead of the one in the environment or the one next to this program.
  /// - Returns: the engine, which never changes; or the reason why there is none.
  package func open(_ file: String? = nil) -> (engine: Engine?, reason: String) {
    let file = file ?? Environment[variable] ?? self.file
    var message = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
    // The array has the room that is asked for; what has the number of the interface is such a structure.
    let engine = unsafe boxwalk_module_open(file, function, interface, &message)
    let copy = unsafe engine.map { unsafe $0.assumingMemoryBound(to: Engine.self).pointee }
    return (copy, RuntimeLibrary.text(message))
  }
}

extension RuntimeLibrary {
  /// The file of a library of this package, which the loader searches for next to this program.
  package static func moduleFile(_ name: String) -> String {
    #if canImport(Darwin)
      "@rpath/lib\(name).dylib"
    #else
      "lib\(name).so"
    #endif
  }
}
