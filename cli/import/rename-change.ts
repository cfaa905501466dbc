import type { RenameSpec } from '#shared/migration/rename-spec.ts';
import { compileRename, renameDocument } from '#shared/migration/rename-fields.ts';
import type { DocumentChange } from './document-change.ts';

/** Other field names on the way in. @throws AppError `invalid-argument` for a rule that is none */
export function toRenameChange(spec: RenameSpec): DocumentChange {
  const compiled = compileRename(spec);
  return (source) => {
    const { line, byte } = source;
    const { document, problems } = renameDocument(compiled, source.document);
    if (problems.length === 0) return { kind: 'document', source: { ...source, document } };
    const isLeftOut = spec.onCollision === 'skip-doc' && problems.every(({ code }) => code === 'collision');
    if (isLeftOut) return { kind: 'left-out', what: 'documents with two fields of one name' };
    const id = typeof document['FBUID'] === 'string' ? document['FBUID'] : undefined;
    return { kind: 'problems', problems: problems.map((problem) => ({ ...problem, line, byte, id })) };
  };
}
