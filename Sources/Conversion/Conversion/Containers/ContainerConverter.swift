import Editing
import FieldCoding
import Files
public import ISOBMFF
import Movie
public import WorkerClient
import WorkerProtocol

/// The result of a conversion between containers.
public struct ContainerResult: Equatable, Sendable {
  /// The bytes of the new file.
  public var byteCount = 0
  /// What the new file cannot hold, as phrases.
  public var leftOut: [String] = []
  /// Notes for the user, as sentences.
  public var notes: [String] = []
}

/// Converts movies from and to other containers, without re-encoding.
public struct ContainerConverter: Sendable {
  let worker: Worker
  /// Whether files that exist are replaced.
  public var replacesFiles = false

  /// A converter whose worker reads and writes the containers of FFmpeg.
  public init(_ worker: Worker) { self.worker = worker }

  /// Converts a file in another container to MP4. The new file is written completely or not at all.
  ///
  /// It throws ``WorkerClient/ConversionError/Kind/input`` if nothing of it can be read or described,
  /// ``WorkerClient/ConversionError/Kind/output`` if the output cannot be written, and
  /// ``WorkerClient/ConversionError/Kind/worker`` if the worker is missing or crashed.
  public func read(_ input: String, to output: String) throws(ConversionError) -> ContainerResult {
    let file = try open(input)
    let source = try self.source(file, input)
    let (reply, coded) = try samples(of: source, file, beside: output)
    let rewritten = try self.scratch(beside: output)
    let read = Result { () throws(ConversionError) in
      try ReadMovie(reply, coded, rewritingTo: rewritten)
    }
    try ConversionError.requireUnchanged(input)
    if let problem = coded.source.problem {
      throw ConversionError(.output, .notReadAgain(problem))
    }
    let found = try read.get()
    var result = ContainerResult(leftOut: found.leftOut, notes: found.notes)
    if !reply.damage.isEmpty {
      result.notes.append("samples may be missing at the end: \(reply.damage.string)")
    }
    let written: ByteWriter
    do throws(EditError) { written = try found.movie.written() } catch {
      throw ConversionError(.input, error.message)
    }
    result.byteCount = written.count
    let made = try self.scratch(beside: output)
    try ConversionError.output { () throws(SystemError) in try made.write(written) }
    try commit(made, of: input)
    return result
  }

  /// The tracks and samples of a container, and the file with the bytes of the samples.
  private func samples(
    of source: Bytes, _ file: borrowing OpenFile, beside output: String
  ) throws(ConversionError) -> (ReadContainerReply, Bytes) {
    if ForeignContainer(source) == .flash {
      // FLV is read here, because old versions of FFmpeg do not support Enhanced RTMP.
      do throws(FieldError) { return (try FLVSource(source).reply, source) } catch {
        throw ConversionError(.input, "\(error)")
      }
    }
    var job = ReadContainerJob()
    job.byteCount = UInt64(source.count)
    let scratch = try scratch(beside: output)
    let bytes = try encoded(job)
    let reply: ReadContainerReply = try worker.ask(
      .readContainer, bytes, [file.descriptor, scratch.descriptor], within: job.limits,
      answerLimit: job.longestAnswer)
    do throws(ByteSourceError) { return (reply, try scratch.source().bytes) } catch {
      throw ConversionError(.output, "the samples cannot be read: \(error.reason.text)")
    }
  }

