import { Mesh, PlaneGeometry, ShaderMaterial } from 'three';

/**
 * Dry farmland under a hazy sky, drawn behind the subject. Each pixel's line of sight is followed down to a plane below
 * the aircraft. Paddocks are rectangles that were split again and again; all lengths are metres.
 * @param height of the aircraft above the ground
 */
export function landscape(height: number): Mesh {
  const material = new ShaderMaterial({
    uniforms: { height: { value: height } },
    depthTest: false,
    depthWrite: false,
    vertexShader: `
      varying vec3 sight;
      void main() {
        gl_Position = vec4(position.xy, 1.0, 1.0);
        vec4 far = inverse(projectionMatrix) * gl_Position;
        sight = transpose(mat3(viewMatrix)) * (far.xyz / far.w);
      }`,
    fragmentShader: FRAGMENT,
  });
  const mesh = new Mesh(new PlaneGeometry(2, 2), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1;
  return mesh;
}

const FRAGMENT = `
  varying vec3 sight;
  uniform float height;
  const vec3 HAZE = vec3(0.66, 0.71, 0.76);
  const vec2 SUN = vec2(0.8, -0.6);

  float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
  vec2 hash2(vec2 p) { return vec2(hash(p), hash(p + 19.19)); }

  float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
  }

  float layers(vec2 p) {
    float sum = 0.0, part = 0.5;
    for (int i = 0; i < 4; i++) { sum += part * noise(p); p = p * 2.13 + 7.7; part *= 0.5; }
    return sum;
  }

  /* The paddock at a place: a seed, the distance to its fence, and whether its rows run along x. */
  vec3 paddock(vec2 p) {
    vec2 low = floor(p / 620.0) * 620.0, high = low + 620.0;
    vec2 seed = floor(p / 620.0);
    for (int i = 0; i < 4; i++) {
      float cut = 0.32 + 0.36 * hash(seed + float(i) * 3.1);
      vec2 size = high - low;
      if (hash(seed + 5.5) > 0.86 && i > 1) break;
      if (size.x > size.y) {
        float at = low.x + size.x * cut;
        if (p.x < at) { high.x = at; seed = seed * 1.7 + 1.3; } else { low.x = at; seed = seed * 1.9 + 4.7; }
      } else {
        float at = low.y + size.y * cut;
        if (p.y < at) { high.y = at; seed = seed * 1.5 + 2.9; } else { low.y = at; seed = seed * 2.1 + 6.1; }
      }
    }
    vec2 edge = min(p - low, high - p);
    return vec3(hash(seed), min(edge.x, edge.y), step(0.5, hash(seed + 8.8)));
  }

  vec3 ground(float kind) {
    if (kind < 0.24) return vec3(0.47, 0.37, 0.20);
    if (kind < 0.44) return vec3(0.36, 0.30, 0.17);
    if (kind < 0.58) return vec3(0.19, 0.22, 0.10);
    if (kind < 0.70) return vec3(0.26, 0.15, 0.09);
    if (kind < 0.86) return vec3(0.40, 0.34, 0.21);
    return vec3(0.25, 0.26, 0.13);
  }

  float toCreek(vec2 p) {
    return abs(p.y - 90.0 * sin(p.x / 260.0) - 60.0 * sin(p.x / 97.0 + 1.0) + 260.0);
  }

  float wooded(vec2 p) { return 1.0 - smoothstep(8.0, 46.0, toCreek(p)); }

  /* Trees on a jittered grid: x is the cover by crowns, y the cover by their shadows. */
  vec2 trees(vec2 p, float grid, float density, float byCreek) {
    vec2 found = vec2(0.0);
    for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++) {
      vec2 cell = floor(p / grid) + vec2(x, y);
      vec2 jitter = hash2(cell);
      vec2 centre = (cell + 0.2 + 0.6 * jitter) * grid;
      if (hash(cell + 3.3) > density + byCreek * wooded(centre)) continue;
      float radius = grid * (0.16 + 0.2 * jitter.y);
      float crown = length(p - centre) / radius + 0.5 * (noise(p / radius * 2.0) - 0.5);
      vec2 offset = p - centre - SUN * radius * 1.3;
      found.x = max(found.x, 1.0 - smoothstep(0.75, 1.05, crown));
      found.y = max(found.y, 1.0 - smoothstep(0.6, 1.2, length(offset) / radius));
    }
    return found;
  }

  void main() {
    vec3 way = normalize(sight);
    vec3 sky = mix(HAZE, vec3(0.20, 0.36, 0.60), smoothstep(-0.01, 0.5, way.y));
    if (way.y > -0.004) { gl_FragColor = vec4(sky, 1.0); return; }
    float distance = height / -way.y;
    vec2 p = way.xz * distance + vec2(310.0, 140.0);
    p += 22.0 * (vec2(layers(p / 900.0), layers(p / 900.0 + 40.0)) - 0.5);
    float detail = exp(-distance / 900.0);

    vec3 here = paddock(p);
    vec3 colour = ground(here.x) * (0.82 + 0.36 * layers(p / 130.0)) * (1.0 + 0.5 * detail * (layers(p / 7.0) - 0.47));
    float across = here.z > 0.5 ? p.x : p.y;
    float rows = sin(across * 0.9) * detail + 0.7 * sin(across * 0.21 + here.x * 40.0);
    colour *= 1.0 + 0.055 * rows * step(0.24, here.x);
    colour = mix(colour, vec3(0.52, 0.43, 0.29), (1.0 - smoothstep(1.5, 3.5, here.y)) * 0.75);

    float creek = toCreek(p);
    colour = mix(colour, vec3(0.20, 0.19, 0.09), wooded(p) * 0.8);
    colour = mix(colour, vec3(0.27, 0.32, 0.32), 1.0 - smoothstep(3.0, 6.0, creek));

    vec2 lone = trees(p, 34.0, 0.05, 0.0);
    vec2 along = trees(p, 15.0, 0.012, 0.85);
    vec2 cover = max(lone, along);
    colour = mix(colour, colour * 0.34, cover.y * (1.0 - cover.x));
    colour = mix(colour, vec3(0.10, 0.125, 0.062) * (0.7 + 0.8 * noise(p / 2.5)), cover.x);

    colour *= mix(0.72, 1.08, smoothstep(0.36, 0.56, layers(p / 1500.0 + 3.0)));
    colour = mix(colour * vec3(1.24, 1.15, 0.98), HAZE, 1.0 - exp(-distance / 8200.0));
    gl_FragColor = vec4(colour, 1.0);
  }`;
