import type { ImportProblem, SourceDocument } from '#shared/import/import-problem.ts';

/** What becomes of a document on its way in, e.g. other field names; or why that isn't possible. */
export type DocumentChange = (
  source: SourceDocument,
) =>
  | { readonly kind: 'document'; readonly source: SourceDocument }
  | { readonly kind: 'left-out'; readonly what: string }
  | { readonly kind: 'problems'; readonly problems: readonly ImportProblem[] };
