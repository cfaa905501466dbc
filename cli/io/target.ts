import { hidePassword } from './hide-password.ts';
import { toShellWord } from './shell-word.ts';

/** Options that select the server and the credential. */
const FLAGS = {
  server: '--server',
  profile: '--profile',
  tokenFile: '--token-file',
  db: '--db',
} as const;

export type Target = { readonly [Name in keyof typeof FLAGS]?: string | undefined };

/** The target's options as typed, for suggested commands. */
export function toTargetArgs(target: Target): readonly string[] {
  return Object.entries(FLAGS).flatMap(([name, flag]) => {
    const value = target[name as keyof Target];
    return value === undefined ? [] : [flag, toShellWord(hidePassword(value))];
  });
}
