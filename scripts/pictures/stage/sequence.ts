import { Vector3 } from 'three';

/** R2 low-discrepancy sequence: even coverage from any number of passes. */
export function pointInSquare(index: number): readonly [number, number] {
  return [(0.5 + index * 0.7548776662466927) % 1, (0.5 + index * 0.5698402909980532) % 1];
}

export function pointInDisc(index: number): readonly [number, number] {
  const [a, b] = pointInSquare(index);
  const radius = Math.sqrt(a);
  return [radius * Math.cos(2 * Math.PI * b), radius * Math.sin(2 * Math.PI * b)];
}

/** Cosine-weighted direction about +y, kept off the horizon where shadows grow endless. */
export function skyDirection(index: number): Vector3 {
  const [x, z] = pointInDisc(index);
  const kept = 0.96;
  return new Vector3(x * kept, Math.sqrt(1 - (x * x + z * z) * kept * kept), z * kept);
}
