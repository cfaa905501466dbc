import type { ReadStream } from 'node:tty';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';

/** Asks a person; questions go to standard error, so that they never end up in a file. */
export interface Prompter {
  /** Whether somebody sits at both ends: without, nothing is ever asked. */
  readonly canAsk: boolean;
  /** Whether standard input is a file or a pipe. */
  readonly isPiped: boolean;
  ask(question: string): Promise<string>;
  /** As `ask`, without showing what is typed. */
  askSecret(question: string): Promise<string>;
}

/** Standard input and standard error of this process. Ctrl-C and Ctrl-D end a question as an interruption. */
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
    // Nothing happens when it is answered already.
    reader.once('close', () => reject(new Failure(EXIT.interrupted, 'Interrupted. Nothing was changed.')));
  });
}
