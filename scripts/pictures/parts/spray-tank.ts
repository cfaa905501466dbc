import { PlaneGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { loft } from '../geometry/loft.ts';
import { block, rod } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import { patch } from '../geometry/surface.ts';
import { face, sheet } from '../materials/lettering.ts';
import { aluminium, moulded, orange, tankShell, waterTint } from '../materials/paint.ts';

function scale(): ReturnType<typeof sheet> {
  return sheet({ aspect: 0.32, pixels: 256, clear: true }, (pen, width, height) => {
    pen.fillStyle = '#23272c';
    pen.font = `700 ${height * 0.06}px ${face}`;
    pen.textBaseline = 'middle';
    for (let litres = 1; litres <= 10; litres += 1) {
      const y = height * (0.97 - litres * 0.09);
      const even = litres % 2 === 0;
      pen.fillRect(0, y - 3, width * (even ? 0.4 : 0.22), 6);
      if (even) pen.fillText(`${litres} L`, width * 0.48, y);
    }
  });
}

/** Ten litres behind the hood: translucent wall, the liquid inside, a wide filler cap. */
export function sprayTank(): Group {
  const wall = loft([
    { x: 0.17, y: 0, halfWidth: 0, up: 0, down: 0, corner: 3 },
    { x: 0.165, y: 0, halfWidth: 0.1, up: 0.08, down: 0.15, corner: 4 },
    { x: 0.14, y: 0, halfWidth: 0.122, up: 0.1, down: 0.19, corner: 4.4 },
    { x: -0.12, y: 0, halfWidth: 0.122, up: 0.1, down: 0.19, corner: 4.4 },
    { x: -0.155, y: 0, halfWidth: 0.1, up: 0.08, down: 0.15, corner: 4 },
    { x: -0.16, y: 0, halfWidth: 0, up: 0, down: 0, corner: 3 },
  ]);
  const liquid = part(block([0.27, 0.17, 0.21], 0.25), waterTint, [-0.008, -0.085, 0]);
  const shell = part(patch(wall, { steps: [40, 64] }), tankShell);
  // A translucent wall must not cast a full shadow; the liquid casts one.
  shell.userData['noShadow'] = true;
  const group = assembly(
    liquid,
    shell,
    part(
      turned([
        [0, 0.1],
        [0.056, 0.1],
        [0.056, 0.118],
        [0.062, 0.12],
        [0.062, 0.142],
        [0.054, 0.148],
        [0, 0.148],
      ]),
      orange,
      [-0.06, 0, 0],
    ),
    part(block([0.09, 0.014, 0.02], 0.4), moulded, [-0.06, 0.152, 0]),
  );
  for (const side of [-1, 1]) {
    const marks = part(
      new PlaneGeometry(0.07, 0.22),
      scale(),
      [-0.05, -0.055, side * 0.1245],
      [0, side > 0 ? 0 : Math.PI, 0],
    );
    // Printed on the outside, so drawn after the translucent wall.
    marks.renderOrder = 2;
    group.add(marks);
  }
  return group;
}

export function sprayNozzle(): Group {
  return assembly(
    part(rod([0, 0, 0], [0, -0.09, 0], 0.008), aluminium),
    part(disc(0.02, 0.05, 0.3), moulded, [0, -0.1, 0]),
    part(
      turned([
        [0.01, -0.15],
        [0.024, -0.142],
        [0.024, -0.128],
        [0.012, -0.122],
      ]),
      orange,
    ),
  );
}
