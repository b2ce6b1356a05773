import TestSupport
import Testing

import enum TestSupport.MediaFolder

@testable import ISOBMFF

@Suite struct SpatialMediaTests {
  @Test func packingAndProjections() throws {
    #expect(
      try decoded(ViewPackingInformationBox.self, "00000000 'over'").viewPackingKind == "over")
    #expect(try decoded(ProjectionKindBox.self, "00000005").header.flags == 5)
    let sphere = try decoded(
      EquirectangularProjectionBox.self, "00000000 40000000 20000000 10000000 08000000")
    #expect(sphere.bounds?.top == 0x4000_0000 && sphere.bounds?.bottom == 0x2000_0000)
    #expect(sphere.bounds?.left == 0x1000_0000 && sphere.bounds?.right == 0x800_0000)
    #expect(try decoded(EquirectangularProjectionBox.self, "00000000").bounds == nil)
  }

  @Test func lenses() throws {
    let header = try decoded(
      CameraSystemLensHeaderBox.self, "00000000 00000007 'prim' 'colr' 'left'")
    #expect(header.lensIdentifier == 7 && header.lensAlgorithmKind == "prim")
    #expect(header.lensDomain == "colr" && header.lensRole == "left")
    let size = try decoded(
      CameraSystemLensReferenceDimensionsBox.self, "00000000 00000F00 00000870")
    #expect(size.referenceWidth == 3840 && size.referenceHeight == 2160)
    let lens = try decoded(
      CameraSystemLensIntrinsicsBox.self,
      """
      00000003 0010 FFFE 00000001 00000002 FFFFFFFD 00000004 00000005 3F800000
      """)
    #expect(lens.denominatorShiftOperand == 16 && lens.skewDenominatorShiftOperand == -2)
    #expect(lens.focalLengthX == 1 && lens.principalPointX == 2 && lens.principalPointY == -3)
    #expect(lens.focalLengthY == 4 && lens.skewFactor == 5)
    #expect(Float(bitPattern: lens.projectionOffset) == 1)
    let short = try decoded(
      CameraSystemLensIntrinsicsBox.self, "00000000 0010 0002 00000001 00000002 00000003")
    #expect(short.principalPointY == 3 && short.focalLengthY == 0)
    let lines = try decoded(
      CameraSystemLensDistortionsBox.self,
      "00000001 3F800000 40000000 40400000 40800000 40A00000")
    #expect(
      [lines.k1, lines.k2, lines.p1, lines.p2].map { Float(bitPattern: $0) } == [1, 2, 3, 4])
    #expect(lines.calibrationLimitRadialAngle.map { Float(bitPattern: $0) } == 5)
    let frame = try decoded(
      CameraSystemLensFrameAdjustmentBox.self,
      "00000000 3F800000 40000000 40400000 40800000 40A00000 40C00000")
    #expect(frame.polynomialParametersX.map { Float(bitPattern: $0) } == [1, 2, 3])
    #expect(frame.polynomialParametersY.map { Float(bitPattern: $0) } == [4, 5, 6])
    #expect(
      try decoded(CameraSystemOriginSourceBox.self, "00000000 'blin'").sourceOfOrigin == "blin")
    let turn = try decoded(
      CameraSystemUnitQuaternionTransformBox.self, "00000000 3F800000 40000000 40400000")
    #expect(turn.xyz.map { Float(bitPattern: $0) } == [1, 2, 3])
  }

  /// A collection of lenses instead of it.
  @Test func nesting() throws {
    let lens = boxBytes(
      "lens",
      hexArray("00000000") + boxBytes("lnhd", hexArray("00000000 00000001 'prim' 'colr' 'mono'"))
        + boxBytes("lnex", boxBytes("corg", hexArray("00000000 'blin'"))))
    let bytes = boxBytes("vexu", boxBytes("proj", boxBytes("lnsc", lens)))
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    #expect(file.boxes.at("vexu", "proj", "lnsc").first(CameraSystemLensBox.self) != nil)
    let parts = file.boxes.at("vexu", "proj", "lnsc", "lens")
    #expect(parts.first(CameraSystemLensHeaderBox.self)?.lensRole == "mono")
    #expect(
      file.boxes.at("vexu", "proj", "lnsc", "lens", "lnex").first(CameraSystemOriginSourceBox.self)
        != nil)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func sphericalVideo() throws {
    #expect(
      try decoded(SphericalVideoHeaderBox.self, "00000000 'maker'00").metadataSource == "maker")
    let pose = try decoded(ProjectionHeaderBox.self, "00000000 002D0000 FFE20000 000F8000")
    #expect(pose.poseYaw == 45 << 16 && pose.posePitch == -(30 << 16) && pose.poseRoll == 0xF_8000)
    let cube = try decoded(CubemapProjectionBox.self, "00000000 00000001 00000020")
    #expect(cube.layout == 1 && cube.padding == 32)
    let mesh = try decoded(MeshProjectionBox.self, "00000000 01020304 'dfl8' AABB")
    #expect(mesh.crc == 0x102_0304 && mesh.encoding == "dfl8" && mesh.meshes.count == 2)
    let sound = try decoded(
      SpatialAudioBox.self,
      "00 80 00000001 00 00 00000004 00000000 00000002 00000003 00000001")
    #expect(sound.hasHeadLockedStereo && sound.ambisonicType == 0 && sound.ambisonicOrder == 1)
    #expect(sound.channelMap == [0, 2, 3, 1])
    #expect(try decoded(NonDiegeticAudioBox.self, "00").version == 0)
    #expect(try decoded(SphericalVideoXMLBox.self, "'<rdf>'").xml.string == "<rdf>")
  }
}

/// Files of others.
@Suite(.needsMedia)
struct SpatialFilesTests {
  private func entry(_ name: String) throws -> [Box] {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix(name) })
    let boxes = BoxFile(try ByteSource(mapping: path).bytes).boxes
    return try #require(
      boxes.at("moov").all("trak").lazy.map {
        $0.children.at("mdia", "minf", "stbl", "stsd").flatMap(\.children)
      }.first { $0.first("vexu") != nil || $0.first("sv3d") != nil })
  }

  /// A movie of two views, whose lenses are 19.24 mm apart.
  @Test func stereo() throws {
    let boxes = try entry("mov/fate/multiview.mp4")
    #expect(boxes.first(HorizontalFieldOfViewBox.self)?.fieldOfView == 63400)
    #expect(
      boxes.at("vexu", "eyes", "cams").first(StereoBaselineBox.self)?.baseline == 19240)
    #expect(
      boxes.at("vexu", "eyes", "cmfy").first(StereoDisparityAdjustmentBox.self)?.disparityAdjustment
        == 200)
    #expect(
      boxes.at("vexu", "proj").first(ProjectionInformationBox.self)?.projectionKind == "rect")
  }

  /// ffprobe: tiled equirectangular, yaw 45, pitch 30, roll 15.
  @Test func sphere() throws {
    let boxes = try entry("mp4/fate/spherical.mp4")
    let pose = try #require(boxes.at("sv3d", "proj").first(ProjectionHeaderBox.self))
    #expect([pose.poseYaw, pose.posePitch, pose.poseRoll] == [45 << 16, 30 << 16, 15 << 16])
    let bounds = try #require(
      boxes.at("sv3d", "proj").first(EquirectangularProjectionBox.self)?.bounds)
    #expect(bounds.top == 0x0F2B_9D65 && bounds.left == 0x1111_1111)
  }
}
