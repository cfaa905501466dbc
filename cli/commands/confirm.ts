import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import type { GlobalOptions } from './command-settings.ts';

export interface Confirmation {
  /** What will happen, as a sentence without a question mark, e.g. `3 documents of "a" will be replaced.` */
  readonly what: string;
  /** Has to be typed, for what can't be taken back easily; otherwise y is enough. */
  readonly typed?: string;
}

/**
 * Goes on with `--yes` or when a person agrees; never waits where nobody can answer.
 * @throws Failure `usage` where nobody can be asked, `interrupted` when the person doesn't agree
 */
export async function confirm(
  context: Pick<CliContext, 'prompter'>,
  options: GlobalOptions,
  { what, typed }: Confirmation,
): Promise<void> {
  if (options.yes === true) return;
  if (options.input === false || options.json === true || !context.prompter.canAsk) {
    throw new Failure(EXIT.usage, `${what} Nobody can be asked here, so nothing was done.`, {
      hint: 'Add --yes to agree beforehand.',
    });
  }
  const question =
    typed === undefined ? 'Go on? [y/N] ' : `To go on, type its name (${toPrintable(typed)}): `;
  const answer = (await context.prompter.ask(`${toPrintable(what)}\n${question}`)).trim();
  const isAgreed = typed === undefined ? /^y(?:es)?$/i.test(answer) : answer === typed;
  if (!isAgreed) throw new Failure(EXIT.interrupted, 'Nothing was changed.');
}
