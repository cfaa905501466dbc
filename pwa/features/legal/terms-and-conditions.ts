import type { PublicConfig } from '#shared/api/messages.ts';
import { toCountryInSentence } from '#shared/domain/country-names.ts';
import { POLICIES } from '#shared/domain/policies.ts';
import type { LegalSection } from './legal-section.ts';

export const toTermsAndConditions = ({ deliveryCountries }: PublicConfig): readonly LegalSection[] => [
  {
    heading: 'Who these terms are between',
    paragraphs: [
      'These terms apply to every order you place with Nankeen (we, us) through this store. By placing an order you accept them. Nothing in them takes away a right you have under the Australian Consumer Law.',
      'You may order if you are of legal age and able to enter a contract. If you order for a business, you confirm that you may bind it.',
    ],
  },
  {
    heading: 'Orders',
    paragraphs: [
      'What you put in your cart is saved on your device and copied to our server. It is not an order. An order comes about when your payment has been confirmed by our payment provider; we then send a confirmation to the email address you gave with it.',
      'You can order at most ten of one product at a time. Write to us if you need more. If something you have paid for cannot be supplied, we tell you and refund it in full.',
    ],
  },
  {
    heading: 'Prices and payment',
    paragraphs: [
      'All prices are in Australian dollars and include GST. The order summary shows the sub total, the GST and the total before you pay. If a price has changed since you put a product in your cart, the new price applies, and the cart shows both.',
      'You pay on the page of our payment provider, by card or in another way that it offers there. Some ways, such as a bank transfer, take days: your order comes about once the money has arrived. We never see or keep your card number. The price that counts is the one shown on that page.',
    ],
  },
  {
    heading: 'Delivery',
    paragraphs: [
      `We deliver${toDestination(deliveryCountries)} within ${POLICIES.deliveryDays} days of the confirmed payment. Lithium batteries travel by road as dangerous goods and can arrive separately.`,
      `An adult must sign for every delivery: the carrier asks for the signature of a person aged ${POLICIES.signatureAge} or over, and does not leave a parcel unattended.`,
      `If your order has not been delivered within ${POLICIES.undeliveredNoticeDays} days, we notify you by email, say where it is, and let you choose between waiting and a full refund.`,
      'The goods are at our risk until they are signed for.',
    ],
  },
  {
    heading: 'Defects and damage in transit',
    paragraphs: [
      `Please look at your delivery when it arrives. Visible defects, missing parts and damage in transit must be reported to us within ${POLICIES.defectReportDays} days of delivery, best with a photograph of the goods and the box. Faults that show later are covered by the warranty.`,
      'Do not fly an aircraft or charge a battery that looks damaged.',
    ],
  },
  {
    heading: 'Returns and refunds',
    paragraphs: [
      `Where you are entitled to a refund, we pay it within ${POLICIES.refundDays} days of receiving the goods back, or of agreeing that they need not come back, in the way you paid.`,
      'Write to us before sending anything: batteries may only be returned in approved packaging, and we provide it. We pay the freight for goods that were faulty, damaged or not what you ordered.',
    ],
  },
  {
    heading: 'Flying lawfully',
    paragraphs: [
      'You are responsible for registration, licences, insurance and approvals that the Civil Aviation Safety Authority or anybody else requires for your flight. Figures for range and endurance are what the aircraft can do; they are not a permission to do it.',
    ],
  },
  {
    heading: 'Records',
    paragraphs: [
      `We keep records of orders, payments and warranty claims for ${POLICIES.recordsYears} years, as Australian law requires, and then delete them.`,
    ],
  },
  {
    heading: 'Liability and law',
    paragraphs: [
      'We are liable as the law provides for loss that we cause. As far as the law allows, we are not liable for loss of profit, or for loss that comes from using a product against its manual or after altering it.',
      'The law of Australia applies, and its courts decide. If one of these terms turns out to be invalid, the others stand.',
    ],
  },
];

/** @param codes of countries. @returns e.g. ` to Australia and New Zealand`; nothing without codes */
function toDestination(codes: readonly string[]): string {
  if (codes.length === 0) return '';
  return ` to ${new Intl.ListFormat('en-AU').format(codes.map(toCountryInSentence))}`;
}
