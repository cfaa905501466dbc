import { CircleGeometry, Mesh, MeshLambertMaterial } from 'three';

/** Share of light that the deepest shadow still gets, as the room sends it back from everywhere. */
const DEEPEST = 0.22;

/**
 * A ground that is nothing but shadow: black, as opaque as light is missing, so that the picture lies on any ground of
 * the page. The studio tells it how much would arrive without any product: open ground is wholly transparent. The page
 * mixes colours as they are shown and not as light, hence the exponent.
 */
export class Ground {
  readonly mesh: Mesh;
  private readonly open = { value: 1 };

  constructor() {
    const material = new MeshLambertMaterial({ color: 0xffffff, transparent: true });
    material.premultipliedAlpha = true;
    material.depthWrite = false;
    material.onBeforeCompile = (shader) => {
      shader.uniforms['openLight'] = this.open;
      shader.fragmentShader = shader.fragmentShader
        .replace('void main() {', 'uniform float openLight;\nvoid main() {')
        .replace(
          '#include <opaque_fragment>',
          `float arrived = clamp(reflectedLight.directDiffuse.g / openLight, 0.0, 1.0);
           gl_FragColor = vec4(vec3(0.0), 1.0 - pow(mix(${DEEPEST}, 1.0, arrived), 1.0 / 2.2));`,
        );
    };
    this.mesh = new Mesh(new CircleGeometry(1, 48).rotateX(-Math.PI / 2), material);
    this.mesh.receiveShadow = true;
  }

  /** Ground without any shadow changes nothing, so it reaches no further than the shadows do. */
  set reach(radius: number) {
    this.mesh.scale.setScalar(radius);
  }

  set openLight(value: number) {
    this.open.value = value;
  }
}
