import { POLICIES } from '#shared/domain/policies.ts';
import { Chapter } from './chapter.tsx';
import styles from './home-page.module.css';

export function TrainingSection() {
  return (
    <Chapter
      title="Training and support"
      lead="An aircraft is only as good as the second person who learns to fly it."
    >
      <div className={styles.trainingSectionColumns}>
        <div className={styles.trainingSectionColumn}>
          <h3>Training</h3>
          <p>
            Two days on your own ground, with your own aircraft: assembly, planning, flying, and what to do
            when it does something you did not ask for. Your crew leaves with logged hours and a checklist in
            its own words.
          </p>
        </div>
        <div className={styles.trainingSectionColumn}>
          <h3>Support</h3>
          <p>
            24/7 technical support by people who build the aircraft. Spares held in Australia, a{' '}
            {POLICIES.warrantyMonths}-month warranty with a short claim procedure, and firmware that never
            updates itself on the morning of a job.
          </p>
        </div>
      </div>
    </Chapter>
  );
}
