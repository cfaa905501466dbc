import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';

const MAX_BYTES = 8_192;

export interface SecretQuestion {
  readonly question: string;
  readonly mayAsk: boolean;
  /** Whether it is only asked for at a prompt, because standard input has another secret. */
  readonly isTyped?: boolean;
  readonly hint?: string;
}

/**
 * Reads a secret from standard input when that is a file or a pipe, otherwise prompts for it without echo.
 * @throws Failure `usage` when neither is possible
 */
export async function readSecret(
  { prompter, input }: Pick<CliContext, 'prompter' | 'input'>,
  { question, mayAsk, isTyped = false, hint = 'Pass it on standard input.' }: SecretQuestion,
): Promise<string> {
  if (prompter.isPiped) {
    const secret = isTyped ? '' : await readFirstLine(input);
    if (secret !== '') return secret;
  } else if (mayAsk && prompter.canAsk) {
    return (await prompter.askSecret(question)).trim();
  }
  const what = question.replace(/\W+$/, '').replace(/^./, (first) => first.toLowerCase());
  throw new Failure(EXIT.usage, `The ${what} is required, and no prompt is possible here.`, { hint });
}

async function readFirstLine(input: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of input) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_BYTES || piece.includes(10)) break;
  }
  return Buffer.concat(pieces).toString('utf8').split('\n', 1)[0]?.trim() ?? '';
}