  /// Converts a movie to another container. The new file is written completely or not at all.
  ///
  /// It throws ``WorkerClient/ConversionError/Kind/input`` if the movie cannot be read, or if the container cannot hold
  /// any of its tracks, and the other errors as ``read(_:to:)`` does.
  public func write(
    _ input: String, to output: String, as container: ForeignContainer
  ) throws(ConversionError) -> ContainerResult {
    let opened = try open(input)
    var edit = Edit(try source(opened, input))
    let made = try scratch(beside: output)
    var result = ContainerResult()
    let inexact: [String]
    do throws(EditError) { inexact = try edit.makeContinuous() } catch {
      throw ConversionError(.input, error.message)
    }
    let file = edit.file
    if container == .flash {
      do {
        let writer = try FLVWriter(file)
        try writer.write { try made.write($0) }
        result.leftOut = writer.leftOut
      } catch let error as SystemError {
        throw ConversionError(.output, error)
      } catch {
        throw ConversionError(.input, "\(error)")
      }
    } else {
      guard container.isWritten else {
        throw ConversionError(.output, "\(container.name) files are not written")
      }
      // The engine reads samples from a file: changed frames have to be in it.
      if file.added.isEmpty {
        result.leftOut = try write(file, at: opened.descriptor, as: container, to: made, output)
      } else {
        let whole = try finished(edit)
        result.leftOut = try ConversionError.output { () throws(SystemError) in
          try whole.withBytes { (bytes) throws(ConversionError) in
            try write(BoxFile(bytes), at: whole.descriptor, as: container, to: made, output)
          }
        }.get()
      }
    }
    result.leftOut =
      inexact + result.leftOut + MovieDeclarations(edit.original).leftOut(in: container)
    result.byteCount = try ConversionError.output { () throws(SystemError) in
      try OpenFile(copying: made.descriptor).stamp().size
    }
    try commit(made, of: input)
    return result
  }

  private func commit(_ made: borrowing OutputFile, of input: String) throws(ConversionError) {
    try ConversionError.requireUnchanged(input)
    do throws(SystemError) { try made.commit(replacing: replacesFiles, of: [input]) } catch {
      throw ConversionError(.output, error)
    }
  }

  /// Lets the worker write a movie.
  ///
  /// - Parameter descriptor: the descriptor of the file that has the samples.
  /// - Returns: what the container cannot hold, as phrases.
  private func write(
    _ movie: BoxFile, at descriptor: Int32, as container: ForeignContainer,
    to made: borrowing OutputFile, _ output: String
  ) throws(ConversionError) -> [String] {
    let written = try WrittenMovie(movie, as: container)
    let bytes = try encoded(written.job)
    let descriptors = [descriptor, made.descriptor]
    let _: DoneReply = try ConversionError.naming(output) { () throws(ConversionError) in
      try worker.ask(.writeContainer, bytes, descriptors, within: written.job.limits)
    }
    if !written.trackFields.isEmpty { try state(written.trackFields, in: made) }
    return written.leftOut
  }

  /// The finished edit of a movie, as a file without a name.
  private func finished(_ edit: Edit) throws(ConversionError) -> OutputFile {
    let written: ByteWriter
    do throws(EditError) { written = try edit.finished().written } catch {
      throw ConversionError(.input, error.message)
    }
    return try ConversionError.output { () throws(SystemError) in
      let whole = try OutputFile.temporary()
      try whole.write(written)
      return whole
    }
  }

  /// Writes further elements of tracks to a Matroska file.
  private func state(
    _ trackFields: [Int: MatroskaTrackElements.Track], in made: borrowing OutputFile
  ) throws(ConversionError) {
    let changed: MatroskaTrackElements
    do {
      changed = try made.withBytes { bytes in try MatroskaTrackElements(bytes, trackFields) }.get()
    } catch {
      throw ConversionError(
        .output, "the rotation of a frame, or the delay of audio, cannot be written: \(error)")
    }
    do throws(SystemError) { try made.write(Bytes(changed.bytes), at: changed.offset) } catch {
      throw ConversionError(.output, error)
    }
  }

  private func open(_ input: String) throws(ConversionError) -> OpenFile {
    try ConversionError.input { () throws(SystemError) in try OpenFile.reading(input) }
  }

  private func source(
    _ file: borrowing OpenFile, _ input: String
  ) throws(ConversionError) -> Bytes {
    do throws(ByteSourceError) { return try file.source(input).bytes } catch {
      throw ConversionError(.input, error.reason.text)
    }
  }

  private func scratch(beside output: String) throws(ConversionError) -> OutputFile {
    do {
      try makeFolder(of: output)
      return try OutputFile(output)
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }

  private func encoded(_ job: some FieldCodable) throws(ConversionError) -> [UInt8] {
    do throws(FieldError) { return try job.encoded() } catch {
      throw ConversionError(.input, "has more samples than can be described: \(error)")
    }
  }
}
