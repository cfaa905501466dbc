import { Picture } from '#pwa/ui/picture.tsx';
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

/** Below `/pictures/`, in the order of the services. */
const PICTURES = ['surveyor-m4/5', 'overwatch-x6/5', 'recon-vtol-agri/5', 'recon-vtol/7'];

export function ServicesSection() {
  return (
    <Chapter
      title="Services"
      lead="Some customers want an aircraft. Others want what it brings back. We do both, with the same crew."
    >
      <ol>
        {SERVICES.map((service, index) => (
          <li key={service.name} className={styles.servicesSectionService}>
            <Picture
              src={`/pictures/${PICTURES[index]}.webp`}
              alt=""
              sizes="(min-width: 60rem) 11rem, 6rem"
              className={styles.servicesSectionPicture}
            />
            <h3>{service.name}</h3>
            <p>{service.text}</p>
          </li>
        ))}
      </ol>
    </Chapter>
  );
}
