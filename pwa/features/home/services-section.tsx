import { Chapter } from './chapter.tsx';
import styles from './home-page.module.css';

const SERVICES = [
  {
    name: 'Survey and mapping',
    text: 'Stockpiles, corridors and whole properties, delivered as measured surfaces, with the accuracy stated.',
  },
  {
    name: 'Inspection',
    text: 'Lines, pipes, towers, fences and tailings, flown on a repeatable route, so you can compare this month with last.',
  },
  {
    name: 'Payload integration',
    text: 'Your sensor, our airframe: mounts, power, triggers and flight testing by the people who drew the wing.',
  },
  {
    name: 'Repair and refit',
    text: 'A straight answer on what is worth repairing, parts from our own stock, and a test flight before it comes back to you.',
  },
];

export function ServicesSection() {
  return (
    <Chapter
      title="Services"
      lead="Some customers want an aircraft. Others want what it brings back. We do both, with the same crew."
    >
      <ol>
        {SERVICES.map((service) => (
          <li key={service.name} className={styles.servicesSectionService}>
            <h3>{service.name}</h3>
            <p>{service.text}</p>
          </li>
        ))}
      </ol>
    </Chapter>
  );
}
