public import FieldCoding
import Files
import Synchronization
package import Text

/// Files that are read by HTTP, by the names under which this process knows them.
///
///     let reader = RemoteReader()
///     if let url = RemoteURL("https://example.org/movie.mov") {
///       let source = try reader.source(of: url)     // ranges come when they are read
///       let list = try reader.bytes(of: url.resolving("list.m3u8"), limit: 1 << 20)
///     }
public final class RemoteReader: Sendable {
  /// The information about a file.
  private final class Entry: Sendable {
    let url: RemoteURL
    let state = Mutex(State())

    init(_ url: RemoteURL) { self.url = url }

    struct State {
      var opened: (file: RemoteFile, cache: RangeCache)?
      var error: RemoteError?
      /// The requests before the file was closed for the last time.
      var closedTally: RemoteTally?
      /// The final URL of the file.
      var location: RemoteURL?
      /// The counters of requests for files that belong to this one.
      var parts: [RemoteCounter] = []

      /// The requests for the file itself.
      var ownTally: RemoteTally? {
        guard let tally = opened?.file.tally else { return closedTally }
        return closedTally.map { tally + $0 } ?? tally
      }
    }
  }

  /// A file that is known, and why it is.
  private struct Known: Sendable {
    let entry: Entry
    /// The number in its name.
    let number: Int
    /// Whether the name must stay valid.
    var stays = false
    /// The number of current users.
    var users = 0
  }

  /// Files by their names, and names by their URLs.
  private struct Names: Sendable {
    var files: [String: Known] = [:]
    var urls: [RemoteURL: String] = [:]
    /// A number up to which all are taken, of names that several URLs have.
    var taken: [String: Int] = [:]

    mutating func name(of url: RemoteURL) -> String {
      if let name = urls[url] { return name }
      var number = (taken[url.name] ?? 0) + 1
      while files[url.name(numbered: number)] != nil { number += 1 }
      let name = url.name(numbered: number)
      taken[url.name] = number
      urls[url] = name
      files[name] = Known(entry: Entry(url), number: number)
      return name
    }

    mutating func remove(_ name: String) -> Entry? {
      guard let known = files.removeValue(forKey: name) else { return nil }
      let url = known.entry.url
      urls[url] = nil
      taken[url.name] = known.number > 1 ? known.number - 1 : nil
      return known.entry
    }
  }

  private let names = Mutex(Names())
  private let pool = ConnectionPool()
  private let counter = RemoteCounter()
  private let currentOptions: Mutex<RemoteOptions>
  /// Names of files that are open, the last one that was asked for at the end.
  private let open = Mutex<[String]>([])
  /// The maximum number of files that stay open while no code reads them; files that are being read also stay open.
  private static let mostOpen = 32

  /// - Parameter options: how files are read; they can be set later, too.
  public init(_ options: RemoteOptions = RemoteOptions()) { currentOptions = Mutex(options) }

  /// The options for files that have not been opened yet.
  public var options: RemoteOptions {
    get { currentOptions.withLock { $0 } }
    set { currentOptions.withLock { $0 = newValue } }
  }

  // MARK: One file

  /// A file whose ranges come when they are read.
  public func source(of url: RemoteURL) throws(RemoteError) -> ByteSource {
    let cache = try cache(named: name(of: url))
    do throws(ByteSourceError) { return try cache.source() } catch {
      throw RemoteError(.disk, error.reason.text)
    }
  }

  /// All bytes of a file, in one request, which is made again for each call.
  ///
  /// - Parameters:
  ///   - range: the range to request; if the server has fewer bytes, the result is shorter. Nil for the whole file.
  ///   - limit: the maximum number of bytes; more are an error.
  public func bytes(
    of url: RemoteURL, _ range: Range<Int>? = nil, limit: Int
  ) throws(RemoteError) -> Bytes {
    try found(url, range, limit: limit).bytes
  }

