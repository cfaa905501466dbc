import { Box3, Mesh, Vector3, type Object3D, type PerspectiveCamera } from 'three';

export interface Framing {
  /** Degrees around the subject: 0 looks at the nose, 90 at its right side. */
  readonly azimuth: number;
  readonly elevation: number;
  /** Share of the frame that the subject fills along its tighter direction. */
  readonly fill: number;
  readonly fieldOfView: number;
  /** Moves the subject in the frame, in half frame sizes: x to the right, y up. */
  readonly shift?: readonly [number, number];
}

/** Bounding-box corners of each mesh. Crossed arms are much smaller on screen than their common box. */
export function cornersOf(subject: Object3D): Vector3[] {
  subject.updateWorldMatrix(true, true);
  const corners: Vector3[] = [];
  subject.traverse((child) => {
    if (!(child instanceof Mesh)) return;
    child.geometry.computeBoundingBox();
    const box: Box3 = child.geometry.boundingBox ?? new Box3();
    for (const x of [box.min.x, box.max.x])
      for (const y of [box.min.y, box.max.y])
        for (const z of [box.min.z, box.max.z])
          corners.push(new Vector3(x, y, z).applyMatrix4(child.matrixWorld));
  });
  return corners;
}

export function viewDirection(azimuth: number, elevation: number): Vector3 {
  const around = (azimuth * Math.PI) / 180;
  const up = (elevation * Math.PI) / 180;
  return new Vector3(Math.cos(up) * Math.cos(around), Math.sin(up), Math.cos(up) * Math.sin(around));
}

function extent(values: readonly number[]): { middle: number; half: number } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return { middle: (low + high) / 2, half: (high - low) / 2 };
}

/** Places the camera so the points fill the given share of the frame. */
export function frame(camera: PerspectiveCamera, points: readonly Vector3[], framing: Framing): void {
  const direction = viewDirection(framing.azimuth, framing.elevation);
  const target = new Box3().setFromPoints([...points]).getCenter(new Vector3());
  let distance =
    new Box3()
      .setFromPoints([...points])
      .getSize(new Vector3())
      .length() * 3;
  camera.fov = framing.fieldOfView;
  const [shiftX, shiftY] = framing.shift ?? [0, 0];
  for (let round = 0; round < 10; round += 1) {
    camera.position.copy(target).addScaledVector(direction, distance);
    camera.near = distance / 20;
    camera.far = distance * 8;
    camera.lookAt(target);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld(true);
    const seen = points.map((point) => point.clone().project(camera));
    const across = extent(seen.map((point) => point.x));
    const upright = extent(seen.map((point) => point.y));
    const halfHeight = distance * Math.tan((camera.fov * Math.PI) / 360);
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    target.addScaledVector(right, (across.middle - shiftX) * halfHeight * camera.aspect);
    target.addScaledVector(up, (upright.middle - shiftY) * halfHeight);
    distance *= Math.max(across.half, upright.half) / framing.fill;
  }
}

export function boxCorners(box: Box3): Vector3[] {
  const { min, max } = box;
  return [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))),
  );
}
