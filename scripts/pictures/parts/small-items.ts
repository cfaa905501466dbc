import { PlaneGeometry, type Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { drawClassNine } from '../materials/class-nine.ts';
import { face, lettering, sheet } from '../materials/lettering.ts';
import { aluminium, graphite, moulded, orange, paleGrey, rubber } from '../materials/paint.ts';
import { hexKey } from './leads.ts';

/** Soft zip pouch; `slender` is its depth as a share of its width. */
export function pouch(text: string, width = 0.18, slender = 0.62): Group {
  const depth = width * slender;
  const thick = Math.min(width, depth * 1.6) * 0.14;
  return assembly(
    part(block([width, thick, depth], 0.46), graphite, [0, thick / 2, 0]),
    part(block([width * 0.86, thick * 0.1, thick * 0.16], 0.3), moulded, [0, thick * 0.99, -depth * 0.32]),
    part(block([thick * 0.36, thick * 0.12, thick * 0.44], 0.3), orange, [width * 0.38, thick, -depth * 0.3]),
    part(
      new PlaneGeometry(width * 0.5, width * 0.0625),
      lettering(text, 8, '#dfe3e6', 700),
      [0, thick * 1.012, depth * 0.06],
      [-Math.PI / 2, 0, 0],
    ),
  );
}

/** Tray of screws with its key. */
export function screwTray(count: number, size = 0.09, key = true): Group {
  const group = assembly(
    part(block([size, size * 0.1, size * 0.62], 0.3), paleGrey, [0, size * 0.05, 0]),
    part(block([size * 0.9, size * 0.02, size * 0.52], 0.2), moulded, [0, size * 0.1, 0]),
  );
  for (let index = 0; index < count; index += 1) {
    const x = ((index % 6) - 2.5) * size * 0.135;
    const z = (Math.floor(index / 6) - 0.9) * size * 0.15;
    group.add(
      placed(
        assembly(
          part(disc(size * 0.036, size * 0.06, 0.2, 24), aluminium),
          part(disc(size * 0.018, size * 0.064, 0.1, 6), rubber),
        ),
        [x, size * 0.13, z],
      ),
    );
  }
  if (key) group.add(placed(hexKey(size * 0.7), [0, size * 0.11, size * 0.17]));
  return group;
}

/** Cover for the contacts of a pack, `width` across. */
export function terminalCap(width = 0.046): Group {
  return assembly(
    part(block([0.03, 0.024, width], 0.25), orange, [0, 0.012, 0]),
    part(block([0.004, 0.02, width * 0.87], 0.3), moulded, [0.014, 0.012, 0]),
  );
}

/** Spacer under a slim pack in a bay made for a taller one. */
export function baySpacer(): Group {
  const group = assembly(part(block([0.19, 0.015, 0.088], 0.25), moulded, [0, 0.0075, 0]));
  for (const x of [-0.06, 0, 0.06]) group.add(part(block([0.044, 0.004, 0.066], 0.3), rubber, [x, 0.015, 0]));
  return group;
}

/** Round plate with two holes that sits between a propeller and its motor. */
export function spinnerPlate(): Group {
  return assembly(
    part(disc(0.018, 0.003, 0.2), aluminium, [0, 0.0015, 0]),
    part(disc(0.005, 0.0034, 0.1), rubber, [0, 0.0015, 0]),
    ...[-1, 1].map((side) => part(disc(0.0022, 0.0034, 0.1), rubber, [side * 0.0105, 0.0015, 0])),
  );
}

/** Sheet of stickers: running numbers for packs, or the mark of dangerous goods class nine. */
export function labelSheet(kind: 'numbers' | 'class-nine', width: number): Group {
  const depth = width * 1.3;
  const print = sheet({ aspect: width / depth, pixels: 640, roughness: 0.7 }, (pen, w, h) => {
    pen.fillStyle = '#f1f2f3';
    pen.fillRect(0, 0, w, h);
    const [columns, rows] = kind === 'numbers' ? ([4, 6] as const) : ([2, 3] as const);
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (let place = 0; place < columns * rows; place += 1) {
      const x = ((place % columns) + 0.5) * (w / columns);
      const y = (Math.floor(place / columns) + 0.5) * (h / rows);
      const size = Math.min(w / columns, h / rows);
      if (kind === 'numbers') {
        pen.fillStyle = '#e9b52c';
        pen.fillRect(x - size * 0.4, y - size * 0.32, size * 0.8, size * 0.64);
        pen.fillStyle = '#1d2126';
        pen.font = `800 ${size * 0.42}px ${face}`;
        pen.fillText(String(place + 1), x, y + size * 0.02);
      } else drawClassNine(pen, x, y, size * 0.86);
    }
  });
  return assembly(
    part(block([width, 0.001, depth], 0.3), paleGrey, [0, 0.0006, 0]),
    part(new PlaneGeometry(width * 0.99, depth * 0.99), print, [0, 0.0014, 0], [-Math.PI / 2, 0, 0]),
  );
}
