internal import CLibCrypto
import FileAccess
internal import RuntimeLibraries

/// The SHA-256 of a file, as 64 hexadecimal digits.
///
/// It is computed by libcrypto, which is opened at run time: that is on nearly every Linux, fast by
/// the processor's own instructions, and costs nothing to build. Where it is missing, files are known
/// by their size and time alone.
public enum ContentHash {
  /// Nil if the file cannot be read, or there is no libcrypto.
  public static func sha256(_ path: String) -> String? {
    guard let library, let file = try? OpenFile.reading(path) else { return nil }
    return library.sha256(file.descriptor)
  }

  /// Whether files can be hashed here.
  public static var isAvailable: Bool { library != nil }

  private static let library = Library()

  @safe
  private struct Library: Sendable {
    // A library is never closed, and what is in it never changes.
    nonisolated(unsafe) let handle: OpaquePointer

    init?() {
      let names = RuntimeLibrary.names(
        "libcrypto", versions: [3], variable: "BOXWALK_LIBCRYPTO")
      // The array has the room that is asked for.
      let found = unsafe RuntimeLibrary.open(names + ["libcrypto.so.1.1"]) {
        unsafe boxwalk_crypto_load($0, &$1)
      }
      guard let handle = unsafe found.handle else { return nil }
      unsafe self.handle = handle
    }

    func sha256(_ descriptor: Int32) -> String? {
      var digest = [UInt8](repeating: 0, count: 32)
      // The array has the 32 bytes that are written.
      guard unsafe boxwalk_crypto_sha256(handle, descriptor, &digest) == 0 else { return nil }
      let digits = Array("0123456789abcdef".utf8)
      return String(
        decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }
}
