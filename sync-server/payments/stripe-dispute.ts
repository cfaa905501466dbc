import type { Stripe } from 'stripe';
import type { GatewaySession } from './payment-gateway.ts';

/** States of a dispute that the shop has won. */
const WON: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

type Found = Pick<GatewaySession, 'dispute' | 'disputeId'>;

/** How far the disputes of a charge are, which stays marked as disputed when they are over. */
export async function findDispute(stripe: Stripe, charge: string): Promise<Found> {
  const { data } = await stripe.disputes.list({ charge, limit: 100 });
  const isOver = ({ status }: Stripe.Dispute) => WON.has(status) || status === 'lost';
  const open = data.find((one) => !isOver(one));
  if (open || data.length === 0) return { dispute: 'open', disputeId: open?.id };
  return { dispute: data.some(({ status }) => status === 'lost') ? 'lost' : 'won' };
}
