import styles from './account.module.css';

interface PointsProps {
  readonly heading: string;
  readonly level?: 2 | 3;
  readonly points: readonly string[];
}

/** A list of sentences below its heading. */
export function Points({ heading, level = 2, points }: PointsProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={styles.ownDataSection}>
      <Heading>{heading}</Heading>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
