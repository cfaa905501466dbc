import { findCollection } from '#shared/collections/catalogue.ts';
import { validateDocument, type DocumentIssue } from '#shared/documents/validate-document.ts';
import type { CompiledJob, DocumentState } from './decided-document.ts';
import type { PlanProblem } from './plan.ts';

type Fields = Readonly<Record<string, unknown>>;

interface CheckedContent {
  /** Content to store: with its id and, in a collection with a schema, its creation time. */
  readonly content: Fields;
  readonly problems: readonly PlanProblem[];
}

const MAX_MESSAGE = 300;

/** Completes content as the server does on a write, and reports every rule it would break. */
export function findProblems(
  { kind, target: collection }: CompiledJob,
  document: { id: string; content: Fields; target: DocumentState | undefined; at: string },
): CheckedContent {
  const { id, target, at } = document;
  const createdAt = target?.data['createdAt'] ?? document.content['createdAt'] ?? at;
  const added = findCollection(collection) ? { FBUID: id, createdAt } : { FBUID: id };
  const content = withFields(document.content, added);
  const issues = validateDocument(collection, content);
  return { content, problems: issues.map((issue) => toProblem(id, kind, issue)) };
}

/** Returns the same object if it has the fields already, as most do: a copy costs as much as the validation. */
function withFields(content: Fields, added: Fields): Fields {
  for (const name of Object.keys(added)) {
    if (content[name] !== added[name]) return { ...content, ...added };
  }
  return content;
}

const SCHEMA_RULES: readonly string[] = ['required', 'unknown-field', 'invalid-value'];

/** A schema mismatch is a failed precondition of the job: the target needs another schema first. */
function toProblem(id: string, kind: CompiledJob['kind'], issue: DocumentIssue): PlanProblem {
  const isSchemaMismatch = kind !== 'import' && SCHEMA_RULES.includes(issue.code);
  const code = isSchemaMismatch ? 'failed-precondition' : issue.code;
  return { id, code, path: issue.path, message: issue.message.slice(0, MAX_MESSAGE) };
}
