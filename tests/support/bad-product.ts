import { productContent } from './samples.ts';

/** Tries to break out of text: as markup, out of an attribute or a script, and as a template. */
export const MARKUP = `"><img src=x onerror="alert(1)"><svg onload=alert(2)></script><script>alert(3)</script>'-alert(4)-'{{7*7}}\${alert(5)}`;
/** 200 characters without a line-break opportunity. */
export const UNBROKEN = 'Überlandleitungsinspektionsdrohne'.repeat(7).slice(0, 200);
export const SCRIPT_LINK = 'javascript:alert(6)';

const entry = (text: string) => ({
  value: text,
  label: text.slice(0, 300),
  description: text.slice(0, 300),
});
const repeat = (count: number, text: string) => Array.from({ length: count }, () => entry(text));

/** A product with the text in every list, as far as the schema allows. */
export function badProduct(text: string) {
  // Keeps the document within 256 KiB.
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
