import FieldCoding
import Platform

/// Requests for one file, with their cost until now.
struct HTTPExchange {
  /// The original URL.
  let named: RemoteURL
  /// The final URL of ``named``, after redirects.
  private(set) var url: RemoteURL
  let options: RemoteOptions
  private(set) var tally = RemoteTally()
  /// Counts the same for all files together.
  private let counter: RemoteCounter
  private let pool: ConnectionPool
  /// Held from a request to the end of its answer.
  private var connection: HTTPConnection?

  /// Redirects of one request.
  private static let mostRedirects = 10
  /// Tries of one request.
  private static let mostTries = 4
  /// Statuses that may be others soon (RFC 9110 §15).
  private static let passing: Set<Int> = [408, 429, 500, 502, 503, 504]

  init(
    _ url: RemoteURL, _ options: RemoteOptions, _ pool: ConnectionPool, _ counter: RemoteCounter
  ) {
    named = url
    self.url = url
    self.options = options
    self.pool = pool
    self.counter = counter
  }

  private mutating func note(requests: Int = 0, bytes: Int = 0, seconds: Double = 0) {
    var more = RemoteTally()
    (more.requests, more.bytes, more.seconds) = (requests, bytes, seconds)
    tally = tally + more
    counter.add(more)
  }

  private mutating func taken() throws(RemoteError) -> HTTPConnection {
    if let connection { return connection }
    let connection = try pool.take()
    self.connection = connection
    return connection
  }

  /// Releases the connection; the rest of an answer is dropped.
  mutating func rest() {
    if let connection { pool.giveBack(connection) }
    connection = nil
  }

  /// The current limits for waiting.
  private var patience: HTTPConnection.Patience {
    HTTPConnection.Patience(
      window: options.patience * 1000, leastBytes: options.leastBytes,
      all: max(0, Int((Double(options.mostSeconds) - tally.seconds) * 1000)))
  }

  /// Does something, and counts the time that it takes.
  private mutating func timed<Result>(_ body: () -> Result) -> Result {
    let start = ContinuousClock.now
    let result = body()
    note(seconds: (ContinuousClock.now - start) / .seconds(1))
    return result
  }

  /// Repeats the request until the answer is neither a redirect nor a temporary error: 200, 206 or 416.
  ///
  /// - Parameter validator: the validator of the known bytes: others are not accepted as more of the same file.
  mutating func ask(
    _ range: Range<Int>?, validator: String? = nil
  ) throws(RemoteError) -> HTTPConnection.Answer {
    var (tries, redirects) = (0, 0)
    let connection = try taken()
    while true {
      guard tally.requests < options.mostRequests else {
        throw RemoteError(
          .limit,
          "needs more than \(counted(options.mostRequests, "request")), which --max-requests allows"
        )
      }
      guard tally.seconds < Double(options.mostSeconds) else {
        throw RemoteError(
          .limit, "needs more than \(options.mostSeconds) seconds, which --max-time allows")
      }
      note(requests: 1)
      let (url, options, patience) = (url, options, patience)
      let fields = fields(range, validator)
      switch timed({ connection.ask(for: url, range, fields: fields, options, patience) }) {
      case .failure(let failed):
        tries += 1
        guard failed.failure.mayPass, tries < HTTPExchange.mostTries else {
          throw failed.failure.error
        }
        wait(after: tries)
      case .success(let answer):
        switch answer.status {
        case 200, 206, 416:
          try checkEncoding(answer)
          return answer
        case 301, 302, 303, 307, 308:
          redirects += 1
          drain(answer)
          try redirect(redirects, connection.location)
        case let status where HTTPExchange.passing.contains(status):
          tries += 1
          drain(answer)
          guard tries < HTTPExchange.mostTries else { throw refusal(status) }
          wait(after: tries, Int(answer.retryAfter))
        case let status:
          drain(answer)
          // A signature of the URL that it led to, some requests ago, may hold no longer.
          guard self.url != named, redirects == 0 else { throw refusal(status) }
          self.url = named
        }
      }
    }
  }

