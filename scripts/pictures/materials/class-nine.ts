import { face } from './lettering.ts';

/** Transport mark for lithium-ion batteries, class 9, as required on the outside of a package; `w` across. */
export function drawClassNine(pen: CanvasRenderingContext2D, x: number, y: number, w: number): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(Math.PI / 4);
  const half = w * 0.34;
  pen.fillStyle = '#f4f5f5';
  pen.fillRect(-half, -half, half * 2, half * 2);
  pen.strokeStyle = '#15181c';
  pen.lineWidth = w * 0.012;
  pen.strokeRect(-half * 0.93, -half * 0.93, half * 1.86, half * 1.86);
  pen.rotate(-Math.PI / 4);
  pen.fillStyle = '#15181c';
  for (let bar = -3; bar <= 3; bar += 1) {
    const across = bar * w * 0.062;
    const top = -half * 1.3 + Math.abs(across);
    pen.fillRect(across - w * 0.016, top, w * 0.032, -top - w * 0.02);
  }
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  pen.font = `800 ${w * 0.105}px ${face}`;
  pen.fillText('UN3480', 0, w * 0.13);
  pen.font = `700 ${w * 0.11}px ${face}`;
  pen.fillText('9', 0, w * 0.36);
  pen.restore();
}
