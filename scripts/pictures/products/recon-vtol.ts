import type { Group } from 'three';
import { assembly, placed } from '../geometry/assembly.ts';
import { orange } from '../materials/paint.ts';
import { ballGimbal } from '../parts/gimbal.ts';
import { around, grounded, type Product } from './product.ts';
import { airframe, unpackedAirframe, type Livery } from './recon-airframe.ts';

const livery: Livery = { accent: orange, name: 'RECON', aspect: 3.4 };
const pusher = [13, 8] as const;

function turret(): Group {
  return placed(ballGimbal(0.044, 'single'), [0.37, -0.068, 0]);
}

export function reconVtol(): Product {
  const spinning: Group[] = [];
  return {
    body: grounded(assembly(airframe(livery, pusher, spinning), turret())),
    spinning,
    unpacked: () => unpackedAirframe(livery, pusher, turret()),
    views: {
      // Lower than the default, from which the far tail fin is seen edge-on.
      'front-three-quarter': { elevation: 15, azimuth: 40 },
      top: { azimuth: 0, fill: 0.9 },
      detail: { azimuth: 32, elevation: 5, fill: 0.9, focus: around([0.56, 0.11, 0], [0.26, 0.2, 0.24]) },
      // Low enough to look under the tail at the pusher.
      'rear-three-quarter': { azimuth: 208, elevation: 7 },
    },
  };
}
