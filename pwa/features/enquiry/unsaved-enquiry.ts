import * as v from 'valibot';
import type { EnquiryContent } from '#pwa/data/queries/enquiries.ts';

const unsavedSchema = v.partial(
  v.object({
    contactName: v.string(),
    contactEmail: v.string(),
    contactPhone: v.string(),
    contactCompany: v.string(),
    contactMessage: v.string(),
    about: v.string(),
  }),
);

type UnsavedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Unsent input per enquiry; survives a reload and a closed window, but not a browser that is killed within the minute it
 * takes to write local storage to disk.
 */
export interface UnsavedEnquiry {
  /** Adds the subject to the message unless it was added before, so that a removed subject stays removed. */
  read(): Partial<EnquiryContent>;
  keep(content: EnquiryContent): void;
  drop(): void;
}

/**
 * @param id id of the enquiry; omit for a new one
 * @param about subject of a new enquiry
 */
export function createUnsavedEnquiry(storage: UnsavedStorage, id?: string, about?: string): UnsavedEnquiry {
  const key = `draft:contacts:${id ?? 'new'}`;

  function readStored(): v.InferOutput<typeof unsavedSchema> {
    try {
      const parsed = v.safeParse(unsavedSchema, JSON.parse(storage.getItem(key) ?? '{}'));
      return parsed.success ? parsed.output : {};
    } catch {
      return {};
    }
  }

  return {
    read() {
      const { about: before, ...content } = readStored();
      const contactMessage = nameSubject(content.contactMessage ?? '', about, before);
      return { ...content, ...(contactMessage && { contactMessage }) } as Partial<EnquiryContent>;
    },
    keep(content) {
      try {
        storage.setItem(key, JSON.stringify({ ...content, about }));
      } catch {
        // With full or blocked storage the input doesn't survive a reload, but the form still works.
      }
    },
    drop() {
      storage.removeItem(key);
    },
  };
}

/**
 * Puts the subject above the message.
 * @param about e.g. a product's name
 * @param before subject of the stored message; the same subject isn't added again
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
