import {
  BasicShadowMap,
  Box3,
  Group,
  Mesh,
  NeutralToneMapping,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
  type Object3D,
} from 'three';
import { Accumulator } from './accumulator.ts';
import { backdrop, type BackdropTone } from './backdrop.ts';
import { cornersOf, frame, type Framing } from './framing.ts';
import { Ground } from './ground.ts';
import { Lighting, type LightPlan } from './lighting.ts';
import { pointInDisc, pointInSquare } from './sequence.ts';
import { dayEnvironment, nightEnvironment } from './environment.ts';

export interface Look {
  readonly room: 'day' | 'night';
  readonly reflections: number;
  readonly exposure: number;
  readonly lights: LightPlan;
  readonly backdrop: BackdropTone;
  readonly ground: boolean;
}

export interface Picture {
  readonly subject: Object3D;
  /** What the camera frames; the whole subject when absent. */
  readonly focus?: Box3;
  readonly framing: Framing;
  readonly look: Look;
  /** Lens opening in metres: details far from the focus melt away. */
  readonly aperture: number;
  readonly passes: number;
  /** Moves parts within the exposure, from 0 to 1; turning propellers blur. */
  readonly move?: (moment: number) => void;
}

export function boxCorners(box: Box3): Vector3[] {
  const { min, max } = box;
  return [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))),
  );
}

export class Studio {
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = BasicShadowMap;
    this.renderer.toneMapping = NeutralToneMapping;
  }

  render(picture: Picture, width: number, height: number): void {
    const { renderer } = this;
    const { look, subject, framing } = picture;
    renderer.setPixelRatio(1);
    renderer.setSize(width, height, false);
    renderer.toneMappingExposure = look.exposure;
    const scene = new Scene();
    scene.environment = look.room === 'day' ? dayEnvironment(renderer) : nightEnvironment(renderer);
    scene.environmentIntensity = look.reflections;
    scene.environmentRotation.y = ((90 - framing.azimuth) * Math.PI) / -180;
    const stand = new Group();
    stand.add(subject);
    scene.add(backdrop(look.backdrop), stand);
    const bounds = new Box3().setFromObject(stand).getBoundingSphere(new Sphere());
    const lighting = new Lighting(look.lights);
    const ground = new Ground(bounds.radius * 30);
    scene.add(lighting.group);
    if (look.ground) scene.add(ground.mesh);
    stand.traverse((child) => {
      if (!(child instanceof Mesh) || child.userData['noShadow']) return;
      child.castShadow = true;
      child.receiveShadow = true;
    });

    const camera = new PerspectiveCamera(framing.fieldOfView, width / height);
    const target = frame(camera, picture.focus ? boxCorners(picture.focus) : cornersOf(stand), framing);
    const home = camera.position.clone();
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    const accumulator = new Accumulator(renderer, width, height);
    accumulator.clear();
    for (let pass = 0; pass < picture.passes; pass += 1) {
      ground.openLight = lighting.aim(pass, bounds.center, bounds.radius * 1.08, framing.azimuth);
      picture.move?.(pass / Math.max(1, picture.passes - 1));
      const [lensX, lensY] = pointInDisc(pass + 7);
      camera.position.copy(home);
      camera.position.addScaledVector(right, lensX * picture.aperture);
      camera.position.addScaledVector(up, lensY * picture.aperture);
      camera.lookAt(target);
      const [x, y] = pointInSquare(pass);
      camera.setViewOffset(width, height, x - 0.5, y - 0.5, width, height);
      renderer.setRenderTarget(accumulator.pass);
      renderer.render(scene, camera);
      accumulator.collect(1 / picture.passes);
    }
    accumulator.show();
    accumulator.dispose();
    stand.remove(subject);
    scene.environment.dispose();
  }
}
