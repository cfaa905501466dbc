import { ButtonLink } from '#pwa/ui/button.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { Chapter } from './chapter.tsx';
import styles from './home-page.module.css';

const TERMS = [
  { name: 'You keep', text: 'The pictures, the maps, the numbers, and the rights to all of them.' },
  {
    name: 'We bring',
    text: 'Aircraft, batteries, a licensed pilot, insurance and the approvals for the airspace.',
  },
  {
    name: 'You pay',
    text: 'By the month, for days flown. If the weather or we ground the aircraft, that day is free.',
  },
  {
    name: 'You stop',
    text: 'Whenever you like, with a month’s notice. Or buy the aircraft and we train your crew.',
  },
];

export function DroneServiceSection() {
  return (
    <Chapter
      isDeep
      picture={<FieldPicture />}
      title="Drones-As-A-Service"
      lead="The result without the hangar. We fly, maintain and insure. You get the results."
    >
      <dl className={styles.droneServiceSectionTerms}>
        {TERMS.map((term) => (
          <div key={term.name} className={styles.droneServiceSectionTerm}>
            <dt className={styles.droneServiceSectionName}>{term.name}</dt>
            <dd className={styles.droneServiceSectionText}>{term.text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.droneServiceSectionAction}>
        <ButtonLink to="/contact">Ask about a plan</ButtonLink>
      </p>
    </Chapter>
  );
}

function FieldPicture() {
  return (
    <Picture
      src="/pictures/home/field.webp"
      alt="Recon VTOL in cruise over a plain of paddocks"
      sizes="(min-width: 36rem) 100vw, 200vw"
      width={1600}
      height={800}
      className={styles.droneServiceSectionPicture}
    />
  );
}
