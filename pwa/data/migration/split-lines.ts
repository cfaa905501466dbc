import { utf8Length } from '#shared/documents/document-ids.ts';
import type { ImportProblem } from '#shared/import/import-problem.ts';
import type { JsonSource } from '#shared/import/parse-document.ts';

export type TextPart =
  | { readonly kind: 'text'; readonly source: JsonSource }
  | { readonly kind: 'problem'; readonly problem: ImportProblem };

/** Lines ended by LF or CR LF. What isn't UTF-8 ends the reading: behind it no line can be told from another. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  firstByte: number,
): AsyncGenerator<TextPart> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  let line = 1;
  let byte = firstByte;
  const take = (text: string): TextPart => {
    const source = { text: text.endsWith('\r') ? text.slice(0, -1) : text, line, column: 1, byte };
    line += 1;
    byte += utf8Length(text) + 1;
    return { kind: 'text', source };
  };
  try {
    for await (const chunk of chunks) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.map(take);
    }
    rest += decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    yield notUtf8(line, byte);
    return;
  }
  if (rest !== '') yield take(rest);
}

/** A part of a file that is no text. */
export function notUtf8(line: number, byte: number): TextPart {
  const message = 'This is not UTF-8 text; save the file as UTF-8.';
  return { kind: 'problem', problem: { code: 'invalid-utf-8', line, byte, message } };
}
