import type { KeptOrder } from '#pwa/data/cart/orders.ts';
import { Link } from '#pwa/ui/link.tsx';
import { POLICIES } from '#shared/domain/policies.ts';
import styles from './success-page.module.css';

const CONFIRMATION = {
  name: 'Confirmation',
  text: 'The email holds this list and the order number. Quote the number when you write to us.',
};

const STEPS = [
  {
    name: `Delivery within ${POLICIES.deliveryDays} days`,
    text: `Counted from the confirmed payment. If it has not come after ${POLICIES.undeliveredNoticeDays} days, we write to you by email.`,
  },
  {
    name: `Adult signature (${POLICIES.signatureAge}+)`,
    text: 'An adult signs for every parcel. Batteries travel by road and can arrive separately.',
  },
  {
    name: 'Check the box',
    text: `Report what is missing or damaged within ${POLICIES.defectReportDays} days of delivery.`,
  },
];

export function NextSteps({ mail }: { readonly mail: KeptOrder['mail'] }) {
  const hasMail = mail === 'sent' || mail === 'due';
  return (
    <section aria-labelledby="next-steps" className={styles.nextStepsNext}>
      <h2 id="next-steps" className={styles.nextStepsTitle}>
        What happens next
      </h2>
      <ol className={styles.nextSteps}>
        {[...(hasMail ? [CONFIRMATION] : []), ...STEPS].map((step) => (
          <li key={step.name} className={styles.nextStepsStep}>
            <h3 className={styles.nextStepsName}>{step.name}</h3>
            <p className={styles.nextStepsText}>{step.text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.nextStepsText} data-screen-only>
        <Link to="/contact">Ask us about this order</Link> or read the{' '}
        <Link to="/legals/terms-and-conditions">terms and conditions</Link>.
      </p>
    </section>
  );
}
