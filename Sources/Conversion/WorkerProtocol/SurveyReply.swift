public import FieldCoding

/// The worker's answer on standard output to ``WorkerTask/survey``: the tiles of an image that cannot be decoded.
public struct SurveyReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// The numbers of the tiles that are lost, from 0.
  public var lostTiles: [UInt32] = []
  /// The problem of the first of them that has data; empty if there is none.
  public var reason: Text = ""

  /// The lost share of an image whose data is truncated, in millionths.
  public var lostShare: UInt32 = 0
  /// What is wrong with what is left of it, as a sentence; empty if there is nothing.
  public var flaw: Text = ""

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
    try f.text("flaw", &flaw)
  }
}
