internal import CLoaded
import FieldCoding
internal import Files

/// A connection that is used for one transfer after another. Its process decodes nothing.
///
/// `@unchecked Sendable`: only the code that took it from the pool uses it, one call after another.
@safe
final class HTTPConnection: @unchecked Sendable {
  private let handle: OpaquePointer

  /// The result of a part of a transfer.
  enum End: Equatable {
    /// The requested bytes have arrived, and there may be more.
    case more
    /// The body has ended.
    case ended
    case failed(Failure)
  }

  /// The reason why no more bytes arrive.
  struct Failure: Equatable {
    var error: RemoteError
    /// Whether another try may succeed.
    var mayPass: Bool
  }

  /// The status and the header fields of an answer.
  struct Answer {
    var status: Int
    /// The length of the body; nil if the server does not state it.
    var bodyCount: Int?
    var range: String
    var tag: String
    var modified: String
    var encoding: String
    var retryAfter: String
  }

  /// The limits for waiting, in milliseconds.
  struct Patience {
    var window: Int
    var leastBytes: Int
    var all: Int

    fileprivate var values: boxwalk_curl_patience {
      boxwalk_curl_patience(window: Int64(window), least: Int64(leastBytes), all: Int64(all))
    }
  }

  init(_ library: CurlLibrary) throws(RemoteError) {
    guard let handle = unsafe boxwalk_curl_open(library.handle) else {
      throw RemoteError(.disk, "cannot be read: there is no memory")
    }
    unsafe self.handle = handle
  }

  // No other object has the pointer.
  deinit { unsafe boxwalk_curl_close(handle) }

