import { CircleGeometry, Color, Mesh, MeshLambertMaterial, MultiplyBlending } from 'three';

/**
 * A ground that only darkens: it multiplies the backdrop by the share of light that arrives. The studio tells it how
 * much would arrive without any product, so open ground keeps exactly the tone of the backdrop.
 */
export class Ground {
  readonly mesh: Mesh;
  private readonly open = { value: 1 };

  constructor() {
    const material = new MeshLambertMaterial({ color: 0xffffff, transparent: true });
    material.blending = MultiplyBlending;
    material.premultipliedAlpha = true;
    material.depthWrite = false;
    const shade = { value: new Color(0.2, 0.22, 0.25) };
    material.onBeforeCompile = (shader) => {
      shader.uniforms['openLight'] = this.open;
      shader.uniforms['shade'] = shade;
      shader.fragmentShader = shader.fragmentShader
        .replace('void main() {', 'uniform float openLight; uniform vec3 shade;\nvoid main() {')
        .replace(
          '#include <opaque_fragment>',
          `float arrived = clamp(reflectedLight.directDiffuse.g / openLight, 0.0, 1.0);
           gl_FragColor = vec4(mix(shade, vec3(1.0), arrived), 1.0);`,
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
