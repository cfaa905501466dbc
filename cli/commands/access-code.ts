import { randomInt } from 'node:crypto';
import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { readSecret } from '#cli/io/read-secret.ts';
import { connectServer } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';

interface SetOptions extends GlobalOptions {
  readonly generate?: boolean;
}

const NOTES = `
The code is typed at a prompt, read from standard input or generated. It is never an
argument, because other users could see it in the process list. It takes effect immediately:
a device that was unlocked with the previous code keeps its purchase orders and asks for the
new code.`;

export const addAccessCodeCommand: AddCommand = (program, run, context) => {
  const accessCode = program
    .command('access-code')
    .summary('change the code that opens the purchase-order pages')
    .description('Changes the access code of the purchase-order pages.');
  const set = accessCode
    .command('set')
    .summary('set a new access code')
    .description('Sets the access code of the purchase-order pages, without restarting the server.')
    .option('--generate', 'generate a code and print it on standard output')
    .action(async (_local: unknown, command: Command) => {
      run(await setAccessCode(context, command.optsWithGlobals<SetOptions>()));
    });
  explain(set, ['nankeen access-code set --generate', 'nankeen access-code set < code.txt'], NOTES);
  explain(accessCode, ['nankeen access-code set --generate']);
};

async function setAccessCode(context: CliContext, options: SetOptions): Promise<CommandResult> {
  const code = options.generate === true ? generateCode() : await readCode(context, options);
  const connection = await connectServer(context, options);
  const { isChanged } = await connection.call(ADMIN_ROUTES.changeAccessCode, { body: { code } });
  if (options.generate === true && options.json !== true) context.terminal.out.write(`${code}\n`);
  printNote(context, options, [
    isChanged
      ? 'The access code is set. Devices unlocked with the previous code ask for it at their next call.'
      : 'This is already the access code; nothing changed.',
  ]);
  return { command: 'access-code set', isChanged, ...(options.generate === true ? { code } : {}) };
}

async function readCode(context: CliContext, options: SetOptions): Promise<string> {
  const mayAsk = options.input !== false;
  const code = await readSecret(context, { question: 'New access code: ', mayAsk });
  if (context.prompter.isPiped) return code;
  if ((await readSecret(context, { question: 'Repeat the code: ', mayAsk })) === code) return code;
  throw new Failure(EXIT.usage, 'The codes do not match. Nothing was changed.');
}

/** Without characters that look alike. */
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Two groups of four, 40 bits. */
function generateCode(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return `${group()}-${group()}`;
}
