import { Link } from 'react-router-dom';
import { POLICIES } from '#shared/domain/policies.ts';
import styles from './product-sections.module.css';
import { Section } from './section.tsx';

export function SupportSection() {
  return (
    <Section title="Technical and warranty support">
      <div className={styles.fieldworkSectionsProse}>
        <p>
          24/7 technical support comes with everything we sell: somebody who knows the aircraft answers at any
          hour, in every Australian time zone. <Link to="/contact">Write to us</Link> and say what you see.
        </p>
        <p>
          A {POLICIES.warrantyMonths}-month warranty covers faults in material and workmanship.{' '}
          <Link to="/legals/warranty">How to make a claim</Link>
        </p>
      </div>
    </Section>
  );
}
