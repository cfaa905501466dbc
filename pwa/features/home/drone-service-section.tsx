import { ButtonLink } from '#pwa/ui/button.tsx';
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
