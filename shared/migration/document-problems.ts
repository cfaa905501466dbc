import { findCollection } from '#shared/collections/catalogue.ts';
import { validateDocument, type DocumentIssue } from '#shared/documents/validate-document.ts';
import type { CompiledJob, DocumentState } from './decided-document.ts';
import type { PlanProblem } from './plan.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Judged {
  /** As it is stored: with its id, in a collection with a schema with its time of creation. */
  readonly content: Fields;
  readonly problems: readonly PlanProblem[];
}

const MAX_MESSAGE = 300;

/** Completes content as the server does when it is written, and names every rule it would break there. */
export function findProblems(
  { kind, target: collection }: CompiledJob,
  document: { id: string; content: Fields; target: DocumentState | undefined; at: string },
): Judged {
  const { id, target, at } = document;
  const createdAt = target?.data['createdAt'] ?? document.content['createdAt'] ?? at;
  const added = findCollection(collection) ? { FBUID: id, createdAt } : { FBUID: id };
  const content = withFields(document.content, added);
  const issues = validateDocument(collection, content);
  return { content, problems: issues.map((issue) => toProblem(id, kind, issue)) };
}

/** The very same object where it has them already, as most have: a copy of each would cost as much as to judge it. */
function withFields(content: Fields, added: Fields): Fields {
  for (const name of Object.keys(added)) {
    if (content[name] !== added[name]) return { ...content, ...added };
  }
  return content;
}

const SCHEMA_RULES: readonly string[] = ['required', 'unknown-field', 'invalid-value'];

/** What doesn't fit the target's schema can't be cured in the document: the target needs another schema first. */
function toProblem(id: string, kind: CompiledJob['kind'], issue: DocumentIssue): PlanProblem {
  const isMisfit = kind !== 'import' && SCHEMA_RULES.includes(issue.code);
  const code = isMisfit ? 'failed-precondition' : issue.code;
  return { id, code, path: issue.path, message: issue.message.slice(0, MAX_MESSAGE) };
}
