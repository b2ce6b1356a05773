import ISOBMFF
import Text

/// The views of stereo or omnidirectional video.
struct ViewsDescription {
  private var views: [String] = []
  private var hero: String?
  /// The distance in millimetres.
  private var baseline: Double?
  /// The angle in degrees.
  private var fieldOfView: Double?
  /// A share of the width.
  private var disparity: Double?
  private var packing: String?
  private var projection: String?

  /// Nil for a video that is flat and has one view.
  ///
  /// - Parameter boxes: those of a sample entry (Apple HEVC Stereo Video; Spherical Video V2).
  init?(_ boxes: [Box]) {
    let usage = boxes.at("vexu")
    let eyes = usage.at("eyes")
    if let information = eyes.first(StereoViewInformationBox.self) {
      views = [
        information.hasLeftEyeView ? "left eye" : nil,
        information.hasRightEyeView ? "right eye" : nil,
        information.hasAdditionalViews ? "further views" : nil,
      ].compactMap { $0 }
    }
    hero = eyes.first(HeroStereoEyeBox.self).flatMap { [1: "left", 2: "right"][$0.heroEye] }
    baseline = eyes.at("cams").first(StereoBaselineBox.self).map { Double($0.baseline) / 1000 }
    disparity = eyes.at("cmfy").first(StereoDisparityAdjustmentBox.self).map {
      Double($0.disparityAdjustment) / 10_000
    }
    packing = usage.at("pack").first(ViewPackingInformationBox.self).flatMap {
      ["side": "side by side", "over": "one over the other"][$0.viewPackingKind]
    }
    fieldOfView = boxes.first(HorizontalFieldOfViewBox.self).map { Double($0.fieldOfView) / 1000 }
    projection = usage.at("proj").first(ProjectionInformationBox.self).flatMap {
      ViewsDescription.projections[$0.projectionKind]
    }
    if let stereo = boxes.first(Stereoscopic3DBox.self) { read(stereo) }
    if let around = boxes.first("sv3d") { projection = ViewsDescription.projection(around) }
    guard !views.isEmpty || projection != nil || fieldOfView != nil else { return nil }
  }

  private mutating func read(_ box: Stereoscopic3DBox) {
    guard let kind = [1: "one over the other", 2: "side by side"][box.stereoMode] else { return }
    views = ["left eye", "right eye"]
    packing = kind
  }

  private static let projections: [FourCC: String] = [
    "equi": "around the viewer (equirectangular)",
    "hequ": "half around the viewer (equirectangular)", "fish": "fisheye",
    "prim": "parametric immersive (Apple Immersive Video)",
  ]

  private static func projection(_ box: Box) -> String? {
    let kinds: [FourCC: String] = [
      "equi": "around the viewer (equirectangular)", "cbmp": "around the viewer (cube map)",
      "mshp": "around the viewer (mesh)",
    ]
    return box.children.at("proj").lazy.compactMap { kinds[$0.type] }.first
  }

  /// `spatial video: left eye and right eye, 19.24 mm apart, field of view 63.4°`
  var text: String {
    var parts: [String] = []
    if !views.isEmpty { parts.append(views.joined(separator: " and ")) }
    if let packing { parts.append("packed \(packing)") }
    if let hero { parts.append("the \(hero) one where only one is shown") }
    if let projection { parts.append(projection) }
    if let baseline { parts.append("cameras \(decimal(baseline, digits: 2)) mm apart") }
    if let fieldOfView { parts.append("field of view \(decimal(fieldOfView, digits: 2))°") }
    if let disparity, disparity != 0 {
      parts.append("views shifted by \(decimal(disparity * 100, digits: 2))% of the width")
    }
    let title = views.count > 1 ? "spatial video: " : ""
    return title + parts.joined(separator: ", ")
  }

  var value: JSONValue {
    .object([
      ("views", views.isEmpty ? nil : .array(views.map { .string($0) })), ("hero", .string(hero)),
      ("packing", .string(packing)), ("projection", .string(projection)),
      ("baselineMillimetres", .double(baseline)), ("fieldOfView", .double(fieldOfView)),
      ("disparityAdjustment", .double(disparity)),
    ])
  }
}
