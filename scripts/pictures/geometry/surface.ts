import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three';

/** A skin over two parameters from 0 to 1, the basis of all curved shapes. */
export type Surface = (u: number, v: number) => Vector3;

export interface PatchOptions {
  readonly u?: readonly [number, number];
  readonly v?: readonly [number, number];
  readonly steps: readonly [number, number];
  /** Distance above the skin, which keeps seams and lettering just above their shell. */
  readonly lift?: number;
  readonly mirrorS?: boolean;
  readonly mirrorT?: boolean;
}

function normalAt(surface: Surface, u: number, v: number): Vector3 {
  const step = 1e-3;
  const along = surface(Math.min(1, u + step), v).sub(surface(Math.max(0, u - step), v));
  const around = surface(u, v + step).sub(surface(u, v - step));
  const normal = along.cross(around);
  // At a pole the ring collapses, so take the tangent from a ring next to it.
  if (normal.lengthSq() < 1e-22) {
    const inward = u < 0.5 ? u + 4 * step : u - 4 * step;
    return inward === u ? new Vector3(0, 1, 0) : normalAt(surface, inward, v);
  }
  return normal.normalize();
}

/** Meshes a range of a surface, by default all of it. */
export function patch(surface: Surface, options: PatchOptions): BufferGeometry {
  const [u0, u1] = options.u ?? [0, 1];
  const [v0, v1] = options.v ?? [0, 1];
  const [columns, rows] = options.steps;
  const positions: number[] = [];
  const normals: number[] = [];
  const places: number[] = [];
  const faces: number[] = [];
  for (let i = 0; i <= columns; i += 1) {
    for (let j = 0; j <= rows; j += 1) {
      const u = u0 + ((u1 - u0) * i) / columns;
      const v = v0 + ((v1 - v0) * j) / rows;
      const normal = normalAt(surface, u, v);
      const point = surface(u, v).addScaledVector(normal, options.lift ?? 0);
      positions.push(point.x, point.y, point.z);
      normals.push(normal.x, normal.y, normal.z);
      places.push(options.mirrorS ? 1 - i / columns : i / columns, options.mirrorT ? 1 - j / rows : j / rows);
      if (i === columns || j === rows) continue;
      const a = i * (rows + 1) + j;
      const b = a + rows + 1;
      faces.push(a, b, a + 1, b, b + 1, a + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new Float32BufferAttribute(places, 2));
  geometry.setIndex(faces);
  if (options.lift) geometry.userData['flush'] = true;
  return geometry;
}
