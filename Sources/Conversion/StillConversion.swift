import CodecJob
import Editing
import Exif
import FileAccess
import HEIF
import ISOBMFF
import LivePhoto
import MotionPhotos
import Verification

/// Turns photos into files of another format.
///
/// Containers are read here; pixels are decoded and encoded by a worker process, which is given
/// two open files and a plan. So a crash in a decoder fails one photo, and never this program.
public struct StillConversion: Sendable {
  public var options: ConversionOptions

  public init(_ options: ConversionOptions) { self.options = options }

  /// Converts a picture of a file. The file at `output` appears complete, or not at all.
  ///
  /// - Parameter movie: the path of a movie that is to become a part of the output.
  public func convert(
    _ picture: Picture, of photo: PhotoFile, to output: String, with movie: String? = nil
  ) throws(ConversionError) -> ConversionResult {
    try checkPlace(output, of: photo.path)
    var lost: [String] = []
    let part = self.movie(movie, for: picture, of: photo, &lost)
    var result = try convert(picture, of: photo, to: output, part)
    result.warnings += lost
    return result
  }

  /// Nothing is replaced that should stay.
  func checkPlace(_ output: String, of input: String) throws(ConversionError) {
    if isSameFile(input, output), !isLink(output, of: input) {
      throw ConversionError(.output, "\(output) is the original itself, which is never replaced")
    }
    if PathKind(output) == .folder { throw ConversionError(.output, "\(output) is a folder") }
    if !options.replacesFiles, PathKind(output) != .nothing {
      throw ConversionError(.output, "\(output) exists; --force replaces it")
    }
  }

