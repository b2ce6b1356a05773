import Testing

@testable import Inspection

/// Plain values as a person reads them.
@Suite struct MetadataValueFormTests {
  @Test func exposures() {
    let time = MetadataValueForm.exposureTime
    #expect(
      ["0.008333333333", "0.3", "1", "2.5", "0.25"].map(time.written) == [
        "1/120", "0.3", "1", "2.5", "1/4",
      ])
    #expect(MetadataValueForm.apexTime.written("6.906890596") == "1/120")
    #expect(MetadataValueForm.apexTime.written("-1") == "2")
    #expect(MetadataValueForm.apexAperture.written("1.356143808") == "1.6")
    #expect(
      ["1.6", "0.95", "22"].map(MetadataValueForm.fNumber.written) == ["1.6", "0.95", "22.0"])
    #expect(
      ["0", "0.3333333333", "-0.6666666667", "1", "1.5", "0.7001"].map(
        MetadataValueForm.fraction.written) == ["0", "+1/3", "-2/3", "+1", "+3/2", "+0.7"])
  }

  @Test func lensesAndLengths() {
    #expect(MetadataValueForm.lens.written("24 70 2.8 2.8") == "24-70mm f/2.8")
    #expect(MetadataValueForm.lens.written("4.2 4.2 1.6 1.6") == "4.2mm f/1.6")
    #expect(MetadataValueForm.lens.written("18 55 undef undef") == "18-55mm f/?")
    #expect(MetadataValueForm.unit("mm", digits: 1).written("4.25") == "4.2 mm")
    #expect(
      ["0.5", "inf", "undef"].map(MetadataValueForm.metres.written) == ["0.5 m", "inf", "undef"])
    #expect(MetadataValueForm.unit("C").written("inf") == "inf C")
    #expect(MetadataValueForm.unit("mm", digits: 1).written("undef") == "0.0 mm")
    #expect(MetadataValueForm.distances.written("1.66 0.12") == "0.12 - 1.66 m")
  }

  @Test func placesAndTimes() {
    #expect(MetadataValueForm.degrees.written("46 21 50.4") == "46 deg 21' 50.40\"")
    #expect(MetadataValueForm.degrees.written("46.36400 0 0") == "46 deg 21' 50.40\"")
    #expect(MetadataValueForm.degrees.written("9 59 59.999") == "10 deg 0' 0.00\"")
    #expect(MetadataValueForm.time.written("7 11 43.07") == "07:11:43.07")
    #expect(
      ISO6709.text("+46.3636+014.0939+475.000/")
        == "46 deg 21' 48.96\" N, 14 deg 5' 38.04\" E, 475 m Above Sea Level")
    #expect(ISO6709.text("-3403.2-11814.5/") == "34 deg 3' 12.00\" S, 118 deg 14' 30.00\" W")
    #expect(ISO6709.text("nowhere") == nil)
  }

  @Test func numbersThatNobodyDefinedAreShown() {
    #expect(MetadataValueForm.names(ExifValueNames.orientation).written("6") == "Rotate 90 CW")
    #expect(MetadataValueForm.names(ExifValueNames.orientation).written("9") == "Unknown (9)")
    #expect(
      MetadataValueForm.names(ExifValueNames.flash, isHexadecimal: true).written("99")
        == "Unknown (0x63)")
    #expect(MetadataValueForm.each(ExifValueNames.sampleFormat).written("1 3") == "Unsigned; Float")
    #expect(MetadataValueForm.letters(ExifValueNames.north).written("X") == "Unknown (X)")
    #expect(MetadataValueForm.bits(["Valid"]).written("3") == "Valid, [1]")
  }

  @Test func optionsOfFaxes() {
    #expect(
      ["0", "5", "2"].map { RawTable.writings[0x0124]?.written($0) } == [
        "(none)", "2-Dimensional encoding, Fill bits added", "Uncompressed",
      ])
    #expect(
      ["2", "1"].map { RawTable.writings[0x0125]?.written($0) } == ["Uncompressed", "[0]"])
  }

  /// GIMP and libexif write the words of Exif into XMP.
  @Test func wordsInXMP() {
    func written(_ text: String, _ name: String) -> String {
      XMPValueForm.written(text, name, in: "XMP-exif")
    }
    #expect(written("Top-left", "Orientation") == "Top-left")
    #expect(written("Inch", "ResolutionUnit") == "Inch")
    #expect(XMPValueForm.written("6", "Orientation", in: "XMP-tiff") == "Rotate 90 CW")
    #expect(written("3.91 EV (1/15 sec.)", "ShutterSpeedValue") == "1/15")
    #expect(written("2.28 EV (f/2.2)", "ApertureValue") == "2.2")
    #expect(written("0.00 EV", "ExposureCompensation") == "0")
    #expect(written("80, 31, 59.24", "GPSLongitude") == "80 deg 31' 59.24\" E")
    #expect(written("56,0.000000", "GPSLatitude") == "56 deg 0' 0.00\" N")
    #expect(written("-1", "ColorSpace") == "Unknown (-1)")
    #expect(written("1", "ColorSpace") == "sRGB")
  }

  @Test func datesOfXMP() {
    #expect(
      XMPValueForm.date("2017-03-25T13:27:52+01:00", isDate: false) == "2017:03:25 13:27:52+01:00")
    #expect(XMPValueForm.date("2017-03-25", isDate: true) == "2017:03:25")
    #expect(XMPValueForm.date("2017-03-25", isDate: false) == nil)
    #expect(XMPValueForm.date("soon", isDate: true) == nil)
  }

  @Test func namesOfKeys() {
    #expect(QuickTimeNames.name(ofKey: "com.apple.quicktime.creationdate") == "CreationDate")
    #expect(
      QuickTimeNames.name(ofKey: "com.apple.quicktime.camera.lens_model") == "CameraLensModel")
    #expect(QuickTimeNames.name(ofKey: "com.android.version") == "AndroidVersion")
    #expect(QuickTimeNames.name(ofKey: "com.apple.quicktime.is-montage") == "Is-montage")
    #expect(QuickTimeNames.name(ofKey: "mdta/a:b é") == "Mdtaab")
    #expect(QuickTimeNames.name(ofKey: "major_brand") == "MajorBrand")
    // The underline between two capital letters stays, and one before a digit.
    #expect(QuickTimeNames.name(ofKey: "x_original_size") == "X_OriginalSize")
    #expect(QuickTimeNames.name(ofKey: "pass_1") == "Pass_1")
  }
}
