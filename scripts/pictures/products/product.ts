import { Box3, Vector3, type Group, type Object3D } from 'three';
import type { ViewName } from '../stage/views.ts';
import type { Framing } from '../stage/framing.ts';

export interface ViewChange extends Partial<Framing> {
  /** The part of the product that fills the frame. */
  readonly focus?: Box3;
}

export interface Product {
  readonly body: Group;
  readonly views?: Partial<Record<ViewName, ViewChange>>;
  /** Blade groups that turn while the shutter is open in the night picture. */
  readonly spinning?: readonly Object3D[];
  /** The separate pieces of a product that is shipped disassembled. */
  readonly unpacked?: () => readonly Object3D[];
}

/** Centres a finished build on the ground. */
export function grounded(body: Group): Group {
  const box = new Box3().setFromObject(body, true);
  const centre = box.getCenter(new Vector3());
  body.position.x -= centre.x;
  body.position.z -= centre.z;
  body.position.y -= box.min.y;
  return body;
}

export function around(at: readonly [number, number, number], size: readonly [number, number, number]): Box3 {
  return new Box3().setFromCenterAndSize(new Vector3(...at), new Vector3(...size));
}
