/** `lines`: one document a line; `values`: documents one after another, laid out freely. */
export type Layout = 'lines' | 'array' | 'values';

const BOM_BYTES = 3;
const HEAD_BYTES = 65_536;

/** How the documents lie in a file, by its first characters; a mark of UTF-8 at the beginning is passed over. */
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
  return isJson(first) || (first.endsWith('}') && second.startsWith('{')) ? 'lines' : 'values';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
