import { LatheGeometry, Vector2, type BufferGeometry } from 'three';

/** Turned part with a flowing profile, for domes and bowls. */
export function bowl(outline: readonly (readonly [number, number])[], segments = 64): BufferGeometry {
  return new LatheGeometry(
    outline.map(([r, y]) => new Vector2(r, y)),
    segments,
  );
}

type Outline = readonly (readonly [number, number])[];

/** Positive if the outline runs upwards around its solid, so the lathe faces outwards. */
function turningSense(outline: Outline): number {
  const first = outline[0];
  const last = outline.at(-1);
  if (!first || !last) return 0;
  const loop: Outline = [...outline, [0, last[1]], [0, first[1]]];
  return loop.reduce((area, [r, y], index) => {
    const [nextR, nextY] = loop[(index + 1) % loop.length] ?? first;
    return area + r * nextY - nextR * y;
  }, 0);
}

/** Turned part about the y axis, from [radius, height] pairs in either direction; each corner stays crisp. */
export function turned(outline: Outline, segments = 48): BufferGeometry {
  return hollow(turningSense(outline) < 0 ? outline.toReversed() : outline, segments);
}

/** Like `turned`, but faces by the outline's direction: a downward one shows the inside of a bore. */
export function hollow(outline: Outline, segments = 48): BufferGeometry {
  const geometry = new LatheGeometry(
    outline.map(([r, y]) => new Vector2(r, y)),
    segments,
  ).toNonIndexed();
  geometry.computeVertexNormals();
  return softenedAround(geometry);
}

/** Smooths facets around the axis only: normals follow the radius but keep the facet's slope. */
function softenedAround(geometry: BufferGeometry): BufferGeometry {
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  for (let i = 0; i < position.count; i += 1) {
    const radius = Math.hypot(position.getX(i), position.getZ(i));
    const slope = normal.getY(i);
    if (radius < 1e-6 || Math.abs(slope) > 0.999) continue;
    const outward = normal.getX(i) * position.getX(i) + normal.getZ(i) * position.getZ(i) >= 0 ? 1 : -1;
    const flat = (outward * Math.sqrt(1 - slope * slope)) / radius;
    normal.setXYZ(i, position.getX(i) * flat, slope, position.getZ(i) * flat);
  }
  return geometry;
}

export function disc(radius: number, height: number, bevel = 0.1, segments = 48): BufferGeometry {
  const cut = Math.min(radius, height) * bevel;
  const low = -height / 2;
  const high = height / 2;
  return turned(
    [
      [0, low],
      [radius - cut, low],
      [radius, low + cut],
      [radius, high - cut],
      [radius - cut, high],
      [0, high],
    ],
    segments,
  );
}
