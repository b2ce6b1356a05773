import CommandSupport
import LibraryRun
import LiveLibrary
import SystemAccess
import WorkerClient

extension RunFiles {
  /// The files that a command names.
  ///
  /// - Parameters:
  ///   - kinds: which files are converted.
  ///   - findsPairs: whether the movies of Live Photos are looked for.
  init(
    _ kinds: Kinds, _ inputs: Inputs, _ selection: FileSelection, avoiding avoided: String,
    besides made: MadeOutputs?, extensions: [String], findsPairs: Bool, _ console: Console,
    lastCopies: () throws(ConversionError) -> [String: String]
  ) async throws(ConversionError) {
    var (listed, problem): ([String], String?) = ([], nil)
    if let list = inputs.list {
      do throws(SystemError) { listed = try Inputs.names(list) } catch { problem = "\(error)" }
    }
    func pairs(_ paths: [String]) async -> Pairs {
      let sure = await LiveCommandPairs(among: paths, avoiding: avoided, besides: made, console)
      return Pairs(
        movies: Dictionary(sure.pairs.map { ($0.still, $0.movie) }) { a, _ in a },
        stamps: Dictionary(sure.pairs.map { ($0.still, $0.stamps) }) { a, _ in a },
        unread: sure.unread.map { ("\($0.path)", $0.words) })
    }
    try await self.init(
      kinds, inputs.paths, listed: listed, selection, avoiding: avoided, besides: made,
      extensions: extensions, pairs: findsPairs ? pairs : nil, lastCopies: lastCopies)
    if let problem { problems.append(problem) }
  }
}
