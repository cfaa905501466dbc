import type { CollectionDocuments, CollectionName } from '#shared/collections/catalogue.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { PROFILE_IMAGE_PLACEHOLDER } from '#shared/kernel/placeholders.ts';
import { enquiryContent, productContent } from './samples.ts';

const carried = {
  FBUID: 'sample-1',
  createdAt: '2026-03-02T20:00:00.000+11:00',
  writeId: 'w1',
  sync: UNSYNCED,
};

/** A complete, valid stored document of each collection. */
export const STORED_DOCUMENTS: { readonly [Name in CollectionName]: CollectionDocuments[Name] } = {
  products: { ...carried, ...productContent() },
  checkouts: {
    ...carried,
    checkoutItems: [{ FBUID: 'recon-vtol', ...productContent(), productCount: 2 }],
  },
  profiles: {
    ...carried,
    profileNameGiven: 'Ada',
    profileNameFamily: 'Byrne',
    profileNameOther: '',
    profileImage: PROFILE_IMAGE_PLACEHOLDER,
    profileEmail: 'ada@example.com',
    profileMobile: '',
    profileAddress: null,
    profileDateOfBirth: null,
    profileClinicName: '',
    profileDiscipline: ['Physiotherapy'],
    profileTypeTherapist: true,
    profileTypeClient: false,
  },
  contacts: { ...carried, ...enquiryContent() },
  templates: { ...carried, templateName: 'Airframe', templateImage: '/placeholders/template.svg' },
  ukraines: {
    ...carried,
    templateImage: '',
    selectedComponents: [{ name: 'FPV Goggles', quantity: 2, price: 549 }],
    role: 'Drone Engineer',
    engineeringNeeds: 'Get around jamming',
    missionType: '',
  },
  orders: {
    ...carried,
    orderNumber: '7K2M-Q4XD',
    orderState: 'paid',
    orderReview: '',
    orderLines: [{ productId: 'recon-vtol', name: 'Recon VTOL', quantity: 2, unitCents: 2_499_000 }],
    orderTotalCents: 4_998_000,
    orderGstCents: 499_800,
    orderPaidCents: 4_998_000,
    orderCurrency: 'AUD',
    orderName: 'Ada Byrne',
    orderEmail: 'ada@example.com',
    orderPhone: '+61 2 5550 1234',
    orderAddress: '1 Wharf Street\nHobart TAS 7000\nAU',
    orderPaidAt: carried.createdAt,
    orderRefunds: [],
    orderTracking: '',
    orderMoves: [{ at: carried.createdAt, to: 'paid', why: '' }],
  },
  inbox: {
    ...carried,
    FBUID: 'contacts|sample-1',
    inboxState: 'open',
    inboxAssignee: 'staff@nankeen.example',
    inboxNotes: [],
    inboxReplies: [],
  },
};
