import { describe, expect, it } from 'vitest';
import { AppError, fromErrorBody, toErrorBody } from '#shared/kernel/app-error.ts';
import {
  DOCUMENT_CODES,
  isErrorCode,
  isPermanentCode,
  type DocumentCode,
} from '#shared/kernel/document-codes.ts';

const CODES = Object.keys(DOCUMENT_CODES) as DocumentCode[];

describe('error codes of the document database', () => {
  it('[R-ERR-09] the catalogue is ok and the sixteen standard codes', () => {
    expect(CODES.toSorted()).toEqual([
      'aborted',
      'already-exists',
      'cancelled',
      'data-loss',
      'deadline-exceeded',
      'failed-precondition',
      'internal',
      'invalid-argument',
      'not-found',
      'ok',
      'out-of-range',
      'permission-denied',
      'resource-exhausted',
      'unauthenticated',
      'unavailable',
      'unimplemented',
      'unknown',
    ]);
  });

  it('[RJ4] exactly eight codes reject a write permanently, all others are retried', () => {
    expect(CODES.filter(isPermanentCode).toSorted()).toEqual([
      'already-exists',
      'data-loss',
      'failed-precondition',
      'invalid-argument',
      'not-found',
      'out-of-range',
      'permission-denied',
      'unimplemented',
    ]);
  });

  it('[R-ERR-09] an error keeps its code, message, path, reason and status on the wire', () => {
    for (const code of CODES.filter(isErrorCode)) {
      const sent = new AppError(code, 'Not now.', { path: 'a[0].b', reason: 'RESET' });
      const body: unknown = JSON.parse(JSON.stringify(toErrorBody(sent)));
      const { message, path, reason, status } = fromErrorBody(body, sent.status) ?? {};
      expect({ message, path, reason, status }).toEqual({
        message: 'Not now.',
        path: 'a[0].b',
        reason: 'RESET',
        status: DOCUMENT_CODES[code],
      });
    }
  });

  it.each([
    null,
    '<html>',
    [],
    {},
    { error: 'down' },
    { error: { code: 'ok', message: '' } },
    { error: { code: 'toString', message: '' } },
    { error: { code: 'aborted' } },
  ])('[R-ERR-09] %j is not a response of this server', (body) =>
    expect(fromErrorBody(body, 502)).toBeUndefined(),
  );
});
