/// Tracks with hints for servers that send media, and tracks with received packets.
extension BoxRegistry {
  static let hints: [BoxDefinition] = [
    .container("hnti", "HintInformationBox", "ISO/IEC 14496-12 §9.2.4", .optional(in: "udta")),
    .box(SDPHintInformationBox.self, .optional(in: "hnti")),
    .box(RTPMovieHintInformationBox.self, .optional(in: "hnti")),
    .container("hinf", "HintStatisticsBox", "ISO/IEC 14496-12 §9.2.5", .optional(in: "udta")),
    .box(HintBytesSentBox.self, .optional(in: "hinf")),
    .box("nump", "HintPacketsSentBox", statistics, HintBytesSentBox.self, .optional(in: "hinf")),
    .box("tpyl", "HintPayloadSentBox", statistics, HintBytesSentBox.self, .optional(in: "hinf")),
    .box("totl", "HintBytesSentBox", statistics, HintBytesSentBox.self, .optional(in: "hinf")),
    .box("npck", "HintPacketsSentBox", statistics, HintBytesSentBox.self, .optional(in: "hinf")),
    .box("tpay", "HintPayloadSentBox", statistics, HintBytesSentBox.self, .optional(in: "hinf")),
    .box("dmed", "HintMediaBytesSentBox", statistics, HintBytesSentBox.self, .optional(in: "hinf")),
    .box(
      "dimm", "HintImmediateBytesSentBox", statistics, HintBytesSentBox.self, .optional(in: "hinf")),
    .box(
      "drep", "HintRepeatedBytesSentBox", statistics, HintBytesSentBox.self, .optional(in: "hinf")),
    .box(HintMaxRateBox.self, .any(in: "hinf")),
    .box(HintRelativeTimeBox.self, .optional(in: "hinf")),
    .box(
      "tmax", "HintMaxRelativeTimeBox", statistics, HintRelativeTimeBox.self, .optional(in: "hinf")),
    .box(HintLargestPacketBox.self, .optional(in: "hinf")),
    .box(
      "dmax", "HintLongestPacketBox", statistics, HintLargestPacketBox.self, .optional(in: "hinf")),
    .box(HintPayloadIDBox.self, .any(in: "hinf")),
    .box(TimescaleEntryBox.self, .optional(in: .sampleEntry)),
    .box(TimeOffsetBox.self, .optional(in: .sampleEntry)),
    .box(
      "snro", "SequenceOffsetBox", "ISO/IEC 14496-12 §9.2.2", TimeOffsetBox.self,
      .optional(in: .sampleEntry)),
    .box("rtpo", "RTPOffsetTLV", "ISO/IEC 14496-12 §9", TimeOffsetBox.self),
    .container("fdsa", "FDSampleBox", "ISO/IEC 14496-12 §9"),
    .box(FileDeliveryPacketBox.self),
    .box(ExtraDataBox.self),
    .box(FECInformationBox.self, .optional(in: "extr")),
    .box(ReceivedCSRCBox.self),
    .data(
      "rtpx", "rtphdrextTLV", "ISO/IEC 14496-12 §9",
      because: "it is the extension of an RTP header, which the session describes"),
    .box(TimestampSynchronyBox.self, .optional(in: .sampleEntry)),
    .box(ReceivedSsrcBox.self, .optional(in: .sampleEntry)),
    .box(SRTPProcessBox.self, .optional(in: .sampleEntry)),
    .box(TransportTableBox.self, .optional(in: .sampleEntry)),
    .box(
      "tPMT", "PMTBox", "ISO/IEC 14496-12 §9.3.3", TransportTableBox.self,
      .optional(in: .sampleEntry)),
    .box(
      "tOD ", "ODBox", "ISO/IEC 14496-12 §9.3.3", TransportTableBox.self,
      .optional(in: .sampleEntry)),
    .box(TSTimingBox.self, .optional(in: .sampleEntry)),
    .box(InitialSampleTimeBox.self, .optional(in: .sampleEntry)),
  ]

  private static let statistics = "ISO/IEC 14496-12 §9.2.5"

  static let hintEntries: [BoxDefinition] = [
    .box(RtpHintSampleEntry.self),
    .box(
      "srtp", "SrtpHintSampleEntry", "ISO/IEC 14496-12 §9.2.2", RtpHintSampleEntry.self),
    .box(
      "rrtp", "ReceivedRtpHintSampleEntry", reception, RtpHintSampleEntry.self),
    .box(
      "rsrp", "ReceivedSrtpHintSampleEntry", reception, RtpHintSampleEntry.self),
    .box(
      "prtp", "ProtectedRtpReceptionHintSampleEntry", reception, RtpHintSampleEntry.self),
    .box(
      "rtcp", "ReceivedRtcpHintSampleEntry", reception, RtpHintSampleEntry.self),
    .box(
      "stcp", "ReceivedSrtcpHintSampleEntry", reception, RtpHintSampleEntry.self),
    .box(FDHintSampleEntry.self),
    .box(MPEG2TSSampleEntry.self),
    .box(
      "rm2t", "MPEG2TSReceptionSampleEntry", "ISO/IEC 14496-12 §9.3.3", MPEG2TSSampleEntry.self),
    .box(
      "pm2t", "ProtectedMPEG2TransportStreamSampleEntry", "ISO/IEC 14496-12 §9.3.3",
      MPEG2TSSampleEntry.self),
  ]

  private static let reception = "ISO/IEC 14496-12 §9.4"
}
