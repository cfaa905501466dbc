import {
  AgricultureDrawing,
  CameraDrawing,
  FishingDrawing,
  MiningDrawing,
} from '#pwa/ui/icons/industry-icons.tsx';
import { Chapter } from './chapter.tsx';
import styles from './industries-section.module.css';

const INDUSTRIES = [
  {
    name: 'Agriculture',
    Drawing: AgricultureDrawing,
    text: 'Check troughs and fences before breakfast, map a paddock by lunch, and spray only the patch that needs it.',
  },
  {
    name: 'Mining',
    Drawing: MiningDrawing,
    text: 'Volumes, highwalls and haul roads, measured from a safe distance while the pit keeps working.',
  },
  {
    name: 'Fishing',
    Drawing: FishingDrawing,
    text: 'Carry a bait past the third break, look into the gutter first, and bring the aircraft home rinsed and ready.',
  },
  {
    name: 'Camera systems',
    Drawing: CameraDrawing,
    text: 'Thermal, zoom and multispectral heads that swap with two catches, calibrated as a pair with the airframe.',
  },
];

export function IndustriesSection() {
  return (
    <Chapter title="Industries" lead="Work that is long and thin, wide and empty, or better seen from above.">
      <ul className={styles.industries}>
        {INDUSTRIES.map(({ name, Drawing, text }) => (
          <li key={name} className={styles.industry}>
            <Drawing />
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Chapter>
  );
}
