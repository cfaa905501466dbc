import { ArrowRightIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { StretchedLink } from '#pwa/ui/stretched-link.tsx';
import { Chapter } from './chapter.tsx';
import styles from './home-page.module.css';

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

export function IndustriesSection() {
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
