import type { MeshStandardMaterial } from 'three';
import { face, sheet } from './lettering.ts';

export interface BatteryFacts {
  readonly cells: string;
  readonly capacity: string;
  readonly voltage: string;
  readonly energy: string;
  readonly note: string;
  readonly ground: string;
  readonly ink: string;
  readonly accent: string;
}

function line(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  room: number,
): void {
  pen.font = `${weight} ${size}px ${face}`;
  const fit = Math.min(1, room / pen.measureText(text).width);
  pen.font = `${weight} ${size * fit}px ${face}`;
  pen.fillText(text, x, y);
}

/** The hovering kestrel, reduced to two wings and a tail. */
function kestrel(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  pen.beginPath();
  pen.moveTo(x - size, y - size * 0.42);
  pen.quadraticCurveTo(x - size * 0.3, y - size * 0.4, x, y + size * 0.1);
  pen.quadraticCurveTo(x + size * 0.3, y - size * 0.4, x + size, y - size * 0.42);
  pen.quadraticCurveTo(x + size * 0.36, y - size * 0.06, x + size * 0.14, y + size * 0.3);
  pen.lineTo(x, y + size * 0.72);
  pen.lineTo(x - size * 0.14, y + size * 0.3);
  pen.quadraticCurveTo(x - size * 0.36, y - size * 0.06, x - size, y - size * 0.42);
  pen.fill();
}

/** A printed pack label, with the same facts on the wide and the narrow face. */
export function batteryLabel(facts: BatteryFacts, aspect: number): MeshStandardMaterial {
  return sheet({ aspect, pixels: 1536, roughness: 0.38 }, (pen, width, height) => {
    const unit = height / 10;
    pen.fillStyle = facts.ground;
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = facts.accent;
    pen.fillRect(0, 0, unit * 0.7, height);
    pen.fillRect(unit * 0.95, 0, unit * 0.14, height);
    pen.textBaseline = 'alphabetic';
    const left = unit * 2;
    pen.fillStyle = facts.ink;
    kestrel(pen, left + unit * 0.75, unit * 1.75, unit * 0.8);
    line(pen, 'NANKEEN', left + unit * 2, unit * 2.35, unit * 1.6, 800, width * 0.5);
    line(pen, facts.cells, left, unit * 5.9, unit * 3, 800, width * 0.2);
    const after = left + Math.min(width * 0.2, pen.measureText(facts.cells).width) + unit * 0.9;
    line(pen, facts.capacity, after, unit * 5.9, unit * 3, 500, width - after - unit * 1.4);
    pen.fillStyle = facts.accent;
    pen.fillRect(left, unit * 6.65, width - left - unit * 1.4, unit * 0.1);
    pen.fillStyle = facts.ink;
    line(pen, `${facts.voltage}   ${facts.energy}`, left, unit * 8.7, unit * 1.75, 700, width * 0.5);
    const beside = left + pen.measureText(`${facts.voltage}   ${facts.energy}`).width + unit;
    pen.textAlign = 'right';
    line(pen, facts.note, width - unit * 1.4, unit * 8.5, unit * 0.9, 500, width - unit * 1.4 - beside);
    line(pen, 'Li  ♻  UN3480', width - unit * 1.4, unit * 2.2, unit * 0.85, 600, width * 0.3);
    pen.textAlign = 'left';
  });
}
