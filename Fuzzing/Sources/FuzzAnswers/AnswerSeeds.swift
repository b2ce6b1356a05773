/// Answers of servers that do well, and of those that do not.
enum AnswerSeeds {
  static let all: [[UInt8]] = [
    ranges, ranges(count: 100_000), whole, chunked, empty, redirected, busy, changed, changedByDate,
    multipart, informed, folded,
    Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8),
    Array(
      "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */0\r\nContent-Length: 0\r\n\r\n"
        .utf8),
    Array("HTTP/1.0 200 OK\r\n\r\nall of it".utf8),
    Array("HTTP/1.1 101 Switching Protocols\r\n\r\nother".utf8),
    Array("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\rX: y\r\naway".utf8),
  ]

  private static func joined(_ answers: [[UInt8]]) -> [UInt8] {
    Array(answers.joined(separator: [0, 0, 255, 255]))
  }

  private static func part(_ range: Range<Int>, of count: Int, _ fields: String = "ETag: \"1\"\r\n")
    -> [UInt8]
  {
    Array(
      """
      HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)\r\n\
      \(fields)Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: \(range.count)\r\n\r\n
      """.utf8) + [UInt8](repeating: 65, count: range.count)
  }

  /// A file of less than what the first request asks for.
  private static let ranges = joined([part(0..<900, of: 900), part(10..<900, of: 900)])

  /// The first request of a longer file, and what follows: the end, the middle, and the gaps. Each answer is shorter than
  /// what was asked for, as an input has to be.
  private static func ranges(count: Int) -> [UInt8] {
    let end = count - (16 << 10)
    return joined([
      part(0..<1000, of: count), part(end..<end + 500, of: count),
      part(end + 500..<count, of: count), part(count / 2..<count / 2 + 100, of: count),
      part(1000..<2000, of: count),
    ])
  }

  private static let whole = joined([
    Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nETag: W/\"1\"\r\n\r\nall of it".utf8),
    Array("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nnot all of it".utf8),
  ])

  private static let chunked = Array(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nthere\r\n3;x=y\r\nare\r\n0\r\nETag: \"2\"\r\n\r\n"
      .utf8)

  private static let empty = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)

  /// The first field of the second answer goes on with a line of the first answer.
  private static let folded = joined([
    Array("HTTP/1.1 302 Found\r\nLocation: a\r\n\r\n".utf8),
    Array("HTTP/1.1 200 OK\r\n folded: x\r\nContent-Length: 2\r\n\r\nab".utf8),
  ])

  private static let redirected = joined([
    Array("HTTP/1.1 302 Found\r\nLocation: ../b.bin?x#y\r\nContent-Length: 4\r\n\r\naway".utf8),
    Array("HTTP/1.1 307 Temporary Redirect\r\nLocation: /c%20d\r\nContent-Length: 0\r\n\r\n".utf8),
    Array(
      "HTTP/1.1 301 Moved Permanently\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"
        .utf8),
  ])

  private static let busy = joined([
    Array(
      "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 4\r\n\r\nbusy".utf8),
    Array(
      "HTTP/1.1 429 Too Many Requests\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\n\r\n"
        .utf8),
    part(0..<900, of: 900),
  ])

  private static let changed = joined([
    part(0..<1000, of: 2_000), part(1000..<2000, of: 2000, "ETag: \"2\"\r\n"),
    Array("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nanother".utf8),
  ])

  private static let changedByDate = joined([
    part(0..<1000, of: 2000, ""),
    Array("HTTP/1.1 412 Precondition Failed\r\nContent-Length: 0\r\n\r\n".utf8),
  ])

  private static let multipart = Array(
    """
    HTTP/1.1 206 Partial Content\r\nContent-Type: multipart/byteranges; boundary=x\r\nContent-Length: 50\r\n\r\n\
    --x\r\nContent-Range: bytes 0-4/900\r\n\r\nthere\r\n--x--
    """.utf8)

  private static let informed = joined([
    Array("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".utf8)
      + part(0..<5, of: 5),
    Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nthere".utf8),
  ])
}
