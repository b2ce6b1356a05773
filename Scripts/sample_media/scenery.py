"""Pictures that look like photographs, made from nothing but noise and geometry.

A scene is a height field (mountains, hills with trees, a lake or the sea, a bank in front) that is
looked at through a pinhole camera: one march along each column of the picture, then shading, haze,
reflection in the water, clouds, grass, and the flaws of a small sensor. Nothing here comes from
anybody's photograph, so the results may be published under the licence of the project.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

F = np.float32
TEXTURE = 1024  # Noise textures are squares of this size, and repeat.


def noise_texture(rng, slope):
    """A tile of smooth noise with a 1/f^slope spectrum: mean 0, deviation 1."""
    white = rng.standard_normal((TEXTURE, TEXTURE))
    fy = np.fft.fftfreq(TEXTURE)[:, None]
    fx = np.fft.rfftfreq(TEXTURE)[None, :]
    radius = np.hypot(fy, fx)
    radius[0, 0] = 1
    spectrum = np.fft.rfft2(white) / radius**slope
    spectrum[0, 0] = 0
    tile = np.fft.irfft2(spectrum, s=(TEXTURE, TEXTURE))
    return (tile / tile.std()).astype(F)


def sample(tile, u, v):
    """The tile at (u, v), in texels, interpolated and repeating."""
    u = np.asarray(u, F)
    v = np.asarray(v, F)
    iu, iv = np.floor(u), np.floor(v)
    a, b = u - iu, v - iv
    a, b = a * a * (3 - 2 * a), b * b * (3 - 2 * b)
    mask = TEXTURE - 1
    iu, iv = iu.astype(np.int32), iv.astype(np.int32)
    x0, x1 = iu & mask, (iu + 1) & mask
    y0, y1 = (iv & mask) * TEXTURE, ((iv + 1) & mask) * TEXTURE
    flat = tile.ravel()
    top = flat[y0 + x0] * (1 - a) + flat[y0 + x1] * a
    bottom = flat[y1 + x0] * (1 - a) + flat[y1 + x1] * a
    return top * (1 - b) + bottom * b


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def hash01(i, j, salt):
    """A number from 0 to 1 for each pair of integers, without order."""
    h = (i.astype(np.int64) * 374761393 + j.astype(np.int64) * 668265263 + salt * 982451653)
    h = (h ^ (h >> 13)) * 1274126177
    return ((h ^ (h >> 16)) & 0xFFFF).astype(F) / 65535


@dataclass
class Scene:
    """What there is to see. Lengths are metres; x to the right, z away from the camera."""

    seed: int
    shore: float = 24.0  # where the bank in front ends and the water begins
    far_shore: float = 1500.0  # where the water ends
    peak: float = 1500.0  # how high the mountains rise
    tree_line: float = 620.0
    snow_line: float = 950.0
    tree_height: float = 20.0
    eye: float = 9.0  # camera above the water
    horizon: float = 0.47  # of the picture's height, from its top
    view: float = 0.95  # width of the picture over its distance
    sun: tuple = (0.33, 0.42)  # where in the sky: right of the middle, above the horizon
    sun_colour: tuple = (1.0, 0.86, 0.66)
    sky_top: tuple = (0.10, 0.24, 0.52)
    sky_low: tuple = (0.66, 0.72, 0.78)
    haze: float = 21000.0
    clouds: float = 0.1  # higher is clearer
    exposure: float = 1.0
    grass: int = 110000
    flowers: int = 420
    waves: float = 1.0
    arid: float = 0.0  # 0 green, 1 sand and scrub


class Painter:
    """Paints one scene at one size. `paint` gives light (linear, unbounded) and distance in metres."""

    def __init__(self, scene, width, height):
        self.scene, self.width, self.height = scene, width, height
        self.rng = np.random.default_rng(scene.seed)
        self.rough = noise_texture(self.rng, 1.9)
        self.fine = noise_texture(self.rng, 1.25)
        self.soft = noise_texture(self.rng, 2.4)
        self.focal = width / scene.view
        self.horizon = scene.horizon * height
        # Where the lowest line of sight meets the bank, which is a fifth of the eye's height below it.
        self.nearest = 0.6 * 0.2 * scene.eye * self.focal / (height - self.horizon)
        sun = np.array([0.75, 0.55, -0.28])
        self.light = (sun / np.linalg.norm(sun)).astype(F)

    # The land

    def ground(self, x, z, detail=True):
        """Height above the water, and how much of it is tree."""
        s = self.scene
        ridge = 1 - np.abs(sample(self.soft, x / 12 + 91, z / 12 + 37)) * 0.72
        ridge = ridge + 0.16 * (0.6 - np.abs(sample(self.rough, x / 10 + 11, z / 10 + 240)))
        broad = sample(self.soft, x / 9 + 13, z / 9 + 55)
        mid = sample(self.rough, x / 7.0, z / 7.0)
        bank = (1 - smoothstep(s.shore * 0.55, s.shore * 1.25, z + 5 * mid)) * (
            s.eye * 0.80 + 0.35 * sample(self.soft, x / 0.9, z / 0.9))
        land = smoothstep(s.far_shore, s.far_shore + 900, z + 170 * broad + 60 * mid)
        hills = land * (85 + 75 * broad + 14 * mid)
        rise = smoothstep(s.far_shore + 900, s.far_shore + 6200, z)
        mountains = rise * s.peak * np.clip(ridge + 0.34 * broad, 0, None) ** 1.6
        mountains *= 1 + 0.035 * mid
        height = bank + hills + mountains - 6 * (1 - land) * smoothstep(s.shore * 0.9, s.shore * 1.5, z)
        trees = np.zeros_like(height)
        if detail:
            small = sample(self.fine, x / 0.35, z / 0.35) * np.clip(z / 9000, 0.004, 0.6)
            height = height + small * land * 9
            cell = 7.5
            # One tree in each cell of a grid, which is turned and bent so that no rows are seen.
            bend = 9 * sample(self.rough, x / 11, z / 11 + 600)
            tx = 0.83 * x + 0.56 * z + bend
            tz = 0.83 * z - 0.56 * x + 0.7 * bend
            i, j = np.floor(tx / cell), np.floor(tz / cell)
            cx = (i + 0.5 + 0.44 * (hash01(i, j, 1) - 0.5)) * cell
            cz = (j + 0.5 + 0.44 * (hash01(i, j, 2) - 0.5)) * cell
            size = 0.4 + 0.6 * hash01(i, j, 3)
            forest = smoothstep(-0.55, 0.15, sample(self.rough, x / 26 + 7, z / 26) - height / s.tree_line + 0.55)
            forest = forest * (hash01(i, j, 4) < forest * 0.97) * (land > 0.02) * (height > 2)
            cone = np.clip(1 - np.hypot(tx - cx, tz - cz) / (cell * 0.40 * size), 0, 1)
            trees = cone * forest * size
            height = height + trees * s.tree_height
        return height, trees

    def march(self, columns):
        """For each pixel of these columns the distance at which the eye meets the land, or inf."""
        s = self.scene
        near = np.geomspace(self.nearest, s.far_shore * 0.8, 500)
        far = np.linspace(near[-1], 11000.0, int(min(2600, 1000 + self.width * 0.6)))
        z = np.concatenate([near, far[1:]]).astype(F)
        steps = len(z)
        slope = ((columns + 0.5 - self.width / 2) / self.focal).astype(F)
        x = slope[:, None] * z[None, :]
        height, _ = self.ground(x, np.broadcast_to(z, x.shape))
        height = np.maximum(height, 0)
        rise = (height - s.eye) / z  # tangent of the angle above the horizon
        top = np.maximum.accumulate(rise, axis=1)
        rows = ((self.horizon - (np.arange(self.height) + 0.5)) / self.focal).astype(F)
        distance = np.full((len(columns), self.height), np.inf, F)
        for c in range(len(columns)):
            k = np.searchsorted(top[c], rows)
            hit = k < steps
            k1 = np.clip(k, 1, steps - 1)
            low, high = top[c][k1 - 1], top[c][k1]
            part = np.clip((rows - low) / np.maximum(high - low, 1e-9), 0, 1)
            d = z[k1 - 1] + (z[k1] - z[k1 - 1]) * part
            distance[c] = np.where(hit, d, np.inf)
        return distance.T

    # The sky

    def sky(self, u, v):
        """Light from direction (u right, v up), both over distance 1."""
        s = self.scene
        v = np.maximum(v, 0.0)
        t = smoothstep(0, 0.75, v) ** 0.7
        low, top = np.array(s.sky_low, F), np.array(s.sky_top, F)
        colour = low + (top - low) * t[..., None]
        warm = np.exp(-((v / 0.16) ** 2))[..., None] * np.array([0.20, 0.10, -0.02], F)
        colour = colour + warm * (0.6 + 0.4 * np.exp(-np.abs(u - s.sun[0]) * 1.5))[..., None]
        away = np.hypot(u - s.sun[0], v - s.sun[1])
        glow = 0.42 * np.exp(-away * 4.6) + 1.1 * np.exp(-((away / 0.05) ** 2))
        disc = 26 * smoothstep(0.019, 0.014, away)
        sun = np.array(s.sun_colour, F)

        # Clouds lie on a plane far above, so that they shrink towards the horizon.
        depth = 1 / (v + 0.11)

        def cloud(du, dv):
            cu, cv = (u + du) * depth, depth + dv
            n = sample(self.rough, cu * 95, cv * 95 + 300) * 0.75
            n = n + sample(self.fine, cu * 310, cv * 310) * 0.20
            n = n + sample(self.fine, cu * 1100, cv * 1100) * 0.06
            return n + sample(self.soft, cu * 60 + 50, cv * 60) * 0.55

        here = cloud(0, 0)
        body = smoothstep(s.clouds, s.clouds + 1.05, here)
        lit = np.clip(0.78 - 0.34 * (here - cloud(0.01, -0.06)) - 0.24 * body, 0.22, 1.2)
        edge = body * (1 - body) * 4 * np.exp(-away * 3.0)
        cloud_colour = lit[..., None] * np.array([0.93, 0.93, 0.97], F) + 0.9 * edge[..., None] * sun
        cloud_colour = cloud_colour + 0.35 * sun * np.exp(-away * 3.5)[..., None]
        cover = (body * smoothstep(0.0, 0.10, v))[..., None] * 0.94
        light = colour * (1 - cover) + cloud_colour * cover
        veil = 1 - 0.75 * cover
        return light + (glow[..., None] * veil + disc[..., None] * veil**3) * sun

    # The picture

    def paint(self):
        s, w, h = self.scene, self.width, self.height
        light = np.empty((h, w, 3), F)
        distance = np.empty((h, w), F)
        water = np.zeros((h, w), bool)
        block = max(16, min(w, (1 << 21) // h))
        for left in range(0, w, block):
            columns = np.arange(left, min(w, left + block))
            self.paint_columns(columns, light, distance, water)
        self.reflect(light, distance, water)
        self.draw_grass(light, distance)
        return light * s.exposure, distance

    def paint_columns(self, columns, light, distance, water):
        s = self.scene
        here = slice(columns[0], columns[-1] + 1)
        d = self.march(columns)
        u = np.broadcast_to(((columns + 0.5 - self.width / 2) / self.focal).astype(F), d.shape)
        v = np.broadcast_to(
            (((self.horizon - np.arange(self.height) - 0.5) / self.focal)[:, None]).astype(F), d.shape)
        out = self.sky(u, v)
        land = np.isfinite(d)
        z = d[land]
        x = u[land] * z
        height, trees = self.ground(x, z)
        wet = height <= 0.02
        step = np.where(z > 400, np.maximum(z / self.focal * 3, 7.0), np.maximum(z / self.focal * 1.6, 0.02)).astype(F)
        # Forest counts for shape, not for slope: a wood is lit as a whole and speckled by its trees.
        hx, tx = self.ground(x + step, z)
        hz, tz = self.ground(x, z + step)
        gx, gz = (hx - height) / step, (hz - height) / step
        limit = np.where(trees > 0, 1.3, 2.4)
        gx, gz = np.clip(gx, -limit, limit), np.clip(gz, -limit, limit)
        norm = np.sqrt(gx * gx + gz * gz + 1)
        lambert = np.clip((-gx * self.light[0] + self.light[1] - gz * self.light[2]) / norm, 0, 1)
        steep = 1 - 1 / norm

        patch = sample(self.rough, x / 3.1, z / 3.1) * 0.5 + sample(self.fine, x / 0.8, z / 0.8) * 0.5
        speck = sample(self.fine, x * 6, z * 6) * smoothstep(2500, 300, z)
        grass = np.array([0.145, 0.20, 0.05], F) * (1 - s.arid) + np.array([0.42, 0.33, 0.19], F) * s.arid
        dry = np.array([0.29, 0.25, 0.10], F)
        rock = np.array([0.27, 0.25, 0.24], F) * (1 - s.arid) + np.array([0.44, 0.34, 0.26], F) * s.arid
        mixed = smoothstep(-1, 1.4, patch)[:, None]
        colour = grass * (1 - mixed) + dry * mixed
        colour = np.where((z < s.shore * 0.9)[:, None], colour * 0.42, colour)  # between the blades
        stone = smoothstep(0.22, 0.42, steep + 0.05 * patch + 0.18 * smoothstep(400, 1300, height))[:, None]
        colour = colour * (1 - stone) + rock * (1 + 0.22 * patch[:, None]) * stone
        snow = smoothstep(-90, 110, height - s.snow_line + 120 * patch - 420 * (steep - 0.35))[:, None]
        colour = colour * (1 - snow) + np.array([0.86, 0.88, 0.92], F) * snow
        needle = np.array([0.030, 0.062, 0.030], F) * (1 - s.arid) + np.array([0.11, 0.12, 0.055], F) * s.arid
        wood = (trees > 0.02)[:, None]
        tint = (0.75 + 0.6 * hash01(np.floor(x / 7.5), np.floor(z / 7.5), 9))[:, None]
        colour = np.where(wood, needle * tint * (0.55 + 0.9 * trees[:, None]), colour)
        shore = smoothstep(2.6, 0.3, height)[:, None] * (z > s.shore * 0.7)[:, None]
        colour = colour * (1 - shore) + np.array([0.34, 0.30, 0.24], F) * shore * (1 + 0.2 * patch[:, None])
        colour = colour * (1 + 0.09 * speck)[:, None]

        sun = np.array(s.sun_colour, F) * 1.75
        ambient = np.array([0.34, 0.42, 0.56], F)
        shade = smoothstep(-0.5, 0.9, sample(self.soft, x / 17 + 400, z / 17))  # shadows of clouds
        shade = np.where(z < 200, 0.9, 0.30 + 0.70 * shade)
        lit = colour * (sun * (lambert * shade)[:, None] + ambient * (0.55 + 0.45 / norm)[:, None])
        air = (1 - np.exp(-np.maximum(z - 250, 0) / s.haze * np.exp(-np.maximum(height, 0) / 2600)))[:, None]
        horizon = np.array([0.56, 0.63, 0.73], F) + 0.22 * np.array(s.sun_colour, F) * np.exp(
            -np.abs(u[land] - s.sun[0])[:, None] * 2.2)
        out[land] = lit * (1 - air) + horizon * air * 0.92
        light[:, here] = out
        distance[:, here] = d
        mask = np.zeros(d.shape, bool)
        mask[land] = wet
        water[:, here] = mask

    def reflect(self, light, distance, water):
        """Fills the water with what stands above it, moved about by waves."""
        s = self.scene
        if not water.any():
            return
        rows, cols = np.nonzero(water)
        z = distance[rows, cols]
        x = (cols + 0.5 - self.width / 2) / self.focal * z
        v = (rows + 0.5 - self.horizon) / self.focal
        # Waves are wide and shallow; far away they are too small to be seen one by one.
        a = sample(self.rough, x * 1.1, z * 0.42) + 0.6 * sample(self.fine, x * 3.6, z * 1.3)
        b = sample(self.fine, x * 2.0 + 77, z * 0.8)
        gust = smoothstep(-0.6, 1.2, sample(self.soft, x / 9, z / 26 + 9))
        calm = (0.25 + 0.75 * gust) * s.waves
        swell = np.clip(14 / np.sqrt(z), 0.2, 1.6)
        lift = (0.020 * a * swell + 0.055 * gust * s.waves) * calm
        up = np.clip(v + np.abs(v) * 0.15 + lift, 0.001, None)
        source = np.clip(self.horizon - up * self.focal, 0, self.horizon - 1).astype(np.int32)
        side = np.clip(cols + b * calm * swell * self.focal * 0.0035, 0, self.width - 1).astype(np.int32)
        mirrored = np.minimum(light[source, side], 2.6)
        facing = np.clip(v * 2.2 + 0.02 - 0.10 * a * calm * swell * 0.2, 0, 1)
        mirror = (0.06 + 0.90 * (1 - facing) ** 4)[:, None]
        deep = np.array([0.020, 0.055, 0.075], F) * (1.1 + 0.25 * b[:, None])
        near = smoothstep(s.shore * 1.9, s.shore * 0.9, z)[:, None]
        deep = deep * (1 - near) + np.array([0.13, 0.15, 0.10], F) * near * (1 + 0.3 * b[:, None])
        glint = smoothstep(1.5, 2.6, a + 0.8 * b) * np.exp(-((x / z - s.sun[0]) / 0.13) ** 2)
        colour = mirrored * mirror + deep * (1 - mirror)
        colour = colour + (glint * 2.8)[:, None] * np.array(s.sun_colour, F)
        air = (1 - np.exp(-np.maximum(z - 250, 0) / (s.haze * 0.8)))[:, None]
        light[rows, cols] = colour * (1 - air) + np.array([0.58, 0.65, 0.73], F) * air * 0.9

    def draw_grass(self, light, distance):
        """Blades and flowers on the bank in front, from far to near, drawn at double size."""
        s = self.scene
        if s.grass == 0:
            return
        near = np.where(distance < s.shore * 0.9, distance, 0)
        rows = np.nonzero(near.max(axis=1) > 0)[0]
        if len(rows) == 0:
            return
        top = max(0, rows[0] - self.height // 40)
        scale = 2 if self.width < 2000 else 1
        size = (self.width * scale, (self.height - top) * scale)
        layer = Image.new("RGBA", size, (0, 0, 0, 0))
        draw = ImageDraw.Draw(layer)
        rng = self.rng
        count = s.grass + s.flowers
        closest = self.nearest * 1.25
        z = s.shore * 0.8 / (1 + (s.shore * 0.8 / closest - 1) * rng.random(count) ** 0.85)
        kind = np.zeros(count, int)
        kind[: s.flowers] = 1 + rng.integers(0, 3, s.flowers)
        order = np.argsort(-z)
        columns = rng.random(count) * self.width
        clump = sample(self.soft, (columns - self.width / 2) / self.focal * z * 26, z * 26)
        across = (columns - self.width / 2) / self.focal * z
        heights, _ = self.ground(across.astype(F), z.astype(F))
        for index in order:
            d = z[index]
            column = columns[index]
            if heights[index] < 1.2:
                continue
            base = (self.horizon + (s.eye - heights[index]) / d * self.focal - top) * scale
            px = column * scale
            unit = self.focal / d * scale
            if kind[index] == 0:
                tall = unit * (0.06 + 0.26 * rng.random() ** 1.5) * max(0.35, 1 + 0.3 * clump[index])
                lean = (rng.standard_normal() * 0.33 + 0.12) * tall
                tone = (0.30 + 0.80 * rng.random()) * (1 + 0.20 * clump[index])
                green = np.array([86, 108, 38] if rng.random() < 0.75 else [150, 134, 70]) * tone
                green = green * (1 - s.arid) + np.array([176, 152, 92]) * tone * s.arid
                wide = max(0.7, unit * 0.0045)
                tip = (px + lean, base - tall)
                bend = (px + lean * 0.35, base - tall * 0.62)
                fill = tuple(int(min(255, c)) for c in green) + (255,)
                draw.polygon([(px - wide, base), (px + wide, base),
                              (bend[0] + wide * 0.6, bend[1]), tip, (bend[0] - wide * 0.6, bend[1])], fill=fill)
            else:
                tall = unit * (0.22 + 0.22 * rng.random())
                r = unit * (0.012 + 0.016 * rng.random())
                draw.line([(px, base), (px + r, base - tall)], fill=(74, 98, 36, 255), width=max(1, int(unit * 0.006)))
                petals = [(238, 236, 226, 255), (236, 196, 40, 255), (128, 78, 168, 255)][kind[index] - 1]
                tone = 0.75 + 0.3 * rng.random()
                petals = tuple(int(min(255, c * tone)) for c in petals[:3]) + (255,)
                for k in range(7):
                    angle = k * 0.898 + rng.random()
                    ox, oy = px + r + np.cos(angle) * r, base - tall + np.sin(angle) * r * 0.6
                    draw.ellipse([ox - r * 0.7, oy - r * 0.45, ox + r * 0.7, oy + r * 0.45], fill=petals)
                draw.ellipse([px + r * 0.5, base - tall - r * 0.4, px + r * 1.5, base - tall + r * 0.4],
                             fill=(170, 120, 20, 255))
        if scale != 1:
            layer = layer.resize((self.width, self.height - top), Image.Resampling.BOX)
        rgba = np.asarray(layer, F) / 255
        alpha = rgba[..., 3:]
        colour = (rgba[..., :3] / np.maximum(alpha, 1e-3)) if scale != 1 else rgba[..., :3]
        colour = np.clip(colour, 0, 1) ** 2.2 * 1.25
        below = light[top:]
        light[top:] = below * (1 - alpha) + colour * alpha


def blur(image, radius):
    """A soft blur with a triangular kernel, along both axes."""
    taps = np.concatenate([np.arange(1, radius + 2), np.arange(radius, 0, -1)]).astype(F)
    taps /= taps.sum()
    for axis in (0, 1):
        pad = [(0, 0)] * image.ndim
        pad[axis] = (radius, radius)
        wide = np.pad(image, pad, mode="edge")
        total = np.zeros_like(image)
        for k, tap in enumerate(taps):
            cut = [slice(None)] * image.ndim
            cut[axis] = slice(k, k + image.shape[axis])
            total += tap * wide[tuple(cut)]
        image = total
    return image


def develop(light, seed, grain=0.010):
    """What a small camera makes of the light: bloom, vignette, tone curve, sharpening, grain.

    Gives the picture as numbers from 0 to 1 with the sRGB curve applied, ready to be coded.
    """
    h, w = light.shape[:2]
    small = np.asarray(light[: h // 8 * 8, : w // 8 * 8]).reshape(h // 8, 8, w // 8, 8, 3).mean(axis=(1, 3))
    bright = blur(np.clip(small - 1.0, 0, 8), max(2, w // 160))
    bloom = np.stack([
        np.asarray(Image.fromarray(bright[..., c]).resize((w, h), Image.Resampling.BICUBIC)) for c in range(3)
    ], axis=-1)
    y = (np.arange(h, dtype=F)[:, None] / h - 0.5) * 2
    x = (np.arange(w, dtype=F)[None, :] / w - 0.5) * 2
    vignette = (1 - 0.14 * (x * x + y * y) / 2)[..., None]
    value = (light + 0.18 * bloom) * vignette * 1.12
    # A filmic shoulder: middle grey stays, highlights bend instead of clipping.
    value = value * (1 + value / 9.0) / (1 + value * 0.80)
    value = np.clip(value * 1.12 - 0.006, 0, 1)
    value = value * (0.80 + 0.20 * smoothstep(0.0, 0.45, value))
    coded = np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055).astype(F)
    grey = coded.mean(axis=-1, keepdims=True)
    coded = grey + (coded - grey) * 1.16
    rng = np.random.default_rng(seed)
    noise = blur(rng.standard_normal((h, w)).astype(F), 1)[..., None]
    noise = noise + 0.35 * rng.standard_normal((h, w, 3)).astype(F)
    coded = coded + noise * grain * (1.25 - coded)
    return np.clip(coded, 0, 1)


LAKE = Scene(seed=20240615)
COAST = Scene(
    seed=72, shore=13, far_shore=2300, peak=620, tree_line=160, snow_line=9000, tree_height=9, eye=7,
    horizon=0.44, view=1.15, sun=(-0.38, 0.20), sun_colour=(1.0, 0.76, 0.50), sky_top=(0.16, 0.30, 0.56),
    sky_low=(0.86, 0.70, 0.56), haze=12000, clouds=0.2, grass=26000, flowers=60, waves=1.7, arid=0.55)
MEADOW = Scene(
    seed=4711, shore=60, far_shore=900, peak=760, tree_line=900, snow_line=9000, eye=13, horizon=0.40, view=1.05,
    sun=(0.20, 0.62), sky_top=(0.09, 0.27, 0.62), sky_low=(0.70, 0.79, 0.88), haze=18000, clouds=0.0,
    grass=90000, flowers=5200, waves=0.6)
DUSK = Scene(
    seed=99, shore=20, far_shore=700, peak=1900, tree_line=700, snow_line=1000, eye=8, horizon=0.60, view=0.85,
    sun=(-0.22, 0.10), sun_colour=(1.0, 0.58, 0.34), sky_top=(0.10, 0.14, 0.36), sky_low=(0.78, 0.46, 0.38),
    haze=11000, clouds=0.1, exposure=0.9, grass=30000, flowers=120, waves=0.7)
MORNING = Scene(
    seed=312, shore=30, far_shore=1200, peak=1300, tree_line=800, snow_line=1000, eye=10, horizon=0.50, view=0.80,
    sun=(-0.20, 0.22), sun_colour=(1.0, 0.80, 0.58), sky_top=(0.12, 0.24, 0.50), sky_low=(0.84, 0.70, 0.60),
    haze=16000, clouds=0.3, grass=90000, flowers=300, waves=0.8)
