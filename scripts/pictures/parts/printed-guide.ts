import { PlaneGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { face, sheet } from '../materials/lettering.ts';
import { paleGrey } from '../materials/paint.ts';

/** Printed sheet, cover up: a quick-start guide, a card, a book. */
export function guide(title: string, width = 0.105, foot = 'Quick start'): Group {
  const depth = width * 1.41;
  const cover = sheet({ aspect: width / depth, pixels: 640, roughness: 0.8 }, (pen, w, h) => {
    pen.fillStyle = '#f1f2f3';
    pen.fillRect(0, 0, w, h);
    pen.fillStyle = '#f2662f';
    pen.fillRect(w * 0.09, h * 0.1, w * 0.14, h * 0.012);
    pen.fillStyle = '#1d2126';
    pen.font = `800 ${w * 0.1}px ${face}`;
    pen.fillText('NANKEEN', w * 0.09, h * 0.2);
    pen.font = `600 ${w * 0.085}px ${face}`;
    title.split('\n').forEach((line, index) => pen.fillText(line, w * 0.09, h * (0.7 + index * 0.075)));
    pen.font = `400 ${w * 0.055}px ${face}`;
    pen.fillText(foot, w * 0.09, h * 0.93);
  });
  return assembly(
    part(block([width, 0.0035, depth], 0.3), paleGrey, [0, 0.0018, 0]),
    part(new PlaneGeometry(width * 0.985, depth * 0.985), cover, [0, 0.0039, 0], [-Math.PI / 2, 0, 0]),
  );
}