  /// All bytes of a file, which are requested again for each call, and its final URL after redirects. URLs in
  /// the file are relative to it (RFC 3986 §5.1.3).
  ///
  /// - Parameter limit: the maximum number of bytes; more are an error.
  public func document(
    at url: RemoteURL, limit: Int
  ) throws(RemoteError) -> (bytes: Bytes, location: RemoteURL) {
    let found = try found(url, nil, limit: limit)
    let bytes = Bytes(Array(found.bytes))
    if let problem = found.bytes.source.problem { throw RemoteError(.disk, problem) }
    return (bytes, found.location)
  }

  private func found(
    _ url: RemoteURL, _ range: Range<Int>?, limit: Int
  ) throws(RemoteError) -> (bytes: Bytes, location: RemoteURL) {
    var exchange = HTTPExchange(url, options, pool, counter)
    defer { exchange.rest() }
    let answer = try exchange.ask(range)
    let file: OutputFile
    do throws(SystemError) { file = try OutputFile.temporary() } catch {
      throw RemoteError(.disk, "cannot be stored: \(error)")
    }
    if let range {
      guard answer.status == 206, let given = ContentRange(answer.range)?.range,
        given.lowerBound == range.lowerBound, given.upperBound <= range.upperBound
      else {
        throw RemoteError(
          .server, "cannot be read: the server sends other bytes than those that were requested")
      }
    } else if answer.status != 200 {
      throw RemoteError(
        .status(answer.status), "cannot be read: the server answers \(answer.status)")
    }
    let (received, end) = exchange.receive(
      limit + 1, most: limit, after: 0, to: file.descriptor, at: 0)
    if case .failed(let failure) = end { throw failure.error }
    guard end == .ended, received <= limit else {
      throw RemoteError(.limit, "has more than \(grouped(limit)) bytes")
    }
    do throws(ByteSourceError) { return (try file.source().bytes, exchange.url) } catch {
      throw RemoteError(.disk, error.reason.text)
    }
  }

  // MARK: Names

  /// The name of a file in this process: its URL without secrets; with a number, as in `https://example.org/a
  /// (2).mov`, if another URL has the same.
  @discardableResult
  public func name(of url: RemoteURL) -> String {
    know(url) { $0.stays = true }
  }

