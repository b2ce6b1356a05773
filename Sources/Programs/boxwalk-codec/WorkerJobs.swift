import CWorker
import Codecs
import FieldCoding
import Platform
import WorkerProtocol

extension Duration {
  /// The nanoseconds; 0 for a negative duration.
  var nanoseconds: UInt64 { UInt64(max(0, self / .nanoseconds(1))) }
}

/// All of standard input.
func readJob() -> [UInt8] {
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    // The array has the size that is stated.
    let count = unsafe read(0, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    if count < 0 { exit(EX_IOERR) }
    guard count > 0 else { return all }
    all += buffer.prefix(count)
  }
}

func answer(_ reply: some FieldCodable) {
  guard let bytes = try? reply.encoded() else { exit(70) }
  // The array is as long as is stated.
  unsafe boxwalk_worker_answer(bytes, bytes.count)
}

/// Does the job that comes on standard input, and answers.
func answer<Job: FieldCodable, Reply: WorkerReply>(
  _ sandbox: consuming Sandbox,
  _ work: (Job, inout Sandbox, inout Reply) throws(CodecError) -> Void
) {
  let message = Bytes(readJob())
  guard let job = try? Job(decoding: message, budget: DecodeBudget(message: message)) else {
    exit(70)
  }
  var reply = Reply()
  do throws(CodecError) { try work(job, &sandbox, &reply) } catch {
    reply.failure = WorkerFailure(error.message, error.cause)
  }
  if Sandbox.lackedMemory {
    reply.failure = WorkerFailure("there is not enough memory", .unreadable)
  }
  reply.sandbox = sandbox.report
  answer(reply)
}

func format(of job: ConversionJob) -> PlanConverter.Format {
  switch job.format {
  case .jpeg:
    var jpeg = JPEGFile()
    jpeg.quality = Int(job.quality)
    jpeg.app1 = job.app1Segments
    jpeg.iccProfile = job.iccProfile
    return .jpeg(jpeg)
  case .png:
    var png = PNGFile()
    png.bitDepth = job.bitDepth == 0 ? nil : Int(job.bitDepth)
    png.exif = job.exif
    png.xmp = job.xmp
    png.iccProfile = job.iccProfile
    return .png(png)
  case .heic, .avif:
    var heif = HEIFPictureFile(job.format == .heic ? .hevc : .av1)
    heif.quality = Int(job.quality)
    heif.bitDepth = job.bitDepth == 0 ? nil : Int(job.bitDepth)
    heif.exif = job.exif
    heif.xmp = job.xmp
    heif.iccProfile = job.iccProfile
    return .heif(heif)
  }
}

func convert(
  _ job: ConversionJob, _ sandbox: inout Sandbox, _ reply: inout ConversionReply
) throws(CodecError) {
  try convert(job, to: format(of: job), &sandbox, &reply)
}

func decode(
  _ job: ConversionJob, _ sandbox: inout Sandbox, _ reply: inout ConversionReply
) throws(CodecError) {
  var samples = SampleFile()
  samples.bitDepth = job.bitDepth == 0 ? nil : Int(job.bitDepth)
  samples.iccProfile = job.iccProfile
  try convert(job, to: .samples(samples), &sandbox, &reply)
}

func survey(
  _ job: ConversionJob, _ sandbox: inout Sandbox, _ reply: inout SurveyReply
) throws(CodecError) {
  let converter = converter(job, to: .samples(SampleFile()))
  converter.openLibraries()
  try sandbox.enter(job.limits)
  let survey = try converter.survey(from: CodecFileReader(ConversionJob.inputDescriptor))
  reply.lostTiles = survey.lostTiles.map { UInt32(clamping: $0) }
  reply.reason = Text(survey.reason ?? "")
  reply.flaw = Text(survey.flaw ?? "")
  reply.lostShare = UInt32(survey.lostShare * 1_000_000)
}

func converter(_ job: ConversionJob, to format: PlanConverter.Format) -> PlanConverter {
  var converter = PlanConverter(job.plan, format)
  converter.threads = Int(job.threads)
  converter.engine = job.engine
  converter.planeBudget = Int(clamping: job.planeBudget)
  converter.mapsTones = job.mapsTones
  converter.longerSide = job.longerSide == 0 ? nil : Int(job.longerSide)
  if !job.sourceProfile.isEmpty {
    converter.colourChange = ColourChange(from: job.sourceProfile, to: job.iccProfile)
  }
  converter.alpha = job.alphas.first
  converter.thumbnail = job.thumbnails.first
  converter.gainMap = job.gainMaps.first
  converter.alternate = job.alternates.first
  converter.lumaValues = Array(job.lumaValues)
  converter.hasPNGProfile = job.hasPNGProfile
  return converter
}

