import { useEffect } from 'react';

/** Prints a text and the page number below every page, in browsers that support page margin boxes. */
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

/** A style sheet, because the content security policy forbids inline styles and a margin box can't show an element. */
export function toPageRule(text: string): string {
  const face = 'font-family: sans-serif; font-size: 8pt; color: black;';
  // Escapes every character that could end the string.
  const safe = text.replaceAll(
    /[^\p{L}\p{N} .·–-]/gu,
    (sign) => `\\${(sign.codePointAt(0) ?? 32).toString(16)} `,
  );
  return `@page {
    @bottom-left { content: "${safe}"; ${face} }
    @bottom-right { content: "Page " counter(page) " of " counter(pages); ${face} }
  }`;
}
