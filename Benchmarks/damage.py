"""Kinds of damage for Benchmarks/recordings --damage, and a judge of what comes back.

Each kind is a function of a movie's bytes, its boxes and a random generator. It returns the damaged bytes, and whether a sample at a place of
the original is still whole in them; or None if the kind does not apply to the movie. The judge compares packets as ffprobe reads them: their
bytes by MD5, and their decoding and composition times in ticks.
"""

import collections
import os
import random
import struct
import subprocess

from movie_tables import boxes

BLOCK = 4096
UNCOMPRESSED = {"lpcm", "twos", "sowt", "in24", "in32", "fl32", "raw ", "ulaw", "alaw"}


class Layout:
    """Where the boxes at the top of a movie are."""

    def __init__(self, data):
        self.data = data
        self.boxes = [(kind, start, header, size) for kind, start, header, size in boxes(data)]
        self.moov = next((box for box in self.boxes if box[0] == b"moov"), None)
        self.mdat = max((box for box in self.boxes if box[0] == b"mdat"), key=lambda box: box[3], default=None)
        self.fragments = [box for box in self.boxes if box[0] == b"moof"]
        self.media = (self.mdat[1] + self.mdat[2], self.mdat[1] + self.mdat[3]) if self.mdat else (0, 0)
        self.is_last = bool(self.moov and self.mdat and self.moov[1] > self.mdat[1])


def everything(place, size):
    return place >= 0


def before(end):
    return lambda place, size: 0 <= place and place + size <= end


def outside(*holes):
    return lambda place, size: place >= 0 and not any(place < end and place + size > start for start, end in holes)


