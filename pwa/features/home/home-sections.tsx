import { useId, type ReactNode } from 'react';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { ArrowRightIcon } from '#pwa/ui/icons/action-icons.tsx';
import { StretchedLink } from '#pwa/ui/stretched-link.tsx';
import { POLICIES } from '#shared/domain/policies.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './home-page.module.css';

/** What is below the first screens of the home page. */
export function HomeSections() {
  return (
    <>
      <ServicesSection />
      <IndustriesSection />
      <DroneServiceSection />
      <TrainingSection />
      <section className={styles.closingSectionClosing} aria-labelledby="closing-title">
        <h2 id="closing-title" className={styles.closingSectionTitle}>
          Tell us what you need to see, and from how far.
        </h2>
        <ButtonLink kind="primary" to="/contact">
          Contact Us
        </ButtonLink>
      </section>
    </>
  );
}

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

function ServicesSection() {
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

const INDUSTRIES = [
  {
    name: 'Agriculture',
    product: { id: 'drover-10', name: 'Drover 10' },
    text: 'Check troughs and fences before breakfast, map a paddock by lunch, and spray only the patch that needs it.',
  },
  {
    name: 'Mining',
    product: { id: 'surveyor-m4', name: 'Surveyor M4' },
    text: 'Volumes, highwalls and haul roads, measured from a safe distance while the pit stays open.',
  },
  {
    name: 'Fishing',
    product: { id: 'pelican-surf', name: 'Pelican Surf' },
    text: 'Carry a bait past the third break, look into the gutter first, and bring the aircraft home rinsed and ready.',
  },
  {
    name: 'Camera systems',
    product: { id: 'overwatch-x6', name: 'Overwatch X6' },
    text: 'Thermal, zoom and multispectral cameras that swap with two latches, each calibrated with its airframe.',
  },
];

function IndustriesSection() {
  return (
    <Chapter title="Industries" lead="For work that is long, wide or better seen from above.">
      <ul className={styles.industriesSectionIndustries}>
        {INDUSTRIES.map(({ name, product, text }) => (
          <li key={name} className={styles.industriesSectionIndustry}>
            <Picture
              src={`/pictures/${product.id}/1.webp`}
              alt=""
              sizes="(min-width: 74rem) 18rem, (min-width: 40rem) 45vw, 94vw"
              className={styles.industriesSectionPicture}
            />
            <h3>{name}</h3>
            <p>{text}</p>
            <StretchedLink to={`/product/${product.id}`} className={styles.industriesSectionLink}>
              See {product.name}
              <ArrowRightIcon size="small" />
            </StretchedLink>
          </li>
        ))}
      </ul>
    </Chapter>
  );
}

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

function DroneServiceSection() {
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

function TrainingSection() {
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

interface ChapterProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
  /** Uses the darker background. */
  readonly isDeep?: boolean;
  /** From edge to edge, above the title. */
  readonly picture?: ReactNode;
}

/** A section of the home page: hairline, title, lead, content. */
function Chapter({ title, lead, children, isDeep, picture }: ChapterProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames(styles.chapter, isDeep && styles.chapterDeep)}>
      {picture}
      <div className={styles.chapterColumn}>
        <header className={styles.chapterHead}>
          <h2 id={id}>{title}</h2>
          <p className={styles.chapterLead}>{lead}</p>
        </header>
        {children}
      </div>
    </section>
  );
}
