"""Movies for the samples: frames that move over a painted picture, sound from noise, FFmpeg for the rest."""

import io
import struct
import subprocess
import wave

import numpy as np
from PIL import Image

from heif import box, full

RATE = 30
QUIET = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]
EXACT = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact", "-map_metadata", "-1"]


def frames(picture, width, height, seconds, turn=False):
    """Looks at a window of the picture which moves and zooms a little; turned for a sideways sensor."""
    image = Image.fromarray(picture)
    count = int(seconds * RATE)
    for number in range(count):
        t = number / (count - 1)
        zoom = 1.18 - 0.18 * t
        w, h = width * zoom, height * zoom
        x = (image.width - w) * (0.10 + 0.80 * t) + 1.5 * np.sin(t * 9)
        y = (image.height - h) * (0.42 + 0.12 * np.sin(t * 3.1)) + 1.5 * np.cos(t * 11)
        x, y = min(max(x, 0), image.width - w), min(max(y, 0), image.height - h)
        frame = image.resize((width, height), Image.Resampling.BICUBIC, box=(x, y, x + w, y + h))
        if turn:
            frame = frame.transpose(Image.Transpose.ROTATE_90)
        yield frame.tobytes()


def sound(seconds, seed):
    """Wind and a bird, as the bytes of a WAV file: stereo, 48 kHz."""
    rate = 48000
    rng = np.random.default_rng(seed)
    count = int(seconds * rate)
    t = np.arange(count) / rate
    spectrum = np.fft.rfft(rng.standard_normal((2, count)))
    hertz = np.fft.rfftfreq(count, 1 / rate)
    spectrum *= 1 / (1 + (hertz / 260) ** 1.6)
    wind = np.fft.irfft(spectrum, count)
    wind = wind / np.abs(wind).max() * (0.30 + 0.12 * np.sin(2 * np.pi * 0.45 * t + np.array([[0], [0.6]])))
    bird = np.zeros(count)
    for start, low in ((0.35, 3100), (0.62, 3500), (0.80, 2900), (1.70, 3300), (1.93, 3700)):
        s = t - start
        on = (s > 0) & (s < 0.13)
        sweep = low + 900 * np.sin(np.pi * s / 0.13)
        bird += on * 0.16 * np.sin(2 * np.pi * np.cumsum(sweep * on) / rate) * np.sin(np.pi * np.clip(s / 0.13, 0, 1)) ** 2
    both = np.clip(wind + bird * np.array([[1.0], [0.6]]), -1, 1)
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((both.T * 32767).astype("<i2").tobytes())
    return out.getvalue()


def encode(ffmpeg, out, pictures, width, height, wav, codec, date, muxer):
    """Codes frames and sound into a movie."""
    x265 = "keyint=30:min-keyint=30:info=0:frame-threads=1:pools=2:log-level=error"
    video = {
        "hevc": ["-c:v", "libx265", "-preset", "medium", "-crf", "30", "-tag:v", "hvc1", "-x265-params", x265],
        "h264": ["-c:v", "libx264", "-preset", "medium", "-crf", "28", "-g", "30", "-profile:v", "high",
                 "-threads", "2"],
    }[codec]
    command = [
        ffmpeg, *[q for q in QUIET if q != "-nostdin"],
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(RATE), "-i", "-",
        "-i", wav, *EXACT, "-map", "0:v", "-map", "1:a",
        "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
        *video, "-c:a", "aac", "-b:a", "64k", "-shortest", "-metadata", f"creation_time={date}", *muxer, out,
    ]
    subprocess.run(command, input=b"".join(pictures), check=True)


def remux(ffmpeg, source, out, date, muxer):
    """The same samples in another container."""
    subprocess.run([ffmpeg, *QUIET, "-i", source, *EXACT, "-c", "copy", "-metadata", f"creation_time={date}",
                    *muxer, out], check=True)


def children(data, start, end):
    """(type, start, end) of each box in a range."""
    at = start
    while at + 8 <= end:
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if size < 8:
            raise SystemExit("A box of a size that is not expected here.")
        yield kind, at, at + size
        at += size


def add_phone_metadata(path, keys):
    """Turns the picture by 90 degrees in the track header, and adds QuickTime metadata keys to the movie."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    moov = [b for b in children(data, 0, len(data)) if b[0] == b"moov"][0]
    if moov[2] != len(data):
        raise SystemExit("The movie box is expected at the end of the file.")
    for kind, start, end in children(data, moov[1] + 8, moov[2]):
        if kind != b"trak":
            continue
        tkhd = [b for b in children(data, start + 8, end) if b[0] == b"tkhd"][0]
        width, height = struct.unpack(">II", data[tkhd[2] - 8:tkhd[2]])
        if width:  # a picture: shown a quarter turn clockwise
            data[tkhd[2] - 44:tkhd[2] - 8] = struct.pack(
                ">9i", 0, 0x10000, 0, -0x10000, 0, 0, height, 0, 0x40000000)
    # QuickTime's own flavour: `meta` is a plain box here, with no version and flags.
    names = b"".join(struct.pack(">I4s", 8 + len(name), b"mdta") + name.encode() for name in keys)
    values = b"".join(
        box(struct.pack(">I", index), box(b"data", struct.pack(">II", 1, 0), value.encode()))
        for index, value in enumerate(keys.values(), 1))
    meta = box(b"meta",
               full(b"hdlr", 0, 0, bytes(4), b"mdta", bytes(14)),
               full(b"keys", 0, 0, struct.pack(">I", len(keys)), names),
               box(b"ilst", values))
    data += meta
    data[moov[1]:moov[1] + 4] = struct.pack(">I", moov[2] - moov[1] + len(meta))
    with open(path, "wb") as file:
        file.write(data)