def aligned(layout, rng, count=1):
    start, end = layout.media
    places = range(-(-start // BLOCK), end // BLOCK - 2)
    return sorted(rng.sample(places, min(count, len(places)))) if len(places) > 0 else []


# Movies with a moov box.

def cut(layout, rng):
    """The recording breaks off, and has no moov box."""
    if layout.fragments or not layout.is_last:
        return None
    start, end = layout.media
    place = start + int((end - start) * rng.uniform(0.3, 0.97))
    return layout.data[:place], before(place)


def media_size(layout, rng):
    """The size of mdat is wrong."""
    if layout.fragments or layout.mdat[2] != 8:
        return None
    data = bytearray(layout.data)
    size = layout.mdat[3]
    wrong = [0, 1, 7, 8, size + 1, size + rng.randrange(100, 10**6), max(9, size - rng.randrange(1, size - 9)), 0xFFFFFFFF]
    struct.pack_into(">I", data, layout.mdat[1], rng.choice(wrong) & 0xFFFFFFFF)
    return bytes(data), everything


def moov_doubled(layout, rng):
    """A torn moov box is before the whole one."""
    if layout.fragments or not layout.is_last:
        return None
    start = layout.moov[1]
    moov = layout.data[start:start + layout.moov[3]]
    return layout.data[:start] + moov[:rng.randrange(16, len(moov))] + moov, everything


def moov_torn(layout, rng):
    """The moov box breaks off."""
    if layout.fragments or not layout.is_last:
        return None
    place = layout.moov[1] + rng.randrange(16, layout.moov[3])
    return layout.data[:place], before(layout.moov[1])


def moov_hole(layout, rng):
    """512 bytes of the moov box are zero."""
    if layout.fragments or not layout.is_last or layout.moov[3] < 600:
        return None
    place = layout.moov[1] + rng.randrange(8, layout.moov[3] - 512)
    return layout.data[:place] + bytes(512) + layout.data[place + 512:], everything


def offsets_shifted(layout, rng):
    """All offsets of chunks are wrong by the same number."""
    if layout.fragments or not layout.moov:
        return None
    data = bytearray(layout.data)
    distance = rng.choice([8, -8, rng.randrange(1, 5000), -rng.randrange(1, 400)])
    for kind, form in ((b"stco", ">I"), (b"co64", ">Q")):
        width = struct.calcsize(form)
        place = data.find(kind, layout.moov[1], layout.moov[1] + layout.moov[3])
        while place >= 0:
            for index in range(struct.unpack_from(">I", data, place + 8)[0]):
                at = place + 12 + index * width
                struct.pack_into(form, data, at, (struct.unpack_from(form, data, at)[0] + distance) % (1 << 8 * width))
            place = data.find(kind, place + 4, layout.moov[1] + layout.moov[3])
    return bytes(data), everything


def head_overwritten(layout, rng):
    """The first bytes are zero, or noise."""
    if layout.fragments or not layout.is_last:
        return None
    count = min(rng.choice([16, 512, 4096, 65536, rng.randrange(8, 5000)]), len(layout.data) // 2)
    return rng.choice([bytes(count), rng.randbytes(count)]) + layout.data[count:], lambda place, size: place >= count


def start_lost(layout, rng):
    """The first bytes are missing."""
    if layout.fragments or not layout.is_last:
        return None
    count = rng.randrange(1, 6000)
    return layout.data[count:], lambda place, size: place >= count


def block_missing(layout, rng):
    """A block within the media data is missing."""
    places = [] if layout.fragments else aligned(layout, rng)
    if not places:
        return None
    place, count = places[0] * BLOCK, rng.choice([512, 4096, 8192])
    return layout.data[:place] + layout.data[place + count:], outside((place, place + count))


def block_inserted(layout, rng):
    """A block of noise is added within the media data."""
    places = [] if layout.fragments else aligned(layout, rng)
    if not places:
        return None
    place = places[0] * BLOCK
    return layout.data[:place] + rng.randbytes(BLOCK) + layout.data[place:], outside((place, place))


def blocks_zero(layout, rng):
    """1 % of the blocks are zero, and there is no moov box."""
    if layout.fragments or not layout.is_last:
        return None
    start, end = layout.media
    places = aligned(layout, rng, max(1, (end - start) // BLOCK // 100))
    data = bytearray(layout.data[:layout.moov[1]])
    for place in places:
        data[place * BLOCK:(place + 1) * BLOCK] = bytes(BLOCK)
    return (bytes(data), outside(*[(place * BLOCK, (place + 1) * BLOCK) for place in places])) if places else None


# Movies in fragments.

def fragments_torn(layout, rng):
    """Fragments break off."""
    if not layout.fragments:
        return None
    place = rng.randrange(layout.fragments[0][1] + 16, len(layout.data))
    return layout.data[:place], before(place)


def fragments_without_head(layout, rng):
    """Fragments without the boxes before them."""
    if not layout.fragments or not layout.moov:
        return None
    return layout.data[layout.moov[1] + layout.moov[3]:], everything


def fragments_start_lost(layout, rng):
    """Fragments of which the first ones are missing, and a part of another one."""
    if len(layout.fragments) < 3 or not layout.moov:
        return None
    place = rng.randrange(layout.fragments[0][1], layout.fragments[-1][1])
    following = next(box[1] for box in layout.fragments if box[1] >= place)
    return layout.data[place:], lambda at, size: at > following


def fragments_block_missing(layout, rng):
    """A block of fragments is missing: what comes after it in the same fragment is not whole."""
    if not layout.fragments:
        return None
    place = rng.randrange(layout.fragments[0][1] // 512 + 1, len(layout.data) // 512) * 512
    starts = [box[1] for box in layout.fragments]
    first = max([start for start in starts if start <= place], default=starts[0])
    following = min([start for start in starts if start >= place + 512], default=len(layout.data))
    return layout.data[:place] + layout.data[place + 512:], outside((first, following))


def fragments_media_size(layout, rng):
    """The size of an mdat box among fragments is wrong."""
    media = [box for box in layout.boxes if box[0] == b"mdat"] if layout.fragments else []
    if not media:
        return None
    box = rng.choice(media)
    data = bytearray(layout.data)
    struct.pack_into(">I", data, box[1], rng.choice([0, box[3] + rng.randrange(1, 5000), max(9, box[3] // 2)]))
    return bytes(data), everything


# The kind, and whether another recording is needed.
KINDS = {
    "cut": (cut, True), "media-size": (media_size, False), "moov-doubled": (moov_doubled, False), "moov-torn": (moov_torn, True),
    "moov-hole": (moov_hole, True), "offsets-shifted": (offsets_shifted, False), "head-overwritten": (head_overwritten, False),
    "start-lost": (start_lost, False), "block-missing": (block_missing, False), "block-inserted": (block_inserted, False),
    "blocks-zero": (blocks_zero, True), "fragments-torn": (fragments_torn, False), "fragments-without-head": (fragments_without_head, True),
    "fragments-start-lost": (fragments_start_lost, True), "fragments-block-missing": (fragments_block_missing, False),
    "fragments-media-size": (fragments_media_size, False),
}


def packets(path):
    """The kind and coding of each stream, and its packets: MD5, times, place, size."""
    output = subprocess.run(
        ["ffprobe", "-v", "error", "-ignore_editlist", "1", "-show_data_hash", "md5", "-show_entries",
         "packet=stream_index,pts,dts,size,pos,data_hash:stream=index,codec_tag_string,codec_type", "-of", "compact=p=1:nk=0", path],
        capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL).stdout
    kinds, found = {}, collections.defaultdict(list)
    for line in output.splitlines():
        values = dict(part.split("=", 1) for part in line.split("|")[1:] if "=" in part)
        if line.startswith("stream|"):
            kinds[int(values["index"])] = (values.get("codec_type"), values.get("codec_tag_string"))
        elif "data_hash" in values:
            place = int(values["pos"]) if values.get("pos", "").isdigit() else -1
            found[int(values["stream_index"])].append(
                (values["data_hash"], (values.get("dts"), values.get("pts")), place, int(values["size"])))
    return [(kinds[index], found[index]) for index in sorted(kinds)]


def sound_bytes(path, number):
    """The bytes of the stream with uncompressed sound of this number, whose packets mean nothing."""
    return subprocess.run(["ffmpeg", "-v", "error", "-ignore_editlist", "1", "-i", path, "-map", f"0:a:{number}", "-c", "copy", "-f", "data", "-"],
                          capture_output=True, stdin=subprocess.DEVNULL).stdout


def pairs(wanted, found):
    """Packets with the same bytes, in the same order. Many packets have the same bytes: those after a gap have to go on the same."""
    places = collections.defaultdict(list)
    for index, packet in enumerate(found):
        places[packet[0]].append(index)

    def go_on(i, j):
        return all(a[0] == b[0] for a, b in zip(wanted[i:i + 4], found[j:j + 4]))

    def next_pair(i, j):
        for distance in range(1, 100):
            for step in range(distance + 1):
                if i + step < len(wanted) and j + distance - step < len(found) and go_on(i + step, j + distance - step):
                    return i + step, j + distance - step
        for index in range(i, len(wanted)):
            only = places[wanted[index][0]]
            if len(only) == 1 and only[0] >= j:
                return index, only[0]
        return len(wanted), len(found)

    i, j, result = 0, 0, []
    while i < len(wanted) and j < len(found):
        if wanted[i][0] == found[j][0]:
            result.append((wanted[i], found[j]))
            i, j = i + 1, j + 1
        else:
            i, j = next_pair(i, j)
    return result


def ticks(times):
    return tuple(int(time) if time and time.lstrip("-").isdigit() else 0 for time in times)


def judge(original, result, original_path, result_path, is_whole):
    """The numbers of packets that are whole, that are found, that have their times, and that the original does not have."""
    counts = [0, 0, 0, 0]
    known = {packet[0] for _, stream in original for packet in stream}
    used = set()
    sounds = 0
    for kind, stream in original:
        wanted = [packet for packet in stream if is_whole(packet[2], packet[3])]
        sounds += kind[0] == "audio"
        candidates = [index for index, (other, _) in enumerate(result) if other[0] == kind[0] and index not in used]
        if kind[1] in UNCOMPRESSED:
            counts[0] += len(wanted)
            if candidates and wanted:
                used.add(candidates[0])
                old, new = sound_bytes(original_path, sounds - 1), sound_bytes(result_path, sum(result[i][0][0] == "audio" for i in range(candidates[0])))
                # Blocks of a kilobyte that the original has somewhere.
                share = sum(new[at:at + 1024] in old for at in range(0, min(len(new), 1 << 20), 1024)) * 1024
                found = min(len(wanted), round(len(wanted) * min(1, share / max(1, min(len(old), 1 << 20, sum(p[3] for p in wanted))))))
                counts[1] += found
                counts[2] += found
            continue
        best = max(((pairs(wanted, result[index][1]), index) for index in candidates), key=lambda pair: len(pair[0]), default=None)
        counts[0] += len(wanted)
        if not best or not best[0]:
            continue
        used.add(best[1])
        # Only the start of the presentation may differ.
        distances = collections.Counter(tuple(b - a for a, b in zip(ticks(old[1]), ticks(new[1]))) for old, new in best[0])
        counts[1] += len(best[0])
        counts[2] += distances.most_common(1)[0][1]
    for index, (kind, stream) in enumerate(result):
        if kind[1] not in UNCOMPRESSED:
            counts[3] += sum(packet[0] not in known for packet in stream)
    return counts


def run(options, programs, work):
    """Damages each movie in each way, and prints a table."""
    names = list(KINDS) if options.damage == ["all"] else options.damage
    rows = collections.OrderedDict()
    for path in options.movies:
        with open(path, "rb") as file:
            layout = Layout(file.read())
        if not layout.moov:
            continue
        original = packets(path)
        for name in names:
            rng = random.Random(f"{options.seed} {name} {os.path.basename(path)}")
            damage, needs_other = KINDS[name]
            made = damage(layout, rng)
            if not made:
                continue
            data, is_whole = made
            suffix = os.path.splitext(path)[1]
            broken = os.path.join(work, "broken" + suffix)
            with open(broken, "wb") as file:
                file.write(data)
            for program, command in programs.items():
                if program == "untrunc" and not needs_other:
                    continue
                output = os.path.join(work, program + suffix)
                if os.path.exists(output):
                    os.remove(output)
                try:
                    process = subprocess.run(command(broken, (options.like or path) if needs_other else None, output), capture_output=True, text=True,
                                             errors="replace", stdin=subprocess.DEVNULL, timeout=600)
                except subprocess.TimeoutExpired:
                    process = None
                is_written = os.path.exists(output)
                counts = judge(original, packets(output) if is_written else [], path, output, is_whole)
                row = rows.setdefault((name, program), [0, 0, 0, 0, 0, 0])
                for index, value in enumerate((1, *counts, not is_written)):
                    row[index] += value
                if options.verbose:
                    print(f"{name}: {os.path.basename(path)}: {program}: {counts}\n{process.stdout + process.stderr if process else 'no end'}")
    print("| damage | program | files | samples | found | times | invented | refused |\n|---|---|---|---|---|---|---|---|")
    for (name, program), (files, there, found, timed, invented, refused) in rows.items():
        share = found * 100 / max(1, there)
        print(f"| {name} | {program} | {files} | {there:,} | {found:,} ({share:.1f} %) | {timed:,} | {invented:,} | {refused} |")
    ours = [row for (_, program), row in rows.items() if program == "boxwalk"]
    return 1 if sum(row[2] for row in ours) < 0.99 * sum(row[1] for row in ours) else 0
