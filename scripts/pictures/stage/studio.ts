import {
  Box3,
  Group,
  Mesh,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three';
import { Accumulator } from './accumulator.ts';
import { boxCorners, cornersOf, frame } from './framing.ts';
import { Ground } from './ground.ts';
import { GroundShadow } from './ground-shadow.ts';
import { Lighting } from './lighting.ts';
import { pointInSquare } from './sequence.ts';
import { dayEnvironment, nightEnvironment } from './environment.ts';
import type { Look, Picture } from './picture.ts';

/** Reused between pictures: rebuilding reflections and shaders costs more than most renders. */
interface StudioSet {
  readonly scene: Scene;
  readonly stand: Group;
  readonly lighting: Lighting;
  readonly ground: Ground;
}

/** Reach of shadows, as a multiple of the subject's radius. */
const REACH = 1.75;

export class Studio {
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  private readonly sets = new Map<Look, StudioSet>();
  private readonly groundShadow: GroundShadow;
  private accumulator: Accumulator | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.groundShadow = new GroundShadow(this.renderer);
  }

  render(picture: Picture, width: number, height: number): void {
    const { look, subject, framing } = picture;
    this.renderer.setSize(width, height, false);
    const { scene, stand, lighting, ground } = this.set(look);
    scene.environmentRotation.y = ((90 - framing.azimuth) * Math.PI) / -180;
    stand.clear();
    stand.add(subject);
    stand.traverse((child) => {
      if (!(child instanceof Mesh)) return;
      child.castShadow = !child.userData['noShadow'];
      child.receiveShadow = true;
    });
    const bounds = new Box3().setFromObject(stand).getBoundingSphere(new Sphere());
    if (!look.backdrop) {
      const area = new Vector3(bounds.center.x, bounds.center.z, bounds.radius * REACH);
      ground.lay(this.groundShadow.cast(stand, lighting.rays(framing.azimuth), area), area);
    }
    const camera = new PerspectiveCamera(framing.fieldOfView, width / height);
    frame(camera, picture.focus ? boxCorners(picture.focus) : cornersOf(stand), framing);
    const accumulator = this.accumulatorOf(width, height);
    accumulator.clear();
    for (let pass = 0; pass < picture.passes; pass += 1) {
      lighting.aim(pass, bounds.center, bounds.radius * 1.08, framing.azimuth);
      picture.move?.(pass / Math.max(1, picture.passes - 1));
      const [x, y] = pointInSquare(pass);
      camera.setViewOffset(width, height, x - 0.5, y - 0.5, width, height);
      this.renderer.setRenderTarget(accumulator.pass);
      this.renderer.render(scene, camera);
      accumulator.collect(1 / picture.passes);
    }
    picture.finish?.();
    accumulator.show(look.exposure);
  }

  private set(look: Look): StudioSet {
    const known = this.sets.get(look);
    if (known) return known;
    const made: StudioSet = {
      scene: new Scene(),
      stand: new Group(),
      lighting: new Lighting(look.lights),
      ground: new Ground(),
    };
    made.scene.environment =
      look.room === 'day' ? dayEnvironment(this.renderer) : nightEnvironment(this.renderer);
    made.scene.environmentIntensity = look.reflections;
    made.scene.add(made.stand, made.lighting.group);
    if (look.backdrop) made.scene.add(look.backdrop());
    else made.scene.add(made.ground.mesh);
    this.sets.set(look, made);
    return made;
  }

  private accumulatorOf(width: number, height: number): Accumulator {
    const known = this.accumulator;
    if (known?.pass.width === width && known.pass.height === height) return known;
    known?.dispose();
    this.accumulator = new Accumulator(this.renderer, width, height);
    return this.accumulator;
  }
}
