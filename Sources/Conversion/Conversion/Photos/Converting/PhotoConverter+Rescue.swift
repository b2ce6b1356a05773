import Editing
import FieldCoding
import HEIF
import LivePhotos
import WorkerClient
import WorkerProtocol

/// The intact part of an image that is truncated or damaged.
struct Rescue {
  /// The image, whose lost tiles are grey.
  var plan: ImagePlan
  /// The alpha of the image, if it is intact.
  var alphas: [AlphaJob] = []
  /// Sentences about the lost parts.
  var losses: [String] = []
}

extension PhotoConverter {
  /// Finds the intact part of an image that could not be converted.
  ///
  /// - Parameters:
  ///   - own: the item itself, and the item that it describes.
  ///   - error: the error of the conversion; it is thrown again if nothing is intact.
  func rescue(
    _ own: [UInt32], of file: HEIFFile, _ input: String, after error: ConversionError
  ) throws(ConversionError) -> Rescue {
    var left = file
    left.allowsLoss = true
    guard let id = own.first, let plan = try? left.plan(for: id), plan.overlay == nil else {
      throw error
    }
    var rescue = try rescue(plan.truncated ?? plan, input, after: error)
    do throws(FieldError) { rescue.alphas = try file.alpha(of: own).map { [$0] } ?? [] } catch {
      rescue.losses.append("the transparency is lost: \(error)")
    }
    if let alpha = rescue.alphas.first {
      let reply = try survey(alpha.plan, input)
      if !reply.lostTiles.isEmpty {
        rescue.alphas = []
        rescue.losses.append("the transparency is lost: \(reply.reason)")
      }
    }
    // The error has another cause.
    guard !rescue.losses.isEmpty else { throw error }
    return rescue
  }

  /// The error, with advice if the data of some tiles is not in the file.
  func adviseRescue(
    _ id: UInt32, of file: HEIFFile, after error: ConversionError
  ) -> ConversionError {
    var left = file
    left.allowsLoss = true
    guard (try? file.plan(for: id)) == nil, let plan = try? left.plan(for: id),
      plan.overlay == nil, plan.tiles.count > 1 || plan.truncated != nil
    else { return error }
    let what = plan.tiles.count > 1 ? "the tiles that are left" : "what is left of the image"
    return ConversionError(error.kind, "\(error.message); --rescue shows \(what)")
  }

  /// Converts the intact part of a JPEG or PNG file that could not be converted, if the options request it.
  func convertRest(
    of picture: inout FilePicture, of input: String, to output: String, _ movie: MotionPhotoMovie?,
    after error: ConversionError
  ) throws(ConversionError) -> ConversionResult {
    picture.plan.tiles[0].isCut = true
    picture.alpha?.tiles[0].isCut = true
    guard options.rescues else {
      // There may be nothing to show.
      guard (try? self.rescue(picture.plan, input, after: error)) != nil else { throw error }
      throw ConversionError(
        error.kind, "\(error.message); --rescue shows what is left of the image")
    }
    let rescue = try rescue(picture.plan, input, after: error)
    return try convertFile(picture, of: input, to: output, movie, losses: rescue.losses)
  }

  /// Finds the intact tiles of an image, and the intact part of a single one.
  private func rescue(
    _ plan: ImagePlan, _ input: String, after error: ConversionError
  ) throws(ConversionError) -> Rescue {
    var rescue = Rescue(plan: plan)
    let reply = try survey(plan, input)
    let share = Double(reply.lostShare) / 1_000_000
    if share > 0 {
      let why = reply.flaw.string.isEmpty ? ": its data breaks off" : ""
      rescue.losses.append(
        "\(max(1, Int((share * 100).rounded())))% of the image is lost, and grey\(why)")
    }
    if !reply.flaw.string.isEmpty { rescue.losses.append(reply.flaw.string) }
    let lost = reply.lostTiles
    guard lost.count < plan.tiles.count, share < 1 else { throw error }
    for index in lost { rescue.plan.tiles[Int(index)].isLost = true }
    if !lost.isEmpty {
      let (verb, whose) = lost.count == 1 ? ("is", "its") : ("are", "their")
      let reason = reply.reason.string
      let why = reason.isEmpty ? "\(whose) data is not in the file" : reason
      rescue.losses.append(
        "\(lost.count) of \(plan.tiles.count) tiles of the image \(verb) lost, and grey: \(why)")
    }
    return rescue
  }

  /// Asks the worker which tiles of an image it can decode.
  func survey(_ plan: ImagePlan, _ input: String) throws(ConversionError) -> SurveyReply {
    var job = newJob()
    job.plan = plan
    let reply: SurveyReply = try ask(
      .survey, job, job.memoryNeed, within: job.limits, libraries: job.libraries, reading: input)
    guard reply.lostTiles.allSatisfy({ plan.tiles.indices.contains(Int($0)) }) else {
      throw ConversionError(.worker, "came out with tiles that the image does not have")
    }
    return reply
  }
}

extension ImagePlan {
  /// The plan for a single coded image whose data is truncated, if it can be decoded up to there.
  fileprivate var truncated: ImagePlan? {
    guard codec == .hevc || codec == .av1, tiles.count == 1, tiles[0].isLost,
      !tiles[0].extents.isEmpty
    else {
      return nil
    }
    var plan = self
    plan.tiles[0].isLost = false
    plan.tiles[0].isCut = true
    return plan
  }
}
