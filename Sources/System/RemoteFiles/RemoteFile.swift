import Files
import Synchronization

/// A file that is read by ranges as they are needed, or from its start on where the server knows no ranges.
final class RemoteFile: Sendable {
  private let body: Mutex<RemoteBody>

  private init(_ body: RemoteBody) {
    url = body.exchange.url
    self.body = Mutex(body)
  }

  deinit { body.withLock { $0.end() } }

  /// The final URL of the file.
  let url: RemoteURL

  /// The requests so far.
  var tally: RemoteTally { body.withLock { $0.exchange.tally } }

  /// Sends the first request, and answers with the file.
  static func open(
    _ url: RemoteURL, _ options: RemoteOptions, _ pool: ConnectionPool, _ counter: RemoteCounter
  ) throws(RemoteError) -> (file: RemoteFile, cache: RangeCache) {
    var body = RemoteBody(HTTPExchange(url, options, pool, counter))
    do {
      let scratch = try ScratchFile.new()
      let there = try body.begin(scratch.descriptor)
      let file = RemoteFile(body)
      let cache = try RangeCache(
        name: url.name, count: body.count, capacity: options.mostBytes, in: scratch,
        having: 0..<there, modified: body.modified
      ) { (range, descriptor) throws(UnfetchedBytes) in
        do throws(RemoteError) {
          return try file.body.withLock { (body) throws(RemoteError) in
            try body.fetch(range, to: descriptor)
          }
        } catch {
          throw UnfetchedBytes(error.description)
        }
      }
      return (file, cache)
    } catch {
      body.end()
      throw error as? RemoteError ?? RemoteError(.disk, "\(error)")
    }
  }
}

/// Connections that no file uses at the moment. They stay open, for other files of the same server.
final class ConnectionPool: Sendable {
  private let idle = Mutex<[HTTPConnection]>([])
  /// More are closed.
  private static let most = 64

  func take() throws(RemoteError) -> HTTPConnection {
    if let connection = idle.withLock({ $0.popLast() }) { return connection }
    return try HTTPConnection(CurlLibrary.usual.get())
  }

  func giveBack(_ connection: HTTPConnection) {
    connection.finish()
    idle.withLock { if $0.count < ConnectionPool.most { $0.append(connection) } }
  }
}
