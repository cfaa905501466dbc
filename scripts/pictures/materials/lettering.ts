import { CanvasTexture, MeshStandardMaterial, SRGBColorSpace } from 'three';

export const face = 'Archivo, sans-serif';

export type Draw = (pen: CanvasRenderingContext2D, width: number, height: number) => void;

interface Sheet {
  /** Width over height of the target area, so letters keep their proportions. */
  readonly aspect: number;
  readonly pixels?: number;
  readonly roughness?: number;
  readonly clear?: boolean;
}

/** A drawn sheet: opaque for printed labels, transparent around letters on a shell. */
export function sheet(options: Sheet, draw: Draw): MeshStandardMaterial {
  const canvas = document.createElement('canvas');
  canvas.width = options.pixels ?? 1024;
  canvas.height = Math.max(8, Math.round(canvas.width / options.aspect));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas to draw a label on.');
  draw(pen, canvas.width, canvas.height);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = 4;
  const material = new MeshStandardMaterial({ map, roughness: options.roughness ?? 0.45 });
  if (options.clear) {
    material.transparent = true;
    material.depthWrite = false;
    material.polygonOffset = true;
    material.polygonOffsetFactor = -2;
  }
  return material;
}

/** One line of capitals that fills its area. */
export function lettering(text: string, aspect: number, ink: string, weight = 700): MeshStandardMaterial {
  return sheet({ aspect, clear: true }, (pen, width, height) => {
    pen.fillStyle = ink;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    let size = height * 0.82;
    pen.font = `${weight} ${size}px ${face}`;
    size *= Math.min(1, (width * 0.96) / pen.measureText(text).width);
    pen.font = `${weight} ${size}px ${face}`;
    pen.fillText(text, width / 2, height / 2 + size * 0.04);
  });
}
