import type { Contact } from '#shared/collections/contacts.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { AppStore } from '../app-store.ts';

export type EnquiryContent = Pick<
  Contact,
  'contactName' | 'contactEmail' | 'contactPhone' | 'contactCompany' | 'contactMessage'
>;

/**
 * Stores an enquiry, new or changed, on this device and pushes it as soon as there is a network.
 * @returns its id
 */
export async function sendEnquiry(
  { localStore }: AppStore,
  content: EnquiryContent,
  id: string = createId(),
): Promise<string> {
  const store = await localStore.whenOpen();
  await store.write('contacts', id, () => content);
  return id;
}
