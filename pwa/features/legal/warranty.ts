import { POLICIES } from '#shared/domain/policies.ts';
import type { LegalSection } from './legal-section.ts';

export const WARRANTY: readonly LegalSection[] = [
  {
    heading: `${POLICIES.warrantyMonths} months`,
    paragraphs: [
      `Nankeen warrants that every product sold through this store is free from faults in material and workmanship for ${POLICIES.warrantyMonths} months from the day it was delivered. The warranty belongs to the product: if you sell it or give it away, the warranty goes with it.`,
      'Our goods come with guarantees that cannot be excluded under the Australian Consumer Law. You are entitled to a replacement or refund for a major failure and compensation for any other reasonably foreseeable loss or damage. You are also entitled to have the goods repaired or replaced if the goods fail to be of acceptable quality and the failure does not amount to a major failure. This warranty is in addition to those rights.',
    ],
  },
  {
    heading: 'What is covered',
    paragraphs: [
      'Faults that were in the product when it left us, whenever they show within the warranty period:',
    ],
    points: [
      'airframes, motors, electronics, links and ground stations;',
      'batteries that fall below 80 % of their rated capacity within 200 charge cycles, stored and charged as the manual says;',
      'propellers that are out of balance or delaminate without having touched anything;',
      'software that does not do what the manual says.',
    ],
  },
  {
    heading: 'What is not covered',
    paragraphs: ['We will always say so plainly, and offer a repair at cost:'],
    points: [
      'normal wear of propellers, landing feet and battery capacity;',
      'crashes, water, fire and damage from flying outside the limits in the manual;',
      'alterations and repairs by anybody we have not approved;',
      'batteries that were discharged below their limit, punctured or charged with an unsuitable charger.',
    ],
  },
  {
    heading: 'How to make a claim',
    paragraphs: ['A claim needs no special form and no argument:'],
    steps: [
      'Stop using the product. Make a battery safe first: away from anything that burns, and do not charge it.',
      'Write to us through the contact page or by email. Give your name, the order number from your confirmation (two groups of four characters), the serial number, what happened and when, and add photographs and the flight log if you have them.',
      'We confirm the claim by email and tell you whether the product should come to us. If so, we send packaging that is approved for it and pay the freight.',
      'We examine it and tell you the result in writing.',
      `If the claim is good, we repair or replace the product, or refund it if neither is possible. A refund is paid within ${POLICIES.refundDays} days of that decision.`,
      'If we find no fault, or one that is not covered, we explain why and send the product back as it is, unless you ask for a repair at cost.',
    ],
  },
  {
    heading: 'After a repair',
    paragraphs: [
      `A repaired or replaced product stays under warranty for what is left of the ${POLICIES.warrantyMonths} months, and for at least three months. Every aircraft is flown before it goes back to you. Goods presented for repair may be replaced by refurbished goods of the same type rather than being repaired, and refurbished parts may be used. Flight logs on the aircraft may be lost in a repair: please copy them first.`,
    ],
  },
  {
    heading: 'Records',
    paragraphs: [
      `We keep the records of a claim for ${POLICIES.recordsYears} years. The warranty is given by Nankeen, whose address for claims is the contact page and the mailbox at the foot of this page.`,
    ],
  },
];
