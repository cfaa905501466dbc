import * as v from 'valibot';
import type { EnquiryContent } from '#pwa/data/queries/enquiries.ts';

const draftSchema = v.partial(
  v.object({
    contactName: v.string(),
    contactEmail: v.string(),
    contactPhone: v.string(),
    contactCompany: v.string(),
    contactMessage: v.string(),
    about: v.string(),
  }),
);

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What somebody has typed and not sent, per enquiry; survives a reload and a closed window. */
export interface UnsavedEnquiry {
  /** With the subject named in the message, unless it was before: whoever has taken it out doesn't get it back. */
  read(): Partial<EnquiryContent>;
  keep(content: EnquiryContent): void;
  drop(): void;
}

/**
 * @param id of the enquiry; a new one without it
 * @param about what a new one is about
 */
export function createUnsavedEnquiry(storage: DraftStorage, id?: string, about?: string): UnsavedEnquiry {
  const key = `draft:contacts:${id ?? 'new'}`;

  function readKept(): v.InferOutput<typeof draftSchema> {
    try {
      const parsed = v.safeParse(draftSchema, JSON.parse(storage.getItem(key) ?? '{}'));
      return parsed.success ? parsed.output : {};
    } catch {
      return {};
    }
  }

  return {
    read() {
      const { about: before, ...content } = readKept();
      const contactMessage = nameSubject(content.contactMessage ?? '', about, before);
      return { ...content, ...(contactMessage && { contactMessage }) } as Partial<EnquiryContent>;
    },
    keep(content) {
      try {
        storage.setItem(key, JSON.stringify({ ...content, about }));
      } catch {
        // A full or forbidden storage costs the draft's second life, not the form.
      }
    },
    drop() {
      storage.removeItem(key);
    },
  };
}

/**
 * A message that says at its head what it is about. What stands there already stays, below it.
 * @param about e.g. a product's name
 * @param before what it was about when it was last written: the same isn't named again
 */
function nameSubject(message: string, about: string | undefined, before: string | undefined): string {
  if (about === undefined || about === before || message.split('\n').includes(`About: ${about}`))
    return message;
  const isUntouched = before !== undefined && message === toHead(before);
  return toHead(about) + (isUntouched ? '' : message);
}

function toHead(about: string): string {
  return `About: ${about}\n\n`;
}
