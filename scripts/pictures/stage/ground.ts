import { CircleGeometry, Mesh, ShaderMaterial, Vector3, type Texture } from 'three';

/** Share of light in the deepest shadow, reflected by the room. */
const DEEPEST = 0.22;

/**
 * A ground that shows only the shadow: black, with the missing light as opacity, so the picture fits any page background.
 * The exponent compensates for browsers blending in display colour space instead of linear light.
 */
export class Ground {
  readonly mesh: Mesh;
  private readonly shadow: { value: Texture | null } = { value: null };
  private readonly area = { value: new Vector3() };

  constructor() {
    const material = new ShaderMaterial({
      uniforms: { shadow: this.shadow, area: this.area },
      vertexShader: `uniform vec3 area; varying vec2 place;
        void main() {
          vec4 at = modelMatrix * vec4(position, 1.0);
          place = (at.xz - area.xy) / area.z * 0.5 + 0.5;
          gl_Position = projectionMatrix * viewMatrix * at;
        }`,
      fragmentShader: `uniform sampler2D shadow; varying vec2 place;
        void main() {
          float arrived = 1.0 - clamp(texture2D(shadow, place).r, 0.0, 1.0);
          gl_FragColor = vec4(vec3(0.0), 1.0 - pow(mix(${DEEPEST}, 1.0, arrived), 1.0 / 2.2));
        }`,
      transparent: true,
      premultipliedAlpha: true,
      depthWrite: false,
    });
    this.mesh = new Mesh(new CircleGeometry(1, 48).rotateX(-Math.PI / 2), material);
  }

  /** Places the ground under the square covered by the shadow. */
  lay(shadow: Texture, area: Vector3): void {
    this.shadow.value = shadow;
    this.area.value.copy(area);
    this.mesh.position.set(area.x, 0, area.y);
    this.mesh.scale.setScalar(area.z);
  }
}
