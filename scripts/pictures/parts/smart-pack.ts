import { PlaneGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { bentTube, block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { batteryLabel } from '../materials/battery-label.ts';
import { face, lettering, sheet } from '../materials/lettering.ts';
import {
  aluminium,
  anodised,
  darkSeam,
  gold,
  graphite,
  greenLight,
  moulded,
  orange,
  white,
} from '../materials/paint.ts';

const length = 0.216;
const width = 0.134;
const height = 0.07;
const front = length / 2;
const plate = [0.142, 0.05] as const;

/** The round charge display next to the lamps. */
function gauge(): ReturnType<typeof sheet> {
  const material = sheet({ aspect: 1, pixels: 256, roughness: 0.12, clear: true }, (pen, w) => {
    pen.fillStyle = '#10151b';
    pen.beginPath();
    pen.arc(w / 2, w / 2, w * 0.49, 0, Math.PI * 2);
    pen.fill();
    pen.lineWidth = w * 0.07;
    pen.strokeStyle = '#57b894';
    pen.beginPath();
    pen.arc(w / 2, w / 2, w * 0.38, -Math.PI / 2, Math.PI * 1.1);
    pen.stroke();
    pen.fillStyle = '#f2f4f5';
    pen.textAlign = 'center';
    pen.font = `700 ${w * 0.32}px ${face}`;
    pen.fillText('82', w / 2, w * 0.61);
  });
  material.emissiveMap = material.map;
  material.emissive.setScalar(0.5);
  return material;
}

/** Gauge, lamps and button above, power and data in one sealed face below. */
function contactFace(): Group {
  const high = height * 0.74;
  const low = height * 0.31;
  const group = assembly(
    part(block([0.004, 0.026, 0.108], 0.3), darkSeam, [front, high, 0]),
    part(disc(0.0115, 0.005, 0.2), aluminium, [front + 0.001, high, -0.04], [0, 0, Math.PI / 2]),
    part(new PlaneGeometry(0.02, 0.02), gauge(), [front + 0.0038, high, -0.04], [0, Math.PI / 2, 0]),
    part(disc(0.006, 0.006, 0.3), orange, [front + 0.002, high, 0.044], [0, 0, Math.PI / 2]),
    part(block([0.006, 0.03, 0.098], 0.2), white, [front, low, 0]),
    part(block([0.006, 0.023, 0.088], 0.2), darkSeam, [front + 0.001, low, 0]),
  );
  for (let lamp = 0; lamp < 5; lamp += 1)
    group.add(
      part(block([0.003, 0.005, 0.008], 0.3), lamp < 4 ? greenLight : moulded, [
        front + 0.0022,
        high,
        0.03 - lamp * 0.012,
      ]),
    );
  for (const z of [-0.03, -0.012, 0.012, 0.03])
    group.add(part(block([0.008, 0.017, 0.006], 0.2), gold, [front + 0.001, low, z]));
  return group;
}

function sides(): Group {
  const label = batteryLabel(
    {
      cells: '12S',
      capacity: '16000 mAh',
      voltage: '44.4 V',
      energy: '710.4 Wh',
      note: 'SMART BMS',
      ground: '#eef0f1',
      ink: '#1d2126',
      accent: '#f2662f',
    },
    plate[0] / plate[1],
  );
  const group = assembly();
  for (const side of [-1, 1]) {
    for (let fin = 0; fin < 9; fin += 1)
      group.add(
        part(block([length * 0.84, 0.0026, 0.008], 0.3), anodised, [
          -0.014,
          0.007 + fin * 0.007,
          side * (width / 2 - 0.004),
        ]),
      );
    const z = side * (width / 2 + 0.0004);
    group.add(
      part(block([plate[0] + 0.006, plate[1] + 0.005, 0.002], 0.3), white, [-0.018, height / 2, z]),
      part(
        new PlaneGeometry(...plate),
        label,
        [-0.018, height / 2, z + side * 0.0014],
        [0, side > 0 ? 0 : Math.PI, 0],
      ),
    );
  }
  return group;
}

/** Finned pack whose front with gauge and contacts faces +x. Packs below others have no handle. */
export function smartPack(handle = true): Group {
  const name = lettering('NANKEEN', 6, '#dfe3e6', 800);
  const group = assembly(
    part(block([length * 0.97, height, width - 0.014], 0.1), graphite, [-0.002, height / 2, 0]),
    part(block([0.03, height * 1.02, width], 0.16), moulded, [front - 0.016, height / 2, 0]),
    part(block([0.004, height * 1.03, width * 1.008], 0.3), orange, [front - 0.034, height / 2, 0]),
    part(block([0.014, height * 1.01, width], 0.3), moulded, [-front + 0.008, height / 2, 0]),
    part(block([0.02, 0.002, 0.05], 0.4), darkSeam, [-0.084, height, 0]),
    part(new PlaneGeometry(0.09, 0.015), name, [0, height + 0.0004, 0.04], [-Math.PI / 2, 0, 0]),
    contactFace(),
    sides(),
  );
  if (!handle) return group;
  const bow = bentTube(
    [
      [-0.062, height - 0.004, 0],
      [-0.062, height + 0.03, 0],
      [0.062, height + 0.03, 0],
      [0.062, height - 0.004, 0],
    ],
    0.0075,
    0.12,
  );
  return assembly(group, part(bow, moulded));
}