  private func convert(
    _ picture: Picture, of photo: PhotoFile, to output: String, _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> ConversionResult {
    switch photo.content {
    case .jpeg(let jpeg):
      if isCopied(photo) {
        try check(jpeg, of: photo.path)
        return try copy(jpeg, of: photo.path, to: output, movie)
      }
      return try convert(FilePicture(jpeg: jpeg), of: photo.path, to: output, movie)
    case .png(let bytes):
      let picture = try FilePicture(png: bytes)
      if options.format == .png, options.stripping == .nothing,
        !changesPixels(of: picture.plan.canvas)
      {
        try check(png: bytes, picture.plan.canvas, of: photo.path)
        return try copy(picture, bytes, of: photo.path, to: output)
      }
      return try convert(picture, of: photo.path, to: output, movie)
    case .heif(let file): return try convert(picture, file, of: photo.path, to: output, movie)
    }
  }

  /// Whether it is a JPEG file that stays as it is, but for metadata and a movie.
  private func isCopied(_ photo: PhotoFile) -> Bool {
    guard options.format == .jpeg, case .jpeg(let jpeg) = photo.content else { return false }
    return !changesPixels(of: jpeg.size)
  }

  /// Whether a picture comes out with other samples, where its format stays.
  private func changesPixels(of size: ImagePlan.Size?) -> Bool {
    let side = max(size?.width ?? 0, size?.height ?? 0)
    return options.colour != .keep || side > options.longestSide ?? .max
  }

  // MARK: A file that has the format already

  private func copy(
    _ picture: FilePicture, _ bytes: Bytes, of input: String, to output: String
  ) throws(ConversionError) -> ConversionResult {
    let isLinked = try link(input, output)
    if !isLinked {
      try write(to: output, of: input) { (file) throws(any Error) in try file.write(bytes) }
    }
    var result = ConversionResult(
      action: isLinked ? .linked : .copied, output: output, width: picture.plan.canvas.width,
      height: picture.plan.canvas.height, byteCount: bytes.count)
    result.notes = ["is a PNG picture already; \(result.action) as it is"]
    return result
  }

  private func copy(
    _ jpeg: JPEGSegments, of input: String, to output: String, _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> ConversionResult {
    let size = jpeg.size
    var stripped = JPEGStripping.Result(pieces: [jpeg.bytes])
    if options.stripping != .nothing {
      do throws(FieldError) {
        stripped = try JPEGStripping.stripped(jpeg, options.stripping)
      } catch {
        throw ConversionError(.input, "its metadata cannot be taken out: \(error)")
      }
    }
    var isLinked = false
    var lost: [String] = []
    if options.stripping == .nothing, movie == nil { isLinked = try link(input, output) }
    if !isLinked {
      lost = try write(to: output, of: input, movie) { (file) throws(any Error) in
        for piece in stripped.pieces { try file.write(piece) }
        try checkStripping(file)
      }
    }
    var result = ConversionResult(
      action: isLinked ? .linked : .copied, output: output, width: size?.width ?? 0,
      height: size?.height ?? 0,
      byteCount: stripped.pieces.reduce(0) { $0 + $1.count })
    result.notes =
      options.stripping == .nothing
      ? ["is a JPEG picture already; \(result.action) as it is"]
      : ["is a JPEG picture already; copied without \(options.stripping.words)"] + stripped.notes
    if options.stripping != .nothing { result.leftOut = [options.stripping.words] }
    result.add(movie, lost)
    return result
  }

  // MARK: Movies

  /// The movie that the output of a picture gets.
  private func movie(
    _ path: String?, for picture: Picture, of photo: PhotoFile, _ lost: inout [String]
  ) -> MotionPhotoMovie? {
    guard options.movies != .skip, options.format != .png, !picture.isAuxiliary else { return nil }
    do throws(EditError) {
      if let path { return try MotionPhotoMovie(movieBytes(path)) }
      guard !isCopied(photo), let motion = photo.motionPhoto else { return nil }
      return try MotionPhotoMovie(of: motion)
    } catch {
      lost.append("the movie could not become a part of the output: \(error.message)")
      return nil
    }
  }

  /// Whether a file has two names, as ``ConversionOptions/linksCopies`` asks for.
  private func isLink(_ output: String, of input: String) -> Bool {
    options.linksCopies && options.replacesFiles
      && pathWithoutLinks(output) != pathWithoutLinks(input)
  }

  /// Gives a file a further name, if that is wanted. False where it cannot have one.
  func link(_ input: String, _ output: String) throws(ConversionError) -> Bool {
    guard options.linksCopies, let file = pathWithoutLinks(input) else { return false }
    do throws(SystemError) {
      if options.replacesFiles, PathKind(output) == .file { try remove(output) }
      try FileAccess.link(file, as: output)
      return true
    } catch  where error.isOtherFileSystem || error.isNotPossible {
      return false
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }

  // MARK: A photo

  private func convert(
    _ picture: Picture, _ file: HEIFFile, of input: String, to output: String,
    _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> ConversionResult {
    guard let id = picture.itemID else { throw ConversionError(.input, "is no picture") }
    var job = newJob()
    do throws(FieldError) { job.plan = try file.plan(for: id) } catch {
      throw ConversionError(.input, "cannot be decoded: \(error)")
    }
    if picture.isAuxiliary { job.mapsTones = false }
    var carried = options
    if picture.isAuxiliary { carried.stripping = .all }
    let metadata = PhotoMetadata(
      file, picture.describedID ?? id, job, carried, isAuxiliary: picture.isAuxiliary)
    job.add(metadata)
    if metadata.lostThumbnail {
      job.thumbnails = [file.smallPicture(of: id, longerSide: 160) ?? job.plan]
    }
    var lostAlpha: [String] = []
    if !picture.isAuxiliary {
      do throws(FieldError) {
        job.alphas = try file.alpha(of: [id, picture.describedID ?? id]).map { [$0] } ?? []
      } catch {
        // What is not understood is left out; what is missing makes the picture another one.
        if let reason = VerifiedFile(file.boxes.bytes, name: input).missingEnd {
          throw ConversionError(.input, "its transparency is missing: \(reason)")
        }
        lostAlpha = ["the transparency is lost: \(error)"]
      }
    }
    var (gainMapNotes, lostGainMap): ([String], [String]) = ([], [])
    if options.format == .jpeg, options.keepsGainMap, picture.describedID == id {
      let ultraHDR = UltraHDR(file, id, job.plan, metadata)
      job.gainMaps = ultraHDR.job.map { [$0] } ?? []
      (gainMapNotes, lostGainMap) = (ultraHDR.notes, ultraHDR.warnings)
    }

    var (result, reply) = try convert(job, of: input, to: output, movie)
    result.warnings = lostAlpha + lostGainMap + metadata.warnings + result.warnings
    if let missing = file.item(id)?.missingProperties.first {
      result.warnings.append(
        "property \(missing) of the picture is missing, which might have turned, cut or coloured it"
      )
    }
    result.item = id
    result.notes = picture.notes + metadata.notes + gainMapNotes
    if reply.hasGainMap { result.notes.append("HDR kept as a gain map") }
    result.noteLosses(of: picture.describedID == id ? job.plan : nil, job, metadata, reply, options)
    guard let described = picture.describedID else { return result }
    let leftOut = LeftOut(file, described, options.stripping, written: picture.written).titles
      .filter { job.alphas.isEmpty || $0 != AuxiliaryKind.alpha.title }
      .filter { !reply.hasGainMap || $0 != AuxiliaryKind.hdrGainMap.title }
      .filter { !result.hasMovie || $0 != LeftOut.movieTitle }
    result.leave(leftOut)
    return result
  }

  // MARK: A JPEG or PNG file

  private func convert(
    _ picture: FilePicture, of input: String, to output: String, _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> ConversionResult {
    var job = newJob()
    job.plan = picture.plan
    let metadata = PhotoMetadata(picture, job, options)
    job.add(metadata)
    job.hasPNGProfile =
      picture.hasPNGProfile && (job.iccProfile.isEmpty || options.colour != .keep)
    if metadata.lostThumbnail { job.thumbnails = [job.plan] }
    if let alpha = picture.alpha {
      var own = AlphaJob()
      own.plan = alpha
      job.alphas = [own]
    }
    var leftOut = picture.leftOut
    if options.stripping == .all {
      if picture.exif != nil { leftOut.append("Exif metadata") }
      if picture.xmp != nil { leftOut.append("XMP metadata") }
    }
    var (result, reply) = try convert(job, of: input, to: output, movie)
    result.warnings = metadata.warnings + result.warnings
    result.notes = metadata.notes
    result.noteLosses(of: job.plan, job, metadata, reply, options)
    result.leave(leftOut.filter { !result.hasMovie || $0 != LeftOut.movieTitle })
    return result
  }

  // MARK: What is common to all

  func newJob() -> ConversionJob {
    var job = ConversionJob()
    job.format = options.format
    job.bitDepth = UInt8(clamping: options.bitDepth ?? 0)
    job.quality = UInt8(clamping: options.quality ?? options.format.quality)
    job.mapsTones = options.mapsTones
    job.threads = UInt16(clamping: options.threads)
    job.engine = options.engine
    job.longerSide = UInt32(clamping: options.longestSide ?? 0)
    return job
  }

  /// Does a job: the file at `output` appears complete, or not at all.
  private func convert(
    _ job: ConversionJob, of input: String, to output: String, _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> (ConversionResult, ConversionReply) {
    var job = job
    // Samples of 16 bits keep the light of HDR, which colours of a usual screen do not have.
    if options.colour != .keep, job.plan.sampleColour.isHDR { job.bitDepth = 8 }
    var reply = ConversionReply()
    let expected = job.outputSize
    let lost = try write(to: output, of: input, movie) { (file) throws(ConversionError) in
      reply = try ask(
        .convert, job, job.memoryNeed, within: job.limits, libraries: job.libraries,
        reading: input, writing: file.descriptor)
      guard Int(reply.width) == expected.width, Int(reply.height) == expected.height else {
        throw ConversionError(
          .worker,
          "came out as \(reply.width) × \(reply.height) instead of \(expected.width) × \(expected.height)"
        )
      }
      try checkStripping(file, hasGainMap: reply.hasGainMap)
      if job.format.isHEIF { try WrittenHEIF(file).check(job) }
    }
    var result = ConversionResult(
      action: .converted, output: output, width: Int(reply.width), height: Int(reply.height),
      byteCount: Int(clamping: reply.byteCount))
    result.warnings = reply.notes.map(\.string)
    result.add(movie, lost)
    return (result, reply)
  }

  /// Reads what was written: metadata that should be left out must not be there.
  private func checkStripping(
    _ file: borrowing OutputFile, hasGainMap: Bool = false
  ) throws(ConversionError) {
    guard options.stripping != .nothing, options.format == .jpeg else { return }
    let written: ByteSource
    do throws(ByteSourceError) { written = try file.source() } catch {
      throw ConversionError(.output, "the file cannot be read again: \(error.reason.words)")
    }
    let rest = JPEGStripping.rest(
      of: options.stripping, in: written.bytes, hasGainMap: hasGainMap)
    if let rest {
      throw ConversionError(.worker, "metadata that should be left out is there: \(rest)")
    }
  }

  // MARK: The worker

  /// Has the worker do a job as soon as there is memory for it.
  ///
  /// - Parameter output: what it may write.
  func ask<Reply: WorkerReply>(
    _ task: WorkerTask, _ job: some FieldCodable, _ memoryNeed: UInt64,
    within limits: WorkerLimits, libraries: WorkerLibraries = [], reading input: String,
    writing output: Int32? = nil
  ) throws(ConversionError) -> Reply {
    let encodedJob: [UInt8]
    do throws(FieldError) { encodedJob = try job.encoded() } catch {
      throw ConversionError(.worker, "the job cannot be written: \(error)")
    }
    let file: OpenFile
    do throws(SystemError) { file = try OpenFile.reading(input) } catch {
      throw ConversionError(.input, "\(error)")
    }
    let descriptors = [file.descriptor] + (output.map { [$0] } ?? [])
    return try options.budget.with(memory: memoryNeed) { () throws(ConversionError) -> Reply in
      try options.worker.ask(
        task, encodedJob, descriptors, within: limits, libraries: libraries,
        timeLimit: options.timeLimit, advice: "; --time-limit gives it more")
    }
  }

  // MARK: The output

  /// Makes the file at `output` of what `body` writes, with the times of `input`.
  ///
  /// - Parameter movie: which then becomes a part of it.
  /// - Returns: why it has not.
  @discardableResult
  func write<Failure: Error>(
    to output: String, of input: String, _ movie: MotionPhotoMovie? = nil,
    _ body: (borrowing OutputFile) throws(Failure) -> Void
  ) throws(ConversionError) -> [String] {
    do {
      let file = try OutputFile(output)
      try body(file)
      guard let movie else {
        try finish(file, of: input)
        return []
      }
      let picture = try file.source()
      let new: MotionPhotoFile
      do throws(EditError) {
        new = try MotionPhotoFile(still: picture.bytes, movie: movie)
      } catch {
        try finish(file, of: input)
        return ["the movie could not become a part of the output, which \(error.message)"]
      }
      let whole = try OutputFile(output)
      try whole.write(new.written, of: picture, in: OpenFile(copying: file.descriptor))
      try finish(whole, of: input)
      return []
    } catch let error as ConversionError {
      throw error
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }

  private func finish(_ file: borrowing OutputFile, of input: String) throws(SystemError) {
    try OpenFile.reading(input).times().set(file.descriptor, file.path)
    try file.commit(replacing: options.replacesFiles, isSynced: options.syncsFiles)
  }
}

extension ConversionResult {
  fileprivate mutating func leave(_ titles: [String]) {
    leftOut += titles
    if !titles.isEmpty { notes.append("not carried over: \(titles.joined(separator: ", "))") }
  }

  /// Notes what samples do not tell any more.
  ///
  /// - Parameter plan: nil if it is that of a smaller picture.
  fileprivate mutating func noteLosses(
    of plan: ImagePlan?, _ job: ConversionJob, _ metadata: PhotoMetadata, _ reply: ConversionReply,
    _ options: ConversionOptions
  ) {
    if reply.isBlended {
      notes.append("what is transparent is shown over white")
      leftOut.append("transparency")
    }
    if plan.map({ $0.displaySize != job.outputSize }) ?? true { leftOut.append("the full size") }
    if metadata.isMapped { leftOut.append("the light of HDR") }
    if options.colour != .keep { leftOut.append("its own colours") }
    if options.stripping != .nothing { leftOut.append(options.stripping.words) }
  }

  /// - Parameter lost: why the output does not have the movie.
  fileprivate mutating func add(_ movie: MotionPhotoMovie?, _ lost: [String]) {
    warnings += lost
    guard let movie, lost.isEmpty else { return }
    hasMovie = true
    byteCount = FileStamp(output)?.size ?? byteCount
    notes += movie.notes
  }
}

extension ConversionJob {
  fileprivate mutating func add(_ metadata: PhotoMetadata) {
    exif = Bytes(metadata.exif)
    xmp = Bytes(metadata.xmp)
    app1Segments = metadata.app1Segments
    iccProfile = metadata.iccProfile
    sourceProfile = metadata.sourceProfile
  }
}
