import { toFieldName } from './field-name.ts';
import { isRecord } from './is-record.ts';
import { toOwnFields } from './own-fields.ts';

/** A document as plain text for an email or letter: one field per line, list entries indented. */
export function toPlainText(document: Readonly<Record<string, unknown>>): string {
  return toOwnFields(document)
    .map(([field, value]) => `${toFieldName(field)}: ${toText(value, '  ')}`)
    .join('\n');
}

function toText(value: unknown, indent: string): string {
  if (Array.isArray(value))
    return value.map((entry) => `\n${indent}- ${toText(entry, `${indent}  `)}`).join('');
  if (!isRecord(value)) return value === null || value === undefined ? '' : String(value);
  return Object.entries(value)
    .filter(([, inner]) => inner !== '')
    .map(([field, inner]) => `${toFieldName(field)}: ${toText(inner, `${indent}  `)}`)
    .join('; ');
}