func convert(
  _ job: ConversionJob, to format: PlanConverter.Format, _ sandbox: inout Sandbox,
  _ reply: inout ConversionReply
) throws(CodecError) {
  let converter = converter(job, to: format)
  converter.openLibraries()
  try sandbox.enter(job.limits)
  let start = ContinuousClock.now
  let result = try converter.convert(
    from: CodecFileReader(ConversionJob.inputDescriptor), to: ConversionJob.outputDescriptor)
  reply.width = UInt32(clamping: result.width)
  reply.height = UInt32(clamping: result.height)
  reply.channels = UInt8(clamping: result.channels)
  reply.bitDepth = UInt8(clamping: result.bitDepth)
  reply.isBlended = result.isBlended
  reply.hasGainMap = result.hasGainMap
  reply.encodingTime = (ContinuousClock.now - start - PictureDecodingTime.total).nanoseconds
  reply.notes = result.notes.map { Text($0) }
}

func match(
  _ job: MatchJob, _ sandbox: inout Sandbox, _ reply: inout MatchReply
) throws(CodecError) {
  let matcher = FrameMatcher(job)
  matcher.openLibraries()
  try sandbox.enter(job.limits)
  let result = try matcher.match(
    still: CodecFileReader(MatchJob.stillDescriptor),
    movie: CodecFileReader(MatchJob.movieDescriptor))
  reply.finalists = result.finalists.map { found in
    var finalist = MatchReply.Finalist()
    finalist.frame = UInt32(clamping: found.frame)
    finalist.score = UInt32(found.score * 1_000_000)
    finalist.region = [found.left, found.top, found.width, found.height].map(\.bitPattern)
    return finalist
  }
  reply.damagedCount = UInt32(clamping: result.damagedCount)
}

func compare(
  _ job: CompareJob, _ sandbox: inout Sandbox, _ reply: inout CompareReply
) throws(CodecError) {
  let comparer = PictureComparer(job)
  comparer.openLibraries()
  try sandbox.enter(job.limits)
  let result = try comparer.compare(
    original: CodecFileReader(CompareJob.originalDescriptor),
    output: CodecFileReader(CompareJob.outputDescriptor))
  reply.originalBitDepth = UInt8(clamping: result.originalBitDepth)
  reply.outputBitDepth = UInt8(clamping: result.outputBitDepth)
  reply.largest = UInt32(clamping: result.largest)
  reply.worst = result.worst.map { UInt32($0 * 1000) }
}

func transcode(
  _ job: TranscodeJob, _ sandbox: inout Sandbox, _ reply: inout TranscodeReply
) throws(CodecError) {
  let transcoder = Transcoder(job)
  transcoder.openLibraries()
  boxwalk_worker_keep_little()
  try sandbox.enter(job.limits)
  let progress = CodecProgressWriter(TranscodeJob.progressDescriptor)
  let result = try transcoder.transcode(
    from: CodecFileReader(TranscodeJob.movieDescriptor), to: TranscodeJob.outputDescriptor,
    progress: progress.note)
  reply.configuration = Bytes(result.configuration)
  reply.size = result.size
  reply.colour = result.colour
  reply.isMapped = result.isMapped
  reply.losesAlpha = result.losesAlpha
  (reply.bitDepth, reply.codedBitDepth) = (
    UInt8(clamping: result.bitDepth), UInt8(clamping: result.codedBitDepth)
  )
  reply.finerChroma = Text(result.finerChroma)
  reply.isDeinterlaced = result.isDeinterlaced
  reply.fieldProblem = Text(result.fieldProblem)
  reply.encodingTime = result.encodingTime.nanoseconds
  reply.samples = result.samples
  reply.lost = result.lost
}

func transcodeAudio(
  _ job: AudioJob, _ sandbox: inout Sandbox, _ reply: inout AudioReply
) throws(CodecError) {
  let transcoder = AudioTranscoder(job)
  transcoder.openLibraries()
  try sandbox.enter(job.limits)
  try transcoder.transcode(
    from: CodecFileReader(TranscodeJob.movieDescriptor), to: TranscodeJob.outputDescriptor,
    &reply)
}

