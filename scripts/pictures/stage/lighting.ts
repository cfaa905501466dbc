import { DirectionalLight, Group, type Vector3 } from 'three';
import { pointInDisc, skyDirection } from './sequence.ts';
import { viewDirection } from './framing.ts';

const skyLightsPerPass = 2;
const keyRays = 40;
const skyRays = 72;

/** A share of the light on open ground, and the direction to its source. */
export interface Ray {
  readonly way: Vector3;
  readonly strength: number;
}

export interface LightPlan {
  /** Direction of the key light, in degrees relative to the camera. */
  readonly keyAzimuth: number;
  readonly keyElevation: number;
  readonly key: number;
  /** Spread of the key light as a share of a right angle. Larger is softer. */
  readonly spread: number;
  readonly sky: number;
  readonly rims: readonly { azimuth: number; elevation: number; strength: number }[];
}

function shadowLight(mapSize: number, blur: number): DirectionalLight {
  const light = new DirectionalLight(0xffffff, 1);
  light.castShadow = true;
  light.shadow.mapSize.set(mapSize, mapSize);
  // Blurs each pass's shadow slightly, so a few passes already give a smooth penumbra.
  light.shadow.radius = blur;
  return light;
}

/** A key and several sky lights that move with each pass. They average to an area light and a bright dome. */
export class Lighting {
  readonly group = new Group();
  private readonly key = shadowLight(2048, 6);
  private readonly sky = Array.from({ length: skyLightsPerPass }, () => shadowLight(768, 7));
  private readonly rims: DirectionalLight[] = [];
  private readonly plan: LightPlan;

  constructor(plan: LightPlan) {
    this.plan = plan;
    this.key.intensity = plan.key;
    for (const light of this.sky) light.intensity = plan.sky / skyLightsPerPass;
    for (const rim of plan.rims) {
      const light = new DirectionalLight(0xffffff, rim.strength);
      this.rims.push(light);
    }
    const lights = [this.key, ...this.sky, ...this.rims];
    this.group.add(...lights, ...lights.map((light) => light.target));
  }

  /** Aims all lights at the subject for one pass. */
  aim(pass: number, centre: Vector3, radius: number, cameraAzimuth: number): void {
    this.point(this.key, this.keyWay(pass, cameraAzimuth), centre, radius);
    this.sky.forEach((light, index) => {
      this.point(light, skyDirection(pass * skyLightsPerPass + index), centre, radius);
    });
    this.plan.rims.forEach((rim, index) => {
      const light = this.rims[index];
      if (light) this.point(light, viewDirection(cameraAzimuth + rim.azimuth, rim.elevation), centre, radius);
    });
  }

  /** Key and sky light as separate rays, many more than there are passes. */
  rays(cameraAzimuth: number): Ray[] {
    const { key, sky } = this.plan;
    const ray = (way: Vector3, light: number): Ray => ({ way, strength: light * Math.max(0, way.y) });
    return [
      ...Array.from({ length: keyRays }, (_, i) => ray(this.keyWay(i, cameraAzimuth), key / keyRays)),
      ...Array.from({ length: skyRays }, (_, i) => ray(skyDirection(i), sky / skyRays)),
    ];
  }

  private keyWay(index: number, cameraAzimuth: number): Vector3 {
    const { plan } = this;
    const [a, b] = pointInDisc(index);
    const spread = plan.spread * 90;
    return viewDirection(cameraAzimuth + plan.keyAzimuth + a * spread, plan.keyElevation + b * spread * 0.7);
  }

  private point(light: DirectionalLight, way: Vector3, centre: Vector3, radius: number): void {
    light.target.position.copy(centre);
    light.position.copy(centre).addScaledVector(way, radius * 3);
    const camera = light.shadow.camera;
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.near = radius * 0.5;
    camera.far = radius * 5.5;
    camera.updateProjectionMatrix();
    light.shadow.bias = -0.0006;
    light.shadow.normalBias = (radius / light.shadow.mapSize.x) * 2.2;
  }
}
