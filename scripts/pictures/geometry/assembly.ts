import { Group, Mesh, type BufferGeometry, type Material, type Object3D } from 'three';
import type { Triple } from './solids.ts';
import { wovenPlaces } from './solids.ts';
import { carbon, weavePerMetre } from '../materials/carbon.ts';

export function part(
  geometry: BufferGeometry,
  material: Material,
  at: Triple = [0, 0, 0],
  turn: Triple = [0, 0, 0],
): Mesh {
  if (material === carbon) wovenPlaces(geometry, weavePerMetre);
  const mesh = new Mesh(geometry, material);
  mesh.position.set(...at);
  mesh.rotation.set(...turn);
  // Paint and lettering are flush with their shell; casting shadows would only draw a false rim.
  if (material.polygonOffset || geometry.userData['flush']) mesh.userData['noShadow'] = true;
  return mesh;
}

export function assembly(...parts: readonly Object3D[]): Group {
  const group = new Group();
  if (parts.length > 0) group.add(...parts);
  return group;
}

export function placed<T extends Object3D>(object: T, at: Triple, turn: Triple = [0, 0, 0]): T {
  object.position.set(...at);
  object.rotation.set(...turn);
  return object;
}

/** The part mirrored across the centre line. */
export function mirrored(object: Object3D): Group {
  const group = assembly(object.clone());
  group.scale.z = -1;
  return group;
}

/** The part and its mirror image. */
export function pair(object: Object3D): Group {
  return assembly(object, mirrored(object));
}

/** Copies of a part in a ring about the vertical axis. */
export function ring(
  count: number,
  firstDegrees: number,
  build: (index: number, degrees: number) => Object3D,
): Group {
  const group = new Group();
  for (let index = 0; index < count; index += 1) {
    const degrees = firstDegrees + (360 / count) * index;
    const holder = assembly(build(index, degrees));
    holder.rotation.y = (-degrees * Math.PI) / 180;
    group.add(holder);
  }
  return group;
}
