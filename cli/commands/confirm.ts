import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import type { GlobalOptions } from './command-settings.ts';

export interface Confirmation {
  /** What will happen, as a statement: `3 documents of "a" will be replaced.` */
  readonly what: string;
  /** A name to type, for changes that are hard to reverse; otherwise `y` is enough. */
  readonly typed?: string;
}

/**
 * Resolves with `--yes` or when the user confirms. Never waits without a terminal.
 * @throws Failure `usage` when no prompt is possible, `interrupted` when the user declines
 */
export async function confirm(
  context: Pick<CliContext, 'prompter'>,
  options: GlobalOptions,
  { what, typed }: Confirmation,
): Promise<void> {
  if (options.yes === true) return;
  if (options.input === false || options.json === true || !context.prompter.canAsk) {
    throw new Failure(
      EXIT.usage,
      `${what} This needs confirmation, and no prompt is possible here. Nothing was done.`,
      {
        hint: 'Add --yes to confirm.',
      },
    );
  }
  const question =
    typed === undefined ? 'Continue? [y/N] ' : `To continue, type the name (${toPrintable(typed)}): `;
  const answer = (await context.prompter.ask(`${toPrintable(what)}\n${question}`)).trim();
  const isConfirmed = typed === undefined ? /^y(?:es)?$/i.test(answer) : answer === typed;
  if (!isConfirmed) throw new Failure(EXIT.interrupted, 'Nothing was changed.');
}
