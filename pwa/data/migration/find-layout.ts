/**
 * `lines`: one document a line; `array`: the elements of one; `documents`: those of an object's array of that name;
 * `values`: documents one after another, laid out freely; `table`: CSV.
 */
export type Layout = 'lines' | 'array' | 'documents' | 'values' | 'table';

const BOM_BYTES = 3;
const HEAD_BYTES = 65_536;
const DOCUMENTS = /^\{\s*"documents"\s*:\s*\[/;

/** How the documents lie in a file, by its first characters, then by its name; a mark of UTF-8 at the beginning is passed over. */
export async function findLayout(
  file: File,
): Promise<{ readonly layout: Layout; readonly firstByte: number }> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const text = new TextDecoder().decode(head).trimStart();
  return { layout: toLayout(text, file.name), firstByte: hasMark ? BOM_BYTES : 0 };
}

function toLayout(text: string, name: string): Layout {
  if (text.startsWith('[')) return 'array';
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'lines';
  const [first = '', second = ''] = text.split('\n', 2).map((line) => line.trim());
  const isSeveralLines = first.endsWith('}') && second.startsWith('{');
  if (DOCUMENTS.test(text) && !isSeveralLines) return 'documents';
  if (text.startsWith('{')) return isSeveralLines || isJson(first) ? 'lines' : 'values';
  if (/\.(csv|tsv)$/i.test(name)) return 'table';
  return /\.json$/i.test(name) || !/[,;\t]/.test(first) || first.startsWith('<') ? 'values' : 'table';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
