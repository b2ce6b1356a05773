import FieldCoding

/// The bytes of a file on a server, as they come.
struct RemoteBody {
  /// The size of the first request. It contains the type of a photo, and the offset of a movie's `moov` box.
  static let head = 48 << 10

  /// The way in which the rest is read.
  private enum Way {
    /// By ranges; nil if the server states nothing that distinguishes this version of the file from another one.
    case ranges(validator: String?)
    /// From the body of the first request, with the number of received bytes.
    case stream(received: Int)
    /// The whole file has been received.
    case whole
  }

  private(set) var exchange: HTTPExchange
  private var way = Way.whole
  /// The number of bytes of the file.
  private(set) var count = 0
  /// The modification time, in nanoseconds since the start of 1970; nil if the server does not state it.
  private(set) var modified: Int64?
  private var tag = ""
  /// The number of consecutive interruptions of a body.
  private var breaks = 0
  private static let mostBreaks = 4

  init(_ exchange: HTTPExchange) { self.exchange = exchange }

  private static let changed = RemoteError(.changed, "was changed on the server while it was read")
  private static let wrongRange = RemoteError(
    .server, "cannot be read: the server sends other bytes than those that were requested")

  /// Ends reading.
  mutating func end() { exchange.rest() }

  /// Between requests the connection serves other files.
  private mutating func rest() {
    if case .stream = way { return }
    exchange.rest()
  }

  // MARK: The first request

  /// Requests the start of the file, and writes it to an open file.
  ///
  /// - Returns: the number of bytes that arrived.
  mutating func begin(_ descriptor: Int32) throws(RemoteError) -> Int {
    defer { rest() }
    while true {
      let answer = try exchange.ask(0..<RemoteBody.head)
      tag = answer.tag
      modified = HTTPDate.nanoseconds(answer.modified)
      let there: Int
      switch answer.status {
      case 206: there = try beginRanges(answer, descriptor)
      case 200: return try beginStream(answer, descriptor)
      default:
        guard ContentRange(answer.range)?.count == 0 else { throw RemoteBody.wrongRange }
        return 0
      }
      if there > 0 { return there }
    }
  }

  private mutating func beginRanges(
    _ answer: HTTPConnection.Answer, _ descriptor: Int32
  ) throws(RemoteError) -> Int {
    guard let content = ContentRange(answer.range), let range = content.range,
      range.lowerBound == 0, range.upperBound <= RemoteBody.head,
      answer.bodyCount ?? range.count == range.count
    else { throw RemoteBody.wrongRange }
    guard let count = content.count else {
      throw RemoteError(.server, "cannot be read: the server does not say how long it is")
    }
    self.count = count
    let there = try receive(range, to: descriptor)
    way = there == count ? .whole : .ranges(validator: RemoteBody.validator(answer))
    return there
  }

  /// The validator that identifies the file's version for a server (RFC 9110 §13.1.5): a strong tag, or a date.
  private static func validator(_ answer: HTTPConnection.Answer) -> String? {
    if answer.tag.hasPrefix("\"") { return answer.tag }
    return answer.modified.isEmpty ? nil : answer.modified
  }

  private mutating func beginStream(
    _ answer: HTTPConnection.Answer, _ descriptor: Int32
  ) throws(RemoteError) -> Int {
    let most = exchange.options.mostBytes
    way = .stream(received: 0)
    if let bodyCount = answer.bodyCount {
      count = bodyCount
      let start = 0..<min(count, RemoteBody.head)
      if count > RemoteBody.head {
        exchange.note("the server does not support ranges: the file is read from its start")
      }
      guard !start.isEmpty else { return 0 }
      return try stream(upTo: start.upperBound, to: descriptor).upperBound
    }
    // Only its end shows its length.
    exchange.note(
      "the server does not support ranges, and does not say how long the file is: all of it is read"
    )
    let (received, end) = exchange.receive(
      most + 1, most: most, after: 0, to: descriptor, at: 0)
    if case .failed(let failure) = end { throw failure.error }
    guard end == .ended, received <= most else { throw tooMuch(most + 1) }
    count = received
    way = .whole
    return received
  }

  private func tooMuch(_ need: Int) -> RemoteError {
    RemoteError(
      .limit,
      "needs at least \(grouped(need)) bytes, and --max-bytes allows \(grouped(exchange.options.mostBytes))"
    )
  }

  // MARK: More

  /// Brings bytes of a range, from its start on.
  ///
  /// - Returns: which bytes are in the open file then.
  mutating func fetch(
    _ range: Range<Int>, to descriptor: Int32
  ) throws(RemoteError) -> Range<Int> {
    defer { rest() }
    switch way {
    case .whole: return 0..<count
    case .stream: return try stream(upTo: range.upperBound, to: descriptor)
    case .ranges(let validator):
      while true {
        let answer = try exchange.ask(range, validator: validator)
        try check(answer, for: range, isValidated: validator != nil)
        guard let content = ContentRange(answer.range)?.range else { throw RemoteBody.wrongRange }
        let there = try receive(content, to: descriptor)
        if there > 0 { return content.lowerBound..<content.lowerBound + there }
      }
    }
  }

  private func check(
    _ answer: HTTPConnection.Answer, for range: Range<Int>, isValidated: Bool
  ) throws(RemoteError) {
    guard answer.status == 206 else {
      // With a validator, the answer is the whole file if it has changed (RFC 9110 §13.1.5).
      throw answer.status == 416 || isValidated ? RemoteBody.changed : RemoteBody.wrongRange
    }
    guard let content = ContentRange(answer.range), let given = content.range,
      given.lowerBound == range.lowerBound, given.upperBound <= range.upperBound,
      answer.bodyCount ?? given.count == given.count
    else { throw RemoteBody.wrongRange }
    guard content.count ?? count == count, tag.isEmpty || answer.tag.isEmpty || tag == answer.tag
    else { throw RemoteBody.changed }
  }

  /// Receives the body with a range of the file.
  ///
  /// - Returns: the number of bytes that arrived: fewer than the range has, or none, if another attempt may get the
  ///   rest.
  private mutating func receive(
    _ range: Range<Int>, to descriptor: Int32
  ) throws(RemoteError) -> Int {
    // One more byte shows the end of the body.
    let (received, end) = exchange.receive(
      range.count + 1, most: range.count, after: 0, to: descriptor, at: range.lowerBound)
    guard received <= range.count else {
      throw RemoteError(.server, "cannot be read: the server sends more bytes than it says")
    }
    if received == range.count {
      breaks = 0
      return received
    }
    breaks += 1
    if case .failed(let failure) = end, !failure.mayPass || breaks >= RemoteBody.mostBreaks {
      throw failure.error
    }
    guard breaks < RemoteBody.mostBreaks else {
      throw RemoteError(.server, "cannot be read: the server sends fewer bytes than it says")
    }
    return received
  }

  /// Continues with the body of the first request.
  private mutating func stream(
    upTo end: Int, to descriptor: Int32
  ) throws(RemoteError) -> Range<Int> {
    guard case .stream(let before) = way else { return 0..<count }
    guard end <= exchange.options.mostBytes else { throw tooMuch(end) }
    let (received, how) = exchange.receive(
      end, most: count, after: before, to: descriptor, at: 0)
    way = received >= count ? .whole : .stream(received: received)
    if received >= end { return 0..<min(received, count) }
    if case .failed(let failure) = how { throw failure.error }
    throw RemoteError(
      .server, "cannot be read: it ends after \(grouped(received)) of \(counted(count, "byte"))")
  }
}
