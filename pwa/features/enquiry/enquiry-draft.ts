import * as v from 'valibot';
import type { EnquiryContent } from '#pwa/data/enquiries.ts';

const draftSchema = v.partial(
  v.object({
    contactName: v.string(),
    contactEmail: v.string(),
    contactPhone: v.string(),
    contactCompany: v.string(),
    contactMessage: v.string(),
  }),
);

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What somebody has typed and not sent, per enquiry; survives a reload and a closed window. */
export interface EnquiryDraft {
  read(): Partial<EnquiryContent>;
  keep(content: EnquiryContent): void;
  drop(): void;
}

export function createEnquiryDraft(storage: DraftStorage, id: string | undefined): EnquiryDraft {
  const key = `draft:contacts:${id ?? 'new'}`;
  return {
    read() {
      try {
        const parsed = v.safeParse(draftSchema, JSON.parse(storage.getItem(key) ?? '{}'));
        return parsed.success ? (parsed.output as Partial<EnquiryContent>) : {};
      } catch {
        return {};
      }
    },
    keep(content) {
      try {
        storage.setItem(key, JSON.stringify(content));
      } catch {
        // A full or forbidden storage costs the draft's second life, not the form.
      }
    },
    drop() {
      storage.removeItem(key);
    },
  };
}
