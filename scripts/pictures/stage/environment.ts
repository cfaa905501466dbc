import {
  BackSide,
  BoxGeometry,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  Color,
  type Texture,
  type WebGLRenderer,
} from 'three';

interface Panel {
  readonly size: readonly [number, number, number];
  readonly at: readonly [number, number, number];
  readonly strength: number;
}

interface Room {
  readonly walls: number;
  readonly panels: readonly Panel[];
}

/** Large panels give composite shells long, calm reflections; the dark bands keep white edges legible. */
const dayRoom: Room = {
  walls: 0.5,
  panels: [
    { size: [9, 0.1, 9], at: [0, 9.6, 0], strength: 3.2 },
    { size: [0.1, 7, 5], at: [-9.6, 3, 2], strength: 3 },
    { size: [0.1, 7, 2], at: [9.6, 2, -3], strength: 2.2 },
    { size: [5, 5, 0.1], at: [1, 4, 9.6], strength: 1.6 },
    { size: [18, 0.1, 18], at: [0, -9.6, 0], strength: 0.62 },
    { size: [3, 9, 0.1], at: [-5, 0, -9.6], strength: 0.05 },
    { size: [0.1, 5, 4], at: [9.6, -2, 5], strength: 0.05 },
  ],
};

/** Narrow strips behind the subject and almost nothing in front: outlines glow, faces stay deep. */
const nightRoom: Room = {
  walls: 0.012,
  panels: [
    { size: [14, 0.1, 1.6], at: [0, 9.6, -5], strength: 9 },
    { size: [0.1, 6, 1.4], at: [-9.6, 4, -5], strength: 14 },
    { size: [0.1, 6, 1.4], at: [9.6, 3, -6], strength: 12 },
    { size: [4, 2, 0.1], at: [-4, 6, 9.6], strength: 1.3 },
  ],
};

function box(panel: Panel): Mesh {
  const tone = new Color().setScalar(panel.strength);
  const mesh = new Mesh(new BoxGeometry(...panel.size), new MeshBasicMaterial({ color: tone }));
  mesh.position.set(...panel.at);
  return mesh;
}

function environment(renderer: WebGLRenderer, room: Room): Texture {
  const scene = new Scene();
  const walls = new MeshBasicMaterial({ color: new Color().setScalar(room.walls), side: BackSide });
  scene.add(new Mesh(new BoxGeometry(20, 20, 20), walls), ...room.panels.map(box));
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(scene, 0.02);
  generator.dispose();
  return texture;
}

export function dayEnvironment(renderer: WebGLRenderer): Texture {
  return environment(renderer, dayRoom);
}

export function nightEnvironment(renderer: WebGLRenderer): Texture {
  return environment(renderer, nightRoom);
}
