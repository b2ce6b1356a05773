import Files
import Library
import LivePhotos
import WorkerClient

extension RunFiles {
  /// The files that a command names.
  ///
  /// - Parameters:
  ///   - kinds: which files are converted.
  ///   - confidence: how sure the movies of Live Photos have to be; nil if they are not looked for.
  init(
    _ kinds: Kinds, _ inputs: Inputs, _ selection: FileSelection, avoiding avoided: String,
    besides made: MadeOutputs?, extensions: [String], pairsOf confidence: Pairing.Confidence?,
    _ console: Console,
    lastCopies: () throws(ConversionError) -> [String: String]
  ) async throws(ConversionError) {
    var (listed, problem): ([String], String?) = ([], nil)
    if let list = inputs.list {
      do throws(SystemError) { listed = try Inputs.names(list) } catch { problem = "\(error)" }
    }
    func pairs(_ paths: [String]) async -> Pairs {
      let sure = await LiveCommandPairs(
        among: paths, of: confidence ?? PairIndex.confidence, avoiding: avoided, besides: made,
        console)
      return Pairs(
        movies: Dictionary(sure.pairs.map { ($0.still, $0.movie) }) { a, _ in a },
        stamps: Dictionary(sure.pairs.map { ($0.still, $0.stamps) }) { a, _ in a },
        unsure: sure.unsure, unread: sure.unread.map { ("\($0.path)", $0.text) })
    }
    try await self.init(
      kinds, inputs.paths, listed: listed, selection, avoiding: avoided, besides: made,
      extensions: extensions, pairs: confidence == nil ? nil : pairs, lastCopies: lastCopies)
    if let problem { problems.append(problem) }
  }
}
