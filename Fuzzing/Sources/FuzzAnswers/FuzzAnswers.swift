import FieldCoding
import FuzzDriver
import RemoteFiles

/// What servers answer: status lines, fields of the header, ranges, and bodies that are too short or too long. An input has the
/// answers to requests in their order, as they go over the connection, with zero bytes (`0 0 255 255`) between them.
@_cdecl("FuzzAnswers_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  let server = AnsweringServer()
  return fuzz(count, arguments, seeds: { $0.isEmpty ? AnswerSeeds.all : [] }) { bytes in
    readByRanges(server, bytes)
    readWhole(server, bytes)
  }
}

private let mostBytes = 1 << 20

private func files() -> RemoteReader {
  var options = RemoteOptions()
  options.allowsPrivate = true
  (options.mostRequests, options.mostBytes, options.mostSeconds) = (12, mostBytes, 2)
  (options.patience, options.mostPause) = (1, 0)
  return RemoteReader(options)
}

/// The start of the file, its end, what is between them, and then the rest, as far as it may be.
private func readByRanges(_ server: AnsweringServer, _ input: Bytes) {
  let address = server.address(answering: input)
  let files = files()
  do throws(RemoteError) {
    let bytes = try files.source(of: address).bytes
    var sum = 0
    for offset in [0, bytes.count - 1, bytes.count / 2] where offset >= 0 && offset < bytes.count {
      sum &+= Int(bytes[offset])
    }
    sum &+= bytes.prefix(mostBytes + 1).reduce(0) { $0 &+ Int($1) }
    if let problem = bytes.source.problem { check(problem) } else { precondition(sum >= 0) }
  } catch {
    check(error.description)
  }
  let tally = files.tally
  precondition(tally.requests <= 12, "\(tally.requests) requests")
  precondition(tally.bytes <= 2 * mostBytes, "\(tally.bytes) bytes")
  precondition(tally.seconds < 4, "\(tally.seconds) seconds")
}

private func readWhole(_ server: AnsweringServer, _ input: Bytes) {
  let files = files()
  do throws(RemoteError) {
    let document = try files.document(at: server.address(answering: input), limit: 10_000)
    precondition(document.bytes.count <= 10_000, "a document is too long")
    precondition(document.location.origin.hasPrefix("http"), "a document is nowhere")
  } catch {
    check(error.description)
  }
  do throws(RemoteError) {
    let part = try files.bytes(
      of: server.address(answering: input), 10..<1000, limit: 990)
    precondition(part.count <= 990, "a part is too long")
  } catch {
    check(error.description)
  }
}

/// Messages are sentences, and have nothing in them that is secret.
private func check(_ message: String) {
  precondition(!message.isEmpty && !message.contains("secret"), message)
  precondition(!message.utf8.contains { $0 < 0x20 }, "a message has control characters")
}
