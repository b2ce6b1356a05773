internal import CLoaded
import Conversion
package import FieldCoding
package import Files
import Metadata
import Platform
import WorkerProtocol

/// The SHA-256 of a file, as 64 hexadecimal digits.
///
/// libcrypto computes it, and is loaded at run time: it is installed on nearly every Linux, is fast because it uses
/// instructions of the processor, and is not needed for building. If it is missing, files are recognised only by
/// their size and time.
public enum ContentHash {
  /// The SHA-256 of a file. Nil if it is larger than any photo, or there is no libcrypto. It throws if
  /// the file cannot be read.
  package static func sha256(_ path: String) throws(SystemError) -> String? {
    // Files that have only holes may state any size, and would keep us busy for hours.
    guard let library, let size = try FileStamp(path)?.size, size <= limit else { return nil }
    let file = try OpenFile.reading(path)
    try file.fetch()
    return try library.sha256(file, path)
  }

  /// The same of bytes.
  package static func sha256(of bytes: Bytes) throws(SystemError) -> String? {
    guard let library, bytes.count <= limit else { return nil }
    return try library.sha256(of: bytes)
  }

  /// The most bytes that are hashed: no photo or movie of a photo has more.
  static let limit = 4 << 30

  /// Whether libcrypto is available.
  public static var isAvailable: Bool { library != nil }

  /// The version of libcrypto, such as `3.0.17`, and its path; nil if it is missing.
  public static var libcrypto: (version: String, path: String)? {
    library.map { ($0.version, $0.path) }
  }

  private static let library = Library()

  @safe
  private struct Library: Sendable {
    // A library is never closed, and its content never changes.
    nonisolated(unsafe) let handle: OpaquePointer

    init?() {
      let names = RuntimeLibrary.names(
        "libcrypto", versions: [3], variable: "BOXWALK_LIBCRYPTO")
      // The array has the size that is stated.
      let found = unsafe RuntimeLibrary.open(names + ["libcrypto.so.1.1"]) {
        unsafe boxwalk_crypto_load($0, &$1)
      }
      guard let handle = unsafe found.handle else { return nil }
      unsafe self.handle = handle
    }

    /// The version of the library, a constant string: `OpenSSL 3.0.17 1 Jul 2025`.
    var version: String {
      let words = unsafe String(cString: boxwalk_crypto_version(handle)).split(separator: " ")
      return words.dropFirst().first.map(String.init) ?? ""
    }

    /// The string is kept with the handle.
    var path: String { unsafe String(cString: boxwalk_library_file(handle)) }

    func sha256(
      _ file: borrowing OpenFile, _ path: String
    ) throws(SystemError) -> String {
      var digest = Library.noDigest
      // The array has the 32 bytes that are written.
      errno = 0
      guard unsafe boxwalk_crypto_sha256(handle, file.descriptor, nil, 0, &digest) == 0 else {
        throw SystemError(
          what: errno == 0 ? "\(path): its hash cannot be computed" : path, code: errno)
      }
      return Library.text(digest)
    }

    func sha256(of bytes: Bytes) throws(SystemError) -> String {
      var digest = Library.noDigest
      // The pointer is good during the call, and the array has the 32 bytes that are written.
      let result = unsafe bytes.withUnsafeBytes { bytes in
        unsafe boxwalk_crypto_sha256(handle, -1, bytes.baseAddress, bytes.count, &digest)
      }
      guard result == 0 else { throw SystemError(what: "a hash cannot be computed", code: 0) }
      return Library.text(digest)
    }

    private static let noDigest = [UInt8](repeating: 0, count: 32)

    private static func text(_ digest: [UInt8]) -> String {
      let digits = Array("0123456789abcdef".utf8)
      return String(
        decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }
}

extension ConversionOptions {
  /// Whether a file may become several, with names of their own.
  var hasSeveralOutputs: Bool { selection == .all || writesAuxiliaryImages }

  func settings(time: Double?) -> String {
    var parts = [format.rawValue, "quality \(quality ?? format.quality)"]
    if let bitDepth { parts.append("\(bitDepth) bits") }
    switch selection {
    case .primary: break
    case .item(let id): parts.append("item \(id)")
    case .all: parts.append("all images")
    }
    if let thumbnailSide { parts.append("thumbnail \(thumbnailSide)") }
    if let longerSide { parts.append("at most \(longerSide)") }
    if writesAuxiliaryImages { parts.append("auxiliary images") }
    if !mapsTones { parts.append("no tone mapping") }
    if !keepsGainMap { parts.append("no gain map") }
    if colour != .keep { parts.append("colours \(colour.rawValue)") }
    if stripping != .nothing { parts.append("without \(stripping.text)") }
    if linksCopies { parts.append("links") }
    if !decodesCopies, !format.isHEIF { parts.append("copies not decoded") }
    switch movies {
    case .keep: break
    case .motionphoto: parts.append("motion photos")
    case .skip: parts.append("no movies")
    }
    if let time { parts.append("at \(time) s") }
    return parts.joined(separator: ", ")
  }
}
