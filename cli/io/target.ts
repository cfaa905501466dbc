import { toShellWord } from './shell-word.ts';

/** Options that say which server, and as whom. */
const FLAGS = {
  server: '--server',
  profile: '--profile',
  tokenFile: '--token-file',
  db: '--db',
} as const;

export type Target = { readonly [Name in keyof typeof FLAGS]?: string | undefined };

/** The options that were typed, so that a command that is suggested goes to the same place. */
export function toTargetArgs(place: Target): readonly string[] {
  return Object.entries(FLAGS).flatMap(([name, flag]) => {
    const value = place[name as keyof Target];
    return value === undefined ? [] : [flag, toShellWord(value)];
  });
}