  /// Calls `body` with the name of a file. The file is released when it is no longer used, and the next use makes new
  /// requests. Use this in programs that run for a long time.
  public func using<Result, Failure: Error>(
    _ url: RemoteURL, _ body: (_ name: String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let name = know(url) { $0.users += 1 }
    defer { leave(name) }
    return try body(name)
  }

  private func know(_ url: RemoteURL, _ change: (inout Known) -> Void) -> String {
    names.withLock { names in
      let name = names.name(of: url)
      if var known = names.files[name] {
        change(&known)
        names.files[name] = known
      }
      return name
    }
  }

  private func leave(_ name: String) {
    let forgotten = names.withLock { names -> Entry? in
      names.files[name]?.users -= 1
      guard let known = names.files[name], known.users == 0, !known.stays else { return nil }
      return names.remove(name)
    }
    guard let forgotten else { return }
    open.withLock { $0.removeAll { $0 == name } }
    // Objects are released outside of the lock.
    withExtendedLifetime(forgotten) {}
  }

  private func entry(_ name: String) -> Entry? { names.withLock { $0.files[name]?.entry } }

  /// The URL of a file that is known by a name.
  public func url(named name: String) -> RemoteURL? {
    entry(name)?.url
  }

  /// The final URL of a file after redirects; nil if it was not read yet.
  public func location(of name: String) -> RemoteURL? {
    entry(name)?.state.withLock { $0.location }
  }

  /// Releases all files that are not in use, so that the next use makes new requests.
  public func forgetAll() {
    let forgotten = names.withLock { names in
      defer { names = Names() }
      return names
    }
    open.withLock { $0 = [] }
    // Objects are released outside of the lock.
    withExtendedLifetime(forgotten) {}
  }

  // MARK: Requests

  /// The requests so far for a file, and for the files that belong to it; nil if there were none.
  public func tally(of name: String) -> RemoteTally? {
    entry(name)?.state.withLock { state in
      guard !state.parts.isEmpty else { return state.ownTally }
      return state.parts.reduce(state.ownTally ?? RemoteTally()) { $0 + $1.tally }
    }
  }

  /// The requests for all files so far, without notes.
  public var tally: RemoteTally { counter.tally }

  /// Counts the requests for `parts` as requests for the file with this name, because a stream consists of its
  /// playlist and its segments.
  public func count(_ parts: RemoteReader, for name: String) {
    entry(name)?.state.withLock { $0.parts.append(parts.counter) }
  }

  private func cache(named name: String) throws(RemoteError) -> RangeCache {
    guard let entry = entry(name) else {
      throw RemoteError(.url, "is not a complete http or https URL, and is not read")
    }
    let options = options
    let cache = try entry.state.withLock { (state) throws(RemoteError) in
      if let opened = state.opened { return opened.cache }
      if let error = state.error { throw error }
      do throws(RemoteError) {
        let opened = try RemoteFile.open(entry.url, options, pool, counter)
        state.opened = opened
        state.location = opened.file.url
        return opened.cache
      } catch {
        state.error = error
        throw error
      }
    }
    close(keeping: name)
    return cache
  }

  /// Closes the file whose last request is the oldest, if too many are open. A reader keeps its file.
  private func close(keeping name: String) {
    let last = open.withLock { open -> String? in
      open.removeAll { $0 == name }
      open.append(name)
      return open.count > RemoteReader.mostOpen ? open.removeFirst() : nil
    }
    guard let last, let entry = entry(last) else { return }
    // Objects are released outside of the lock.
    let closed = entry.state.withLock { state in
      state.closedTally = state.ownTally
      defer { state.opened = nil }
      return state.opened?.cache
    }
    withExtendedLifetime(closed) {}
  }
}

extension RemoteReader: SuppliedNames {
  package func contains(_ name: String) -> Bool {
    RemoteURL.isURL(name) || entry(name) != nil
  }

  package func open(_ name: String) throws(ByteSourceError) -> Int32 {
    do {
      return try cache(named: name).descriptor()
    } catch {
      throw ByteSourceError(.unavailable("\(error)"), path: name)
    }
  }
}

extension RemoteReader {
  /// The requests for files so far, as a member of a JSON document; empty if all files are local.
  package func transfer(
    of names: [String], as key: String = "transfer"
  ) -> [(String, JSONValue?)] {
    let tallies = names.compactMap { tally(of: $0) }
    guard !tallies.isEmpty else { return [] }
    return [
      (
        key,
        .object([
          ("requests", .int(tallies.reduce(0) { $0 + $1.requests })),
          ("bytes", .int(tallies.reduce(0) { $0 + $1.bytes })),
          ("seconds", .double(tallies.reduce(0) { $0 + $1.seconds })),
        ])
      )
    ]
  }
}

/// The requests to a server for one file, or for several.
public struct RemoteTally: Equatable, Sendable {
  /// Requests, with those that were redirected or had to be repeated.
  public var requests = 0
  /// Bytes of bodies that came.
  public var bytes = 0
  /// Seconds that were spent on waiting for them.
  public var seconds = 0.0
  /// Notes for the user, as parts of sentences about the file.
  public var notes: [String] = []

  /// Without requests.
  public init() {}

  /// The sum of both; notes are those of the first.
  public static func + (one: RemoteTally, other: RemoteTally) -> RemoteTally {
    var sum = one
    sum.requests += other.requests
    sum.bytes += other.bytes
    sum.seconds += other.seconds
    return sum
  }
}

/// Counts the requests for several files together, from any thread.
final class RemoteCounter: Sendable {
  private let sum = Mutex(RemoteTally())

  var tally: RemoteTally { sum.withLock { $0 } }

  func add(_ tally: RemoteTally) { sum.withLock { $0 = $0 + tally } }
}
