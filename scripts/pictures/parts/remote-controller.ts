import { PlaneGeometry, type Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block, rod } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { face, sheet } from '../materials/lettering.ts';
import { aluminium, darkSeam, graphite, midGrey, moulded, orange, rubber } from '../materials/paint.ts';

/** A map with a flight line, recognisable as a map but without real detail. */
function display(): ReturnType<typeof sheet> {
  const material = sheet({ aspect: 1.6, pixels: 768, roughness: 0.1 }, (pen, w, h) => {
    pen.fillStyle = '#1b2a26';
    pen.fillRect(0, 0, w, h);
    pen.strokeStyle = '#35564b';
    pen.lineWidth = 5;
    for (let line = 1; line < 9; line += 1) {
      pen.beginPath();
      pen.moveTo(0, (h * line) / 8);
      pen.bezierCurveTo(
        w * 0.3,
        (h * (line - 1.6)) / 8,
        w * 0.6,
        (h * (line + 1.3)) / 8,
        w,
        (h * (line - 0.5)) / 8,
      );
      pen.stroke();
    }
    pen.strokeStyle = '#f2662f';
    pen.lineWidth = 9;
    pen.beginPath();
    for (let lane = 0; lane < 6; lane += 1) {
      const x = w * (0.34 + lane * 0.085);
      pen.lineTo(x, lane % 2 === 0 ? h * 0.86 : h * 0.3);
      pen.lineTo(x, lane % 2 === 0 ? h * 0.3 : h * 0.86);
    }
    pen.stroke();
    pen.fillStyle = '#10151bdd';
    pen.fillRect(0, 0, w, h * 0.14);
    pen.fillStyle = '#e9ecee';
    pen.font = `600 ${h * 0.075}px ${face}`;
    pen.fillText('READY    GNSS 24    98 %', w * 0.03, h * 0.1);
  });
  material.emissiveMap = material.map;
  material.emissive.setScalar(0.5);
  return material;
}

/** Hand controller with screen, sticks and two antennas, lying on its back. */
export function remoteController(): Group {
  const group = assembly(
    part(block([0.27, 0.034, 0.13], 0.42), graphite, [0, 0.02, 0]),
    part(block([0.15, 0.006, 0.1], 0.3), darkSeam, [0, 0.038, 0]),
    part(new PlaneGeometry(0.14, 0.0875), display(), [0, 0.0415, 0], [-Math.PI / 2, 0, 0]),
    part(block([0.07, 0.012, 0.01], 0.4), orange, [0, 0.03, 0.061]),
  );
  for (const side of [-1, 1]) {
    group.add(part(block([0.06, 0.048, 0.15], 0.45), moulded, [side * 0.112, 0.024, 0.008]));
    const x = side * 0.105;
    group.add(
      part(disc(0.019, 0.006, 0.3), darkSeam, [x, 0.048, -0.018]),
      part(rod([x, 0.046, -0.018], [x + side * 0.002, 0.066, -0.016], 0.0035), aluminium),
      placed(assembly(part(disc(0.0085, 0.006, 0.3), midGrey)), [x + side * 0.002, 0.067, -0.016]),
      part(disc(0.006, 0.005, 0.3), side > 0 ? orange : midGrey, [x, 0.049, 0.03]),
      part(block([0.014, 0.008, 0.085], 0.4), rubber, [side * 0.06, 0.026, -0.1], [0, side * 0.35, 0]),
    );
  }
  return group;
}
