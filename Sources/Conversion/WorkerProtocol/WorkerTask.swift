/// The task of a process of the worker.
public enum WorkerTask: UInt8, Sendable {
  /// ``ConversionJob``
  case convert
  /// The same, but only the samples are written.
  case decode
  /// ``MatchJob``
  case match
  /// ``CompareJob``
  case compare
  /// ``CheckJob``
  case check
  /// ``ConversionJob``: only the tiles of the image are decoded; ``SurveyReply``
  case survey
  /// ``TranscodeJob``
  case transcode
  /// ``AudioJob``
  case transcodeAudio
  /// ``FramesJob``
  case frames
  /// ``LevelsJob``
  case audioLevels
  /// ``LoopJob``
  case loop
  /// ``ReadContainerJob``
  case readContainer
  /// ``WriteContainerJob``
  case writeContainer
  /// ``NotesJob``
  case readNotes
  /// ``EngineReply``, without a job.
  case reportEngines
  /// ``SandboxReply``, without a job.
  case reportSandbox
}