  /// Requests a file, or bytes of it, and returns the status and the header of the answer.
  func ask(
    for url: RemoteURL, _ range: Range<Int>?, fields: [String], _ options: RemoteOptions,
    _ patience: Patience
  ) -> Result<Answer, FailedAnswer> {
    var answer = boxwalk_curl_answer()
    var message = HTTPConnection.room
    let fields = fields.reduce(into: [CChar]()) { list, field in
      list += field.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    let rangeText = range.map { "\($0.lowerBound)-\($0.upperBound - 1)" }
    // The strings are valid during the call, which copies them; the array has the size that is stated.
    let end = unsafe HTTPConnection.withStrings([url.text, rangeText, options.authorities]) {
      strings in
      unsafe (fields + [0]).withUnsafeBufferPointer { fields in
        var request = unsafe boxwalk_curl_request()
        unsafe request.url = strings[0]
        unsafe request.range = strings[1]
        unsafe request.authorities = strings[2]
        unsafe request.fields = fields.baseAddress
        unsafe request.allows_private = options.allowsPrivate ? 1 : 0
        return unsafe boxwalk_curl_ask(handle, &request, patience.values, &answer, &message)
      }
    }
    if case .failed(let failure) = HTTPConnection.end(end, message) {
      return .failure(FailedAnswer(failure: failure))
    }
    return .success(Answer(answer))
  }

  /// Continues until this number of bytes of the body has been received, or the body has ended.
  ///
  /// - Parameters:
  ///   - most: bytes beyond this number are counted, and not written.
  ///   - descriptor: the file that they are written to; nil if they are not written.
  ///   - offset: the offset of the first byte of the body in the file.
  /// - Returns: the number of bytes of the body that have been received since its start.
  func receive(
    _ count: Int, most: Int, to descriptor: Int32?, at offset: Int, _ patience: Patience
  ) -> (received: Int, end: End) {
    var received: Int64 = 0
    var message = HTTPConnection.room
    // The array has the size that is stated, and the number outlives the call.
    let end = unsafe boxwalk_curl_receive(
      handle, Int64(count), Int64(most), descriptor ?? -1, Int64(offset), patience.values,
      &received, &message)
    return (Int(received), HTTPConnection.end(end, message))
  }

  /// The URL of a redirection, as the answer states it; empty if there is none.
  var location: String {
    // The string lives until the next answer, and is copied.
    unsafe String(cString: boxwalk_curl_location(handle))
  }

  /// Ends a transfer; the connection stays if its body has ended.
  func finish() { unsafe boxwalk_curl_finish(handle) }

  private static func end(_ end: boxwalk_curl_end_kind, _ message: [CChar]) -> End {
    let text = RuntimeLibrary.text(message)
    func failed(_ kind: RemoteError.Kind, mayPass: Bool = false) -> End {
      .failed(Failure(error: RemoteError(kind, "cannot be read: \(text)"), mayPass: mayPass))
    }
    switch end {
    case boxwalk_curl_more: return .more
    case boxwalk_curl_ended: return .ended
    case boxwalk_curl_broken, boxwalk_curl_stalled: return failed(.server, mayPass: true)
    case boxwalk_curl_unwritten:
      return .failed(
        Failure(
          error: RemoteError(.disk, "cannot be stored: \(withOurText(text))"),
          mayPass: false))
    case boxwalk_curl_private:
      return .failed(
        Failure(
          error: RemoteError(
            .url,
            "is at an address of this computer or of a private network, and such addresses are read only "
              + "with --allow-private"
          ),
          mayPass: false))
    default: return failed(.server)
    }
  }

  private static var room: [CChar] { [CChar](repeating: 0, count: Int(BOXWALK_CURL_MESSAGE)) }

  /// Calls `body` with pointers to strings, which are good during the call.
  private static func withStrings<Result>(
    _ strings: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    func next(_ rest: ArraySlice<String?>, _ pointers: [UnsafePointer<CChar>?]) -> Result {
      guard let first = rest.first else { return unsafe body(pointers) }
      guard let first else { return unsafe next(rest.dropFirst(), pointers + [nil]) }
      return unsafe first.withCString { unsafe next(rest.dropFirst(), pointers + [$0]) }
    }
    return unsafe next(strings[...], [])
  }
}

/// The error if there is no answer.
struct FailedAnswer: Error {
  var failure: HTTPConnection.Failure
}

extension HTTPConnection.Answer {
  fileprivate init(_ answer: boxwalk_curl_answer) {
    // Each is an array of characters with a zero after the text.
    func text<Array>(_ array: Array) -> String {
      unsafe withUnsafeBytes(of: array) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    status = Int(answer.status)
    bodyCount = answer.body_count < 0 ? nil : Int(answer.body_count)
    range = text(answer.range)
    tag = text(answer.tag)
    modified = text(answer.modified)
    encoding = text(answer.encoding)
    retryAfter = text(answer.retry_after)
  }
}

/// The libcurl of this computer; it is opened when it is needed.
@safe
package struct CurlLibrary: Sendable {
  // A library is never closed, and its content never changes.
  nonisolated(unsafe) let handle: OpaquePointer

  /// - Parameter names: file names, or names that the system finds; the first existing one is used.
  package init(_ names: [String] = CurlLibrary.usualNames) throws(RemoteError) {
    // The array has the size that is stated.
    let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_curl_load($0, &$1) }
    guard let handle = unsafe found.handle else {
      throw RemoteError(
        .library,
        unsafe RuntimeLibrary.explanation(of: "libcurl", names, found.reasons))
    }
    unsafe self.handle = handle
  }

  /// The value of `BOXWALK_LIBCURL`, or else the names of the system's library.
  package static var usualNames: [String] {
    let variable = "BOXWALK_LIBCURL"
    let names = RuntimeLibrary.names("libcurl", versions: [4], variable: variable)
    guard Environment[variable] == nil else { return names }
    #if canImport(Darwin)
      // The system's own one is in no folder that is looked through.
      return ["/usr/lib/libcurl.4.dylib"] + names
    #else
      return names + ["libcurl-gnutls.so.4"]
    #endif
  }

  /// The library that is used; it is searched for only once.
  package static let usual = Result { () throws(RemoteError) in try CurlLibrary() }

  /// `7.88.1`; the string is the library's own.
  package var version: String { unsafe String(cString: boxwalk_curl_version(handle)) }

  /// The file; the string is kept with the handle.
  package var path: String { unsafe String(cString: boxwalk_library_file(handle)) }

  /// The URL that a reference refers to; nil if the text is not a reference.
  func resolve(_ reference: String, from base: String) -> String? {
    var url = [CChar](repeating: 0, count: Int(BOXWALK_CURL_URL))
    // The strings live during the call, and the array has the size that is stated.
    guard unsafe boxwalk_curl_resolve(handle, base, reference, &url) == 0 else { return nil }
    return RuntimeLibrary.text(url)
  }
}
