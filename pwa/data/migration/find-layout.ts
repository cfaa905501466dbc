/**
 * `lines`: one document a line; `array`: the elements of one; `documents`: those of an object's array of that name;
 * `values`: documents one after another, laid out freely; `table`: CSV.
 */
export type Layout = 'lines' | 'array' | 'documents' | 'values' | 'table';

const DOCUMENTS = /^\{\s*"documents"\s*:\s*\[/;

/** How the documents lie in a file, by its first characters, then by its name. */
export function findLayout(head: Uint8Array, name: string): Layout {
  const text = new TextDecoder().decode(head).trimStart();
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