func frames(
  _ job: FramesJob, _ sandbox: inout Sandbox, _ reply: inout FramesReply
) throws(CodecError) {
  let decoder = FrameDecoder(job)
  decoder.openLibraries()
  try sandbox.enter(job.limits)
  reply.fieldProblem = try Text(
    decoder.decode(
      from: CodecFileReader(FramesJob.movieDescriptor), to: FramesJob.outputDescriptor))
}

func measureLevels(
  _ job: LevelsJob, _ sandbox: inout Sandbox, _ reply: inout LevelsReply
) throws(CodecError) {
  let meter = AudioLevelMeter(job)
  meter.openLibraries()
  try sandbox.enter(job.limits)
  (reply.levels, reply.lost) = try meter.measure(
    from: CodecFileReader(TranscodeJob.movieDescriptor))
}

func makeLoop(
  _ job: LoopJob, _ sandbox: inout Sandbox, _ reply: inout LoopReply
) throws(CodecError) {
  let writer = LoopWriter(job)
  writer.openLibraries()
  try sandbox.enter(job.limits)
  reply.samples = try writer.write(
    from: CodecFileReader(LoopJob.framesDescriptor), to: LoopJob.outputDescriptor,
    progress: CodecProgressWriter(LoopJob.progressDescriptor).note)
}

func readContainer(
  _ job: ReadContainerJob, _ sandbox: inout Sandbox, _ reply: inout ReadContainerReply
) throws(CodecError) {
  let reader = ContainerReader(job)
  reader.openLibraries()
  try sandbox.enter(job.limits)
  try reader.read(
    ReadContainerJob.inputDescriptor, to: ReadContainerJob.outputDescriptor, &reply)
}

func writeContainer(
  _ job: WriteContainerJob, _ sandbox: inout Sandbox, _ reply: inout DoneReply
) throws(CodecError) {
  let writer = ContainerWriter(job)
  writer.openLibraries()
  try sandbox.enter(job.limits)
  try writer.write(
    from: CodecFileReader(ReadContainerJob.inputDescriptor),
    to: ReadContainerJob.outputDescriptor)
}

func readNotes(
  _ job: NotesJob, _ sandbox: inout Sandbox, _ reply: inout NotesReply
) throws(CodecError) {
  let reader = NoteReader(job)
  reader.openLibraries()
  try sandbox.enter(job.limits)
  try reader.read(&reply)
}

func check(
  _ job: CheckJob, _ sandbox: inout Sandbox, _ reply: inout DoneReply
) throws(CodecError) {
  try sandbox.enter(job.limits)
  try ImageFileChecker(job).check(CodecFileReader(CheckJob.fileDescriptor))
}

/// The work of one of many processes, each with its own job.
func work(_ request: boxwalk_worker_request) {
  var sandbox = Sandbox(isRequired: request.requires_sandbox != 0)
  switch WorkerTask(rawValue: request.task) {
  case .convert: answer(sandbox, convert)
  case .decode: answer(sandbox, decode)
  case .match: answer(sandbox, match)
  case .compare: answer(sandbox, compare)
  case .check: answer(sandbox, check)
  case .survey: answer(sandbox, survey)
  case .transcode: answer(sandbox, transcode)
  case .transcodeAudio: answer(sandbox, transcodeAudio)
  case .frames: answer(sandbox, frames)
  case .audioLevels: answer(sandbox, measureLevels)
  case .loop: answer(sandbox, makeLoop)
  case .readContainer: answer(sandbox, readContainer)
  case .writeContainer: answer(sandbox, writeContainer)
  case .readNotes: answer(sandbox, readNotes)
  case .reportEngines:
    var report = EngineReply.ofThisProcess()
    report.libraries += [.movies, .loops, .containers, .notes]
    answer(report)
  case .reportSandbox:
    try? sandbox.enter(WorkerLimits())
    var report = sandbox.report
    report.breaches = Sandbox.breaches().map { Text($0) }
    answer(report)
  case nil: exit(70)
  }
}

/// Opens libraries for this process and all that it becomes.
func openLibraries(_ libraries: UInt8) { JobLibraries(rawValue: libraries).open() }
