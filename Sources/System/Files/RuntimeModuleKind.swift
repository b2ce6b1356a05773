internal import CLoaded

/// A kind of module of this package: a library that is next to the worker, is linked with other libraries, and
/// provides an engine, which is a structure of functions.
package struct RuntimeModuleKind<Engine>: Sendable {
  /// The file of the module, or the name with which the loader finds it next to this program.
  private let file: String
  /// The environment variable for another file.
  private let variable: String
  /// The function of the module that gives the engine.
  private let function: String
  /// The number that the engine begins with, as this program was compiled with it.
  private let interface: UInt32

  /// - Parameters:
  ///   - name: the name of the library, such as `boxwalk-loops`.
  ///   - variable: the environment variable for another file.
  ///   - function: the function that returns the engine.
  ///   - interface: the interface version of the engine with which this program was compiled.
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
    // The array has the size that is stated; the interface version identifies the structure.
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
