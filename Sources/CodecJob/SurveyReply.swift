public import FieldCoding

/// What the worker answers on standard output to ``WorkerTask/survey``: which tiles of a picture cannot be
/// decoded.
public struct SurveyReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReport()
  /// The numbers of the tiles that are lost, from 0.
  public var lostTiles: [UInt32] = []
  /// What is wrong with the first of them that has data; empty if there is none.
  public var reason: Text = ""

  /// How much of a picture whose data breaks off is lost, in millionths.
  public var lostShare: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.list("lostTiles", &lostTiles, count: .bits(32, "lostTileCount"), of: 0) {
      (tile, f) throws(FieldError) in
      try f.uint(32, "tile", &tile)
    }
    try f.text("reason", &reason)
    try f.uint(32, "lostShare", &lostShare)
  }
}
