import FieldCoding
import Foundation
import RemoteFiles
import Synchronization

/// A server in this process that gives what it is told, whatever it is asked for.
final class AnsweringServer: Sendable {
  private let answers = Mutex<[[UInt8]]>([])
  private let port: UInt16
  private static let mark: [UInt8] = [0, 0, 255, 255]

  init() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var count = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        guard bind(listener, $0, count) == 0, listen(listener, 128) == 0,
          getsockname(listener, $0, &count) == 0
        else { fatalError("there is no port for the server") }
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { continue }
        serve(connection)
        close(connection)
      }
    }
  }

  /// The address of a file for which these answers are given.
  func address(answering input: Bytes) -> RemoteURL {
    var parts: [[UInt8]] = []
    var rest = Array(input)[...]
    while parts.count < 16, let range = rest.firstRange(of: AnsweringServer.mark) {
      parts.append(Array(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    answers.withLock { $0 = Array((parts + [Array(rest)]).reversed()) }
    guard let address = RemoteURL("http://me:secret@127.0.0.1:\(port)/a.bin?secret") else {
      fatalError("the server has no address")
    }
    return address
  }

  /// Answers requests of a connection, until none comes for a while.
  private func serve(_ connection: Int32) {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      while let end = request.firstRange(of: Array("\r\n\r\n".utf8)) {
        request.removeSubrange(..<end.upperBound)
        guard let answer = answers.withLock({ $0.popLast() }), !answer.isEmpty,
          answer.withUnsafeBytes({ send(connection, $0.baseAddress, $0.count, 0) }) > 0
        else { return }
      }
      var state = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, 3) > 0 else { return }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0, request.count < 1 << 16 else { return }
      request += buffer[..<count]
    }
  }
}
