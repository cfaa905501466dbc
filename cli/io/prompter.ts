import type { ReadStream } from 'node:tty';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';

/** Prompts on standard error, so that no prompt ends up in redirected output. */
export interface Prompter {
  /** Whether both standard input and standard error are terminals. Otherwise nothing is ever asked. */
  readonly canAsk: boolean;
  /** Whether standard input is a file or a pipe. */
  readonly isPiped: boolean;
  ask(question: string): Promise<string>;
  /** Like `ask`, without echo. */
  askSecret(question: string): Promise<string>;
}

/** Ctrl-C and Ctrl-D at a prompt end the command as interrupted. */
export function createPrompter(input: ReadStream, output: Writable & { readonly isTTY?: boolean }): Prompter {
  return {
    canAsk: input.isTTY && output.isTTY === true,
    isPiped: !input.isTTY,
    ask: (question) => askOnce(input, output, question),
    async askSecret(question) {
      output.write(question);
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      return askOnce(input, nowhere, '').finally(() => output.write('\n'));
    },
  };
}

function askOnce(input: ReadStream, output: Writable, question: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = createInterface({ input, output, terminal: true });
    reader.question(question, (answer) => {
      resolve(answer);
      reader.close();
    });
    reader.once('SIGINT', () => reader.close());
    // No effect after an answer.
    reader.once('close', () => reject(new Failure(EXIT.interrupted, 'Interrupted. Nothing was changed.')));
  });
}
