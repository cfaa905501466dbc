const ADDRESS = /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u;

/** Whether a text is exactly one plain address, which mail can be sent to. */
export function isMailAddress(text: string): boolean {
  return text.length <= 320 && ADDRESS.test(text);
}
