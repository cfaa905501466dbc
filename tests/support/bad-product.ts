import { productContent } from './samples.ts';

/** Tries to leave the place of a text: as markup, as an attribute's end, as a script's end, as a template. */
export const MARKUP = `"><img src=x onerror="alert(1)"><svg onload=alert(2)></script><script>alert(3)</script>'-alert(4)-'{{7*7}}\${alert(5)}`;
/** Two hundred characters without a place to break. */
export const UNBROKEN = 'Überlandleitungsinspektionsdrohne'.repeat(7).slice(0, 200);
export const SCRIPT_LINK = 'javascript:alert(6)';

const entry = (text: string) => ({
  value: text,
  label: text.slice(0, 300),
  description: text.slice(0, 300),
});
const repeat = (count: number, text: string) => Array.from({ length: count }, () => entry(text));

/** A product that holds what nobody should have typed into it, as far as its schema lets it. */
export function badProduct(text: string) {
  // All of it has to fit into a document's 256 KiB.
  const part = text.slice(0, 4000);
  return {
    ...productContent(text.slice(0, 200)),
    productImages: Array.from({ length: 40 }, (_none, index) => entry(`/pictures/none/${index}.webp`)),
    productDescriptions: repeat(9, text),
    productFeatures: repeat(1, text),
    productSpecifications: repeat(3, part),
    productDimensions: repeat(2, part),
    productShipping: repeat(2, part),
    productDownloads: [SCRIPT_LINK, text].map((value) => ({ ...entry(part), value: value.slice(0, 300) })),
  };
}
