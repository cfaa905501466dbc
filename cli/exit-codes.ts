import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';

/** Exit codes are stable: scripts rely on them. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  invalidInput: 4,
  conflict: 5,
  authentication: 6,
  unreachable: 7,
  locked: 8,
  differences: 9,
  verificationFailed: 10,
  localIo: 11,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Exit codes of the server's error codes. */
export const EXIT_OF_CODE: Readonly<Record<DocumentErrorCode, ExitCode>> = {
  cancelled: EXIT.unexpected,
  unknown: EXIT.unexpected,
  'invalid-argument': EXIT.invalidInput,
  'deadline-exceeded': EXIT.unreachable,
  'not-found': EXIT.notFound,
  'already-exists': EXIT.conflict,
  'permission-denied': EXIT.authentication,
  'resource-exhausted': EXIT.unreachable,
  'failed-precondition': EXIT.conflict,
  aborted: EXIT.conflict,
  'out-of-range': EXIT.invalidInput,
  unimplemented: EXIT.unreachable,
  internal: EXIT.unexpected,
  unavailable: EXIT.unreachable,
  'data-loss': EXIT.unexpected,
  unauthenticated: EXIT.authentication,
};
