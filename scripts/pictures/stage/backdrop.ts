import { Mesh, PlaneGeometry, ShaderMaterial, Vector3, type Color } from 'three';

export interface BackdropTone {
  readonly centre: Color;
  readonly edge: Color;
  /** Position of the glow in the frame, from the bottom left, 0 to 1. */
  readonly glow: readonly [number, number];
}

/** A background in screen space, so the ground has no horizon. */
export function backdrop(tone: BackdropTone): Mesh {
  const material = new ShaderMaterial({
    depthTest: false,
    depthWrite: false,
    uniforms: {
      centre: { value: new Vector3(...tone.centre.toArray()) },
      edge: { value: new Vector3(...tone.edge.toArray()) },
      glow: { value: new Vector3(tone.glow[0], tone.glow[1], 0) },
    },
    vertexShader: `
      varying vec2 place;
      void main() { place = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 1.0, 1.0); }`,
    fragmentShader: `
      uniform vec3 centre; uniform vec3 edge; uniform vec3 glow; varying vec2 place;
      void main() {
        float far = smoothstep(0.12, 0.95, distance(place, glow.xy));
        gl_FragColor = vec4(mix(centre, edge, far), 1.0);
      }`,
  });
  const mesh = new Mesh(new PlaneGeometry(2, 2), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1;
  return mesh;
}
