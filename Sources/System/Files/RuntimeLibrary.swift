internal import CLoaded
import Platform

/// Libraries that are opened when they are needed, and may be missing.
package enum RuntimeLibrary {
  /// Tries names one after the other.
  ///
  /// - Returns: the first library that could be opened, and why those before it could not.
  package static func open(
    _ names: [String], _ open: (String, inout [CChar]) -> OpaquePointer?
  ) -> (handle: OpaquePointer?, reasons: [String]) {
    var reasons: [String] = []
    for name in names {
      var message = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
      if let handle = unsafe open(name, &message) { return unsafe (handle, reasons) }
      reasons.append(text(message))
    }
    return (nil, reasons)
  }

  /// The reason why none of the names led to a library.
  ///
  /// - Parameter title: the usual name of the library.
  package static func explanation(
    of title: String, _ names: [String], _ reasons: [String]
  ) -> String {
    // Several names are tried, so it is not an error that one of them is missing.
    let isMissing = reasons.allSatisfy { $0.lowercased().contains("no such file") }
    return names.first?.contains("/") == true || !isMissing
      ? reasons.joined(separator: "; ")
      : "\(title) is not installed: boxwalk doctor says how to install it"
  }

  /// The file names of a library, the preferred version first.
  ///
  /// - Parameter variable: an environment variable; if it is set, its value is the only name.
  package static func names(
    _ name: String, versions: [Int32], variable: String? = nil
  ) -> [String] {
    if let name = variable.flatMap({ Environment[$0] }) { return [name] }
    #if canImport(Darwin)
      return ["", "/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/"].flatMap { folder in
        versions.map { "\(folder)\(name).\($0).dylib" }
      }
    #else
      return versions.map { "\(name).so.\($0)" }
    #endif
  }

  /// A sentence that a C function wrote.
  package static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The output of a library, at most `limit` bytes; nil if it returns less than one.
  static func decompressed(
    _ stream: [UInt8], upTo limit: Int,
    _ decompress: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int) -> Int
  ) -> [UInt8]? {
    guard limit > 0 else { return nil }
    // The closure states how many of the bytes it wrote.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
      // The library reads the bytes of `stream`, and writes at most the stated size.
      let written = unsafe stream.withUnsafeBufferPointer { stream in
        unsafe decompress(stream.baseAddress, stream.count, bytes.baseAddress, limit)
      }
      count = max(0, written)
    }
    return bytes.isEmpty ? nil : bytes
  }
}

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
