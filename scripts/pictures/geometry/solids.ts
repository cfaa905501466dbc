import {
  CatmullRomCurve3,
  CylinderGeometry,
  ExtrudeGeometry,
  Float32BufferAttribute,
  Path,
  Quaternion,
  Shape,
  TubeGeometry,
  Vector2,
  Vector3,
  type BufferGeometry,
} from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';

export type Triple = readonly [number, number, number];

export function block(size: Triple, round = 0.15): BufferGeometry {
  const [x, y, z] = size;
  return new RoundedBoxGeometry(x, y, z, 4, Math.min(x, y, z) * Math.min(round, 0.499));
}

export function rod(from: Triple, to: Triple, radius: number, endRadius = radius): BufferGeometry {
  const start = new Vector3(...from);
  const way = new Vector3(...to).sub(start);
  const geometry = new CylinderGeometry(endRadius, radius, way.length(), 28);
  geometry.applyQuaternion(
    new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way.clone().normalize()),
  );
  return geometry.translate(start.x + way.x / 2, start.y + way.y / 2, start.z + way.z / 2);
}

export function bentTube(points: readonly Triple[], radius: number, tension = 0.5): BufferGeometry {
  const curve = new CatmullRomCurve3(
    points.map((point) => new Vector3(...point)),
    false,
    'catmullrom',
    tension,
  );
  return new TubeGeometry(curve, points.length * 12, radius, 14);
}

type Outline = readonly (readonly [number, number])[];

/** Flat plate in the ground plane from an outline of [x, z] pairs, with a small bevel and an optional hole. */
export function plate(outline: Outline, thickness: number, bevel = 0.0015, hole?: Outline): BufferGeometry {
  const path = (line: Outline): Vector2[] => line.map(([x, z]) => new Vector2(x, -z));
  const shape = new Shape(path(outline));
  if (hole) shape.holes.push(new Path(path(hole)));
  const depth = Math.max(1e-4, thickness - 2 * bevel);
  const geometry = new ExtrudeGeometry(shape, {
    depth,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelSegments: 2,
  });
  return geometry.rotateX(-Math.PI / 2);
}

/** Maps a woven texture onto any shape at true scale: each vertex uses the two axes of the plane it faces. */
export function wovenPlaces(geometry: BufferGeometry, cellsPerMetre: number): BufferGeometry {
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const places = new Float32Array(position.count * 2);
  for (let i = 0; i < position.count; i += 1) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const [nx, ny, nz] = [Math.abs(normal.getX(i)), Math.abs(normal.getY(i)), Math.abs(normal.getZ(i))];
    const [s, t] = ny >= nx && ny >= nz ? [x, z] : nx >= nz ? [z, y] : [x, y];
    places[i * 2] = s * cellsPerMetre;
    places[i * 2 + 1] = t * cellsPerMetre;
  }
  geometry.setAttribute('uv', new Float32BufferAttribute(places, 2));
  return geometry;
}