  private func fields(_ range: Range<Int>?, _ validator: String?) -> [String] {
    var fields = ["User-Agent: \(options.agent)", "Accept-Encoding: identity", "Accept: */*"]
    if range != nil, let validator { fields.append("If-Range: \(validator)") }
    // The header fields are for the server that the user named.
    if url.origin == named.origin { fields += options.fields }
    return fields
  }

  private func checkEncoding(_ answer: HTTPConnection.Answer) throws(RemoteError) {
    guard answer.encoding.isEmpty else {
      throw RemoteError(
        .server,
        "comes compressed (\(answer.encoding.prefix(20))), although uncompressed data was requested"
      )
    }
  }

  private mutating func redirect(_ count: Int, _ location: String) throws(RemoteError) {
    guard count <= HTTPExchange.mostRedirects else {
      throw RemoteError(.server, "is redirected more than \(HTTPExchange.mostRedirects) times")
    }
    guard !location.isEmpty else {
      throw RemoteError(.server, "is redirected, and the server does not say where to")
    }
    let next = try url.resolving(location)
    guard next.isProtected || !url.isProtected else {
      throw RemoteError(
        .url, "is redirected from https to http, where anybody on the way can change the data")
    }
    url = next
  }

  private func refusal(_ status: Int) -> RemoteError {
    let text =
      switch status {
      case 400: " (the request is wrong)"
      case 401: " (authentication is needed: use --header or a netrc file)"
      case 403: " (not allowed)"
      case 404: " (not found)"
      case 407: " (the proxy needs authentication)"
      case 410: " (gone)"
      case 429: " (too many requests)"
      case 500...599: " (the server has a fault, or is overloaded)"
      default: ""
      }
    return RemoteError(.status(status), "cannot be read: the server answers \(status)\(text)")
  }

  /// Reads the rest of an answer with an error status, so that the connection can be used again.
  private mutating func drain(_ answer: HTTPConnection.Answer) {
    guard let count = answer.bodyCount, count <= 1 << 16 else { return }
    // One more byte shows the end of the body.
    _ = receive(count + 1, most: 0, after: 0, to: nil, at: 0)
  }

  /// Waits longer after each try, or for the time that the server states, if it is not long.
  private mutating func wait(after tries: Int, _ seconds: Int? = nil) {
    let wanted = seconds.map { min(max(0, $0), options.mostPause) * 1000 } ?? 250 << tries
    let milliseconds = min(wanted, options.mostPause * 1000, patience.all)
    timed { _ = usleep(UInt32(clamping: milliseconds) * 1000) }
  }

  /// Receives a body until `count` bytes of it have come, or it has ended.
  mutating func receive(
    _ count: Int, most: Int, after before: Int, to descriptor: Int32?, at offset: Int
  ) -> (received: Int, end: HTTPConnection.End) {
    // Without an answer there is no body.
    guard let connection else { return (before, .ended) }
    let patience = patience
    let result = timed {
      connection.receive(count, most: most, to: descriptor, at: offset, patience)
    }
    note(bytes: result.received - before)
    return result
  }

  mutating func note(_ text: String) { tally.notes.append(text) }
}

/// `Content-Range: bytes 0-499/1234` (RFC 9110 §14.4).
struct ContentRange: Equatable {
  /// The range that is sent; nil if the server has none of the requested bytes.
  var range: Range<Int>?
  /// The number of bytes of the file; nil if the server does not state it.
  var count: Int?

  /// Nil if the text is not a range, or states an impossible one: a range that is not within the file.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    if sides[1] != "*" {
      guard let count = ContentRange.number(sides[1]) else { return nil }
      self.count = count
    }
    guard sides[0] != "*" else { return }
    let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ContentRange.number(ends[0]),
      let last = ContentRange.number(ends[1]), first <= last, last < count ?? .max
    else { return nil }
    range = first..<last + 1
  }

  /// A number that has only digits, and is at most the size that a file can have.
  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(text),
      value < 1 << 60
    else { return nil }
    return value
  }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Nanoseconds since the start of 1970; nil if the text is not such a date.
  static func nanoseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, let day = Int(parts[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
      (1970...2200).contains(year)
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]),
      (0...60).contains(time[2])
    else { return nil }
    // Years that begin with March have the odd day at their end.
    let shifted = month < 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return Int64(((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]) * 1_000_000_000
  }
}
