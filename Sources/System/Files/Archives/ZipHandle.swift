internal import CLoaded
import FieldCoding

/// An archive that libzip has open.
@safe
struct ZipHandle: ~Copyable {
  private let handle: OpaquePointer

  /// - Parameter descriptor: has to stay open as long.
  init(reading descriptor: Int32, _ library: ZipLibrary) throws(ZipError) {
    // The message has the size that is stated, here and below.
    unsafe handle = unsafe try ZipError.check {
      unsafe boxwalk_zip_open(library.handle, descriptor, &$0)
    }
  }

  deinit { unsafe boxwalk_zip_close(handle) }

  var count: UInt64 { unsafe boxwalk_zip_count(handle) }

  var comment: [UInt8] {
    var count = 0
    // The comment exists as long as the handle.
    let comment = unsafe boxwalk_zip_comment(handle, &count)
    return unsafe Array(UnsafeBufferPointer(start: comment, count: count))
  }

  /// An extra field that the directory has for an entry; nil also for one that cannot be read.
  func extra<Field: ExtraField>(_ type: Field.Type, of index: UInt64) -> Field? {
    var count = 0
    // The field exists as long as the handle.
    guard let field = unsafe boxwalk_zip_extra(handle, index, Field.kind, &count) else {
      return nil
    }
    return unsafe try? Field(decoding: Bytes(UnsafeBufferPointer(start: field, count: count)))
  }

  func entry(_ index: UInt64) throws(ZipError) -> ZipEntry {
    let found = unsafe try ZipError.check { message -> boxwalk_zip_entry? in
      var entry = unsafe boxwalk_zip_entry()
      // The structure outlives the call, which fills it.
      return unsafe boxwalk_zip_stat(handle, index, &entry, &message) == 0 ? entry : nil
    }
    // The name exists as long as the handle.
    let name = unsafe String(cString: found.name)
    let modified =
      extra(ExtendedTimestamp.self, of: index)?.modified
      ?? extra(NTFSTimes.self, of: index)?.modified
    // Numbers, which are safe to read.
    let date = unsafe found.modified.multipliedReportingOverflow(by: 1_000_000_000)
    return unsafe ZipEntry(
      name: name, kind: .init(mode: found.mode, name), size: Int(clamping: found.size),
      compressedSize: Int(clamping: found.compressed_size), isEncrypted: found.encryption != 0,
      modified: modified ?? (date.overflow ? 0 : date.partialValue),
      permissions: found.mode == 0 ? nil : UInt16(truncatingIfNeeded: found.mode) & 0o777)
  }

  /// Calls `body` with pieces of the bytes of an entry; at the end their number and checksum were right.
  func read(_ index: UInt64, _ body: ([UInt8].SubSequence) throws -> Void) throws {
    let stream = unsafe try ZipHandle.reading {
      unsafe boxwalk_zip_stream_open(handle, index, &$0)
    }
    defer { unsafe boxwalk_zip_stream_close(stream) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try ZipHandle.reading { message -> Int? in
        // The array has the size that is stated.
        let count = unsafe boxwalk_zip_stream_read(stream, &buffer, buffer.count, &message)
        return count < 0 ? nil : Int(count)
      }
      guard count > 0 else { return }
      try body(buffer[..<count])
    }
  }

  /// Adds the library's message to an error, as a sentence without its subject.
  private static func reading<Result>(
    _ call: (inout [CChar]) -> Result?
  ) throws(ZipError) -> Result {
    do throws(ZipError) { return try ZipError.check(call) } catch {
      throw ZipError("cannot be read: \(error)")
    }
  }
}

extension ZipEntry.Kind {
  /// POSIX has a file's kind in the top four of 16 bits.
  init(mode: UInt32, _ name: String) {
    switch mode >> 12 & 0xF {
    case 0, 8: self = name.utf8.last == UInt8(ascii: "/") ? .folder : .file
    case 4: self = .folder
    case 10: self = .link
    default: self = .other
    }
  }
}
