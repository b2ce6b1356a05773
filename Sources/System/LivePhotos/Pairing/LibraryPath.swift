import FieldCoding

/// A path of the system: a sequence of any bytes except 0.
public struct LibraryPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// All bytes of the path, without a zero at the end.
  public var bytes: [UInt8]

  /// A path as the system gives it.
  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// A path in UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The part after the last slash.
  public var name: ArraySlice<UInt8> {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
  }

  /// The part before the last slash; empty if there is no slash.
  public var folder: ArraySlice<UInt8> {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[..<$0] } ?? []
  }

  /// The path as text; nil if it is not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The path for people: bytes that are not UTF-8 are replaced, and control characters are written in the
  /// form `\x0A`.
  public var description: String {
    var result = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x5C {
        let digits = zeroPadded(String(scalar.value, radix: 16, uppercase: true), to: 2)
        result += scalar.value == 0x5C ? "\\" : "\\x" + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Paths are ordered by their bytes, not by the rules of a language.
  public static func < (a: LibraryPath, b: LibraryPath) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  /// The path of a file in this folder; in the current folder if this path is empty.
  public func appending(_ name: some Collection<UInt8>) -> LibraryPath {
    if bytes.isEmpty { return LibraryPath(Array(name)) }
    return LibraryPath(
      bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + Array(name))
  }
}

extension LibraryPath: ExpressibleByStringLiteral {
  /// A path in UTF-8.
  public init(stringLiteral value: String) { self.init(value) }
}

// MARK: - In files of lines

extension LibraryPath {
  /// The path without spaces, line ends and bytes that are not ASCII; these are written as `%0A`.
  package var escaped: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        result.append(byte)
      } else {
        result.append(UInt8(ascii: "%"))
        result.append(LibraryPath.digits[Int(byte >> 4)])
        result.append(LibraryPath.digits[Int(byte & 15)])
      }
    }
    return result
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Reads a path. Nil if `escaped` is not in the form of ``escaped``.
  package init?(escaped: some Collection<UInt8>) {
    bytes = []
    bytes.reserveCapacity(escaped.count)
    var rest = escaped.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        guard (0x21...0x7E).contains(byte) else { return nil }
        bytes.append(byte)
        continue
      }
      guard let high = rest.next().flatMap({ LibraryPath.digits.firstIndex(of: $0) }),
        let low = rest.next().flatMap({ LibraryPath.digits.firstIndex(of: $0) })
      else { return nil }
      bytes.append(UInt8(high * 16 + low))
    }
    if bytes.contains(0) { return nil }
  }
}

/// A file of a library, with the facts that help to find its counterpart.
public struct LibraryFile: Hashable, Sendable {
  /// The path of the file.
  public var path: LibraryPath
  /// The number of bytes.
  public var size: Int64
  /// The facts that the file states.
  public var facts: MediaFacts

  /// A file that has been read.
  public init(path: LibraryPath, size: Int64, facts: MediaFacts) {
    self.path = path
    self.size = size
    self.facts = facts
  }

  /// A file whose name is known, and nothing else.
  public init(path: LibraryPath, size: Int64 = 0) {
    self.init(path: path, size: size, facts: MediaFacts(kind: LibraryFile.kind(ofName: path)))
  }

  /// The kind of a file according to its name.
  package static func kind(ofName path: LibraryPath) -> MediaKind {
    MediaKind(fileExtension: MediaName(path.name).fileExtension)
  }
}
