import { useEffect } from 'react';

/** Prints a text and the page's number below every page, where the browser has room for that. */
export function usePageMargin(text: string): void {
  useEffect(() => {
    if (!('adoptedStyleSheets' in document)) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(toPageRule(text));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [text]);
}

/** The policy forbids styles in the page, and a margin's text can't come from one of its elements. */
export function toPageRule(text: string): string {
  const face = 'font-family: sans-serif; font-size: 8pt; color: black;';
  // Whatever could end the string is written as its number.
  const safe = text.replaceAll(
    /[^\p{L}\p{N} .·–-]/gu,
    (sign) => `\\${(sign.codePointAt(0) ?? 32).toString(16)} `,
  );
  return `@page {
    @bottom-left { content: "${safe}"; ${face} }
    @bottom-right { content: "Page " counter(page) " of " counter(pages); ${face} }
  }`;
}
