import { ID_RULES, type IdRule } from '#shared/documents/document-ids.ts';
import { DOCUMENT_RULES, type DocumentRule } from '#shared/documents/document-rules.ts';
import type { DocumentIssue } from '#shared/documents/validate-document.ts';

/** Rules for JSON text, checked before there is a document. `too-deep` is among the document rules. */
export const TEXT_RULES = {
  'invalid-utf-8': 'Text is UTF-8.',
  'invalid-json': 'A document is JSON.',
  'duplicate-key': 'A field stands once in an object.',
  'inexact-number': 'A number is one that a double keeps exactly: 9007199254740993 and 1e400 go as text.',
} as const;

export type RuleCode = DocumentIssue['code'] | DocumentRule | IdRule | keyof typeof TEXT_RULES;

/** Every code for an invalid document in server, command line and app, with its rule, as in docs/document-rules.md. */
export const RULE_TABLE: Readonly<Record<RuleCode, string>> = {
  ...DOCUMENT_RULES,
  ...ID_RULES,
  'document-too-large': 'A document is at most 1024 KiB of JSON, in the six product collections 256 KiB.',
  required: 'A field that the collection’s schema asks for is there and filled in.',
  'unknown-field': 'A collection with a schema has no other fields.',
  'invalid-value': 'A value is as the collection’s schema asks for.',
  ...TEXT_RULES,
};
