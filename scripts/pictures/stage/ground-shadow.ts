import {
  AddEquation,
  BufferGeometry,
  Camera,
  CustomBlending,
  DoubleSide,
  FloatType,
  LinearFilter,
  MaxEquation,
  Mesh,
  OneFactor,
  PlaneGeometry,
  RedFormat,
  Scene,
  ShaderMaterial,
  Vector3,
  Vector4,
  WebGLRenderTarget,
  type Object3D,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { Ray } from './lighting.ts';

const SIZE = 1024;

/** All shadow casters as triangles in world space, drawn once per ray of light. */
function silhouette(subject: Object3D): BufferGeometry {
  const parts: BufferGeometry[] = [];
  subject.updateWorldMatrix(true, true);
  subject.traverse((child) => {
    if (!(child instanceof Mesh) || !child.castShadow) return;
    const geometry: BufferGeometry = child.geometry;
    const part = new BufferGeometry().setAttribute('position', geometry.getAttribute('position').clone());
    const count = part.getAttribute('position').count;
    part.setIndex(geometry.index ?? Array.from({ length: count }, (_, vertex) => vertex));
    parts.push(part.applyMatrix4(child.matrixWorld));
  });
  return mergeGeometries(parts);
}

/** The ground's shadow from above, averaged over far more rays than there are passes. */
export class GroundShadow {
  private readonly shade = new WebGLRenderTarget(SIZE, SIZE, { depthBuffer: false });
  private readonly sum = new WebGLRenderTarget(SIZE, SIZE, {
    format: RedFormat,
    type: FloatType,
    depthBuffer: false,
    minFilter: LinearFilter,
    magFilter: LinearFilter,
  });
  private readonly way = { value: new Vector3() };
  private readonly area = { value: new Vector3() };
  private readonly channel = { value: new Vector4() };
  private readonly weights = { value: new Vector4() };
  private readonly camera = new Camera();
  private readonly project = new ShaderMaterial({
    uniforms: { way: this.way, area: this.area, channel: this.channel },
    vertexShader: `uniform vec3 way; uniform vec3 area;
      void main() {
        vec2 place = position.xz - way.xz * (max(position.y, 0.0) / way.y);
        gl_Position = vec4((place - area.xy) / area.z, 0.0, 1.0);
      }`,
    fragmentShader: 'uniform vec4 channel; void main() { gl_FragColor = channel; }',
    side: DoubleSide,
    blending: CustomBlending,
    blendEquation: MaxEquation,
    blendSrc: OneFactor,
    blendDst: OneFactor,
    depthTest: false,
    depthWrite: false,
  });
  private readonly add: Scene;
  private readonly renderer: WebGLRenderer;

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer;
    const material = new ShaderMaterial({
      uniforms: { shade: { value: this.shade.texture }, weights: this.weights },
      vertexShader:
        'varying vec2 place; void main() { place = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
      fragmentShader: `uniform sampler2D shade; uniform vec4 weights; varying vec2 place;
        void main() { gl_FragColor = vec4(dot(texture2D(shade, place), weights)); }`,
      blending: CustomBlending,
      blendEquation: AddEquation,
      blendSrc: OneFactor,
      blendDst: OneFactor,
      depthTest: false,
      depthWrite: false,
    });
    this.add = sceneOf(new PlaneGeometry(2, 2), material);
  }

  /** @param area x and z of the square's centre, and half its side, in metres */
  cast(subject: Object3D, rays: readonly Ray[], area: Vector3): Texture {
    const { renderer } = this;
    const geometry = silhouette(subject);
    const scene = sceneOf(geometry, this.project);
    this.area.value.copy(area);
    renderer.setClearColor(0x000000, 0);
    renderer.setRenderTarget(this.sum);
    renderer.clear();
    const total = rays.reduce((sum, ray) => sum + ray.strength, 0);
    renderer.autoClear = false;
    // Renders four rays at once, one per channel.
    for (let first = 0; first < rays.length; first += 4) {
      this.weights.value.set(0, 0, 0, 0);
      renderer.setRenderTarget(this.shade);
      renderer.clear();
      rays.slice(first, first + 4).forEach((ray, channel) => {
        this.way.value.copy(ray.way);
        this.channel.value.set(0, 0, 0, 0).setComponent(channel, 1);
        this.weights.value.setComponent(channel, ray.strength / total);
        renderer.render(scene, this.camera);
      });
      renderer.setRenderTarget(this.sum);
      renderer.render(this.add, this.camera);
    }
    renderer.autoClear = true;
    geometry.dispose();
    return this.sum.texture;
  }
}

function sceneOf(geometry: BufferGeometry, material: ShaderMaterial): Scene {
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return new Scene().add(mesh);
}
