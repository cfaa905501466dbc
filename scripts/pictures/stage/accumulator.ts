import {
  AddEquation,
  CustomBlending,
  FloatType,
  HalfFloatType,
  Mesh,
  NearestFilter,
  OneFactor,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  WebGLRenderTarget,
  type WebGLRenderer,
} from 'three';

const passThrough = `varying vec2 place; void main() { place = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`;

function fullFrame(material: ShaderMaterial): Scene {
  const mesh = new Mesh(new PlaneGeometry(2, 2), material);
  mesh.frustumCulled = false;
  const scene = new Scene();
  scene.add(mesh);
  return scene;
}

/** Averages many passes in floating point, then develops the result onto the canvas. */
export class Accumulator {
  readonly pass: WebGLRenderTarget;
  private readonly sum: WebGLRenderTarget;
  private readonly camera = new OrthographicCamera();
  private readonly add: Scene;
  private readonly develop: Scene;
  private readonly exposure = { value: 1 };
  private readonly weight = { value: 1 };
  private readonly renderer: WebGLRenderer;

  constructor(renderer: WebGLRenderer, width: number, height: number) {
    this.renderer = renderer;
    const filters = { minFilter: NearestFilter, magFilter: NearestFilter };
    this.pass = new WebGLRenderTarget(width, height, { type: HalfFloatType, ...filters });
    this.sum = new WebGLRenderTarget(width, height, { type: FloatType, depthBuffer: false, ...filters });
    this.add = fullFrame(
      new ShaderMaterial({
        uniforms: { frame: { value: this.pass.texture }, weight: this.weight },
        vertexShader: passThrough,
        fragmentShader: `uniform sampler2D frame; uniform float weight; varying vec2 place;
          void main() { vec4 seen = texture2D(frame, place); gl_FragColor = vec4(min(seen.rgb, vec3(12.0)), seen.a) * weight; }`,
        blending: CustomBlending,
        blendEquation: AddEquation,
        blendSrc: OneFactor,
        blendDst: OneFactor,
        depthTest: false,
        depthWrite: false,
      }),
    );
    // Compresses highlights above 0.75 and leaves everything below unchanged.
    // Uncovered pixels stay transparent. A little noise prevents banding after 8-bit rounding.
    this.develop = fullFrame(
      new ShaderMaterial({
        uniforms: { frame: { value: this.sum.texture }, exposure: this.exposure },
        vertexShader: passThrough,
        fragmentShader: `uniform sampler2D frame; varying vec2 place;
          uniform float exposure;
          vec3 shoulder(vec3 c) { return mix(c, 0.72 + 0.28 * (1.0 - exp((0.72 - c) / 0.28)), step(0.72, c)); }
          float grain(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453) - 0.5; }
          void main() {
            vec4 seen = texture2D(frame, place);
            float cover = clamp(seen.a, 0.0, 1.0);
            gl_FragColor = vec4(shoulder(seen.rgb / max(cover, 0.001) * exposure), 1.0);
            #include <colorspace_fragment>
            gl_FragColor = vec4((gl_FragColor.rgb + grain(gl_FragCoord.xy) / 255.0) * cover, cover);
          }`,
        depthTest: false,
        depthWrite: false,
      }),
    );
  }

  clear(): void {
    this.renderer.setRenderTarget(this.sum);
    this.renderer.setClearColor(0x000000, 0);
    this.renderer.clear();
  }

  collect(weight: number): void {
    this.weight.value = weight;
    this.draw(this.add, this.sum);
  }

  show(exposure: number): void {
    this.exposure.value = exposure;
    this.draw(this.develop, null);
  }

  dispose(): void {
    this.pass.dispose();
    this.sum.dispose();
  }

  private draw(scene: Scene, target: WebGLRenderTarget | null): void {
    const before = this.renderer.autoClear;
    this.renderer.autoClear = false;
    this.renderer.setRenderTarget(target);
    this.renderer.render(scene, this.camera);
    this.renderer.autoClear = before;
  }
}
