import type { Group } from 'three';
import { assembly, placed } from '../geometry/assembly.ts';
import { eucalypt } from '../materials/paint.ts';
import { multispectralCamera, sunSensor } from '../parts/multispectral-camera.ts';
import { around, grounded, type Product } from './product.ts';
import { airframe, unpackedAirframe, type Livery } from './recon-airframe.ts';

const livery: Livery = { accent: eucalypt, name: 'RECON AGRI', aspect: 5.2 };
const pusher = [17, 10] as const;

/** Five lenses below the nose, and the light sensor on the spine, clear of the wing's shadow. */
function sensors(): Group {
  return assembly(placed(multispectralCamera(), [0.36, -0.07, 0]), placed(sunSensor(), [-0.16, 0.097, 0]));
}

/** Recon VTOL's airframe with green marks, a larger pusher and crop sensors. */
export function reconVtolAgri(): Product {
  const spinning: Group[] = [];
  return {
    body: grounded(assembly(airframe(livery, pusher, spinning), sensors())),
    spinning,
    unpacked: () => unpackedAirframe(livery, pusher, sensors()),
    views: {
      'front-three-quarter': { elevation: 17, azimuth: -38 },
      top: { azimuth: 0, fill: 0.9 },
      detail: { azimuth: 30, elevation: 3, focus: around([0.52, 0.075, 0], [0.12, 0.15, 0.16]) },
      // Low enough to look under the tail at the pusher.
      'rear-three-quarter': { azimuth: 206, elevation: 7 },
    },
  };
}
