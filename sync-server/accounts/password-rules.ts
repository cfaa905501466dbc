import { AppError } from '#shared/kernel/app-error.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Fewer different characters are a repetition. */
const MIN_DIFFERENT = 4;

/**
 * Words of this shop that everybody guesses first: its name, its products and its roles. Parts of the account's address
 * count too.
 */
const OWN_WORDS = [
  'nankeen',
  'drone',
  'battery',
  'propeller',
  'recon',
  'surveyor',
  'overwatch',
  'drover',
  'pelican',
  'lifter',
  'ukraine',
  'staff',
  'manager',
  'admin',
] as const;

/** Shorter parts of an address are in too many words. */
const MIN_PART_LENGTH = 4;

/** Why a password can't be chosen for an account, as a sentence; `undefined` if it can. Any characters will do. */
export async function findPasswordProblem(password: string, email: string): Promise<string | undefined> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return `Use a password of at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `Use a password of at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (new Set(password).size < MIN_DIFFERENT)
    return `Use at least ${MIN_DIFFERENT} different characters in your password.`;
  const word = findOwnWord(password.toLowerCase(), email.toLowerCase());
  if (word !== undefined)
    return `Use at least ${MIN_PASSWORD_LENGTH} characters besides “${word}” in your password, because it is easy to guess.`;
  if ((await loadCommonPasswords()).has(password.toLowerCase()))
    return 'This password is known from data breaches, and attackers try it first. Choose another one.';
  return undefined;
}

/** @throws AppError `invalid-argument` with the reason `weak-password` */
export async function assertGoodPassword(password: string, email: string): Promise<void> {
  const problem = await findPasswordProblem(password, email);
  if (problem === undefined) return;
  throw new AppError('invalid-argument', problem, { reason: 'weak-password', path: 'password' });
}

/** The word of the shop or the address that makes up most of a password. */
function findOwnWord(password: string, email: string): string | undefined {
  const parts = email.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= MIN_PART_LENGTH);
  const found = [email, ...parts, ...OWN_WORDS].filter((word) => word !== '' && password.includes(word));
  const rest = found.reduce((left, word) => left.replaceAll(word, ''), password);
  return [...rest].length < MIN_PASSWORD_LENGTH ? found[0] : undefined;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** The most used passwords of published breaches, in lower case. Loaded when the first password is chosen. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH)),
  );
  return common;
}
