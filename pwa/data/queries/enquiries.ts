import type { Contact } from '#shared/collections/contacts.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { AppStore } from '../app-store.ts';

export type EnquiryContent = Pick<
  Contact,
  'contactName' | 'contactEmail' | 'contactPhone' | 'contactCompany' | 'contactMessage'
>;

/**
 * Keeps an enquiry on this device and sends it as soon as there is a network: a new one, or a change of an earlier one.
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
