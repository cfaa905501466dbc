import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { readTokenFile, toToken } from '#cli/io/admin-token.ts';
import { toConfigFolder } from '#cli/io/config-folder.ts';
import { toHeaders } from '#cli/io/credential-headers.ts';
import { readProfiles, writeProfiles, type Credential } from '#cli/io/profiles.ts';
import { readSecret } from '#cli/io/read-secret.ts';
import { findServer } from '#cli/io/server-access.ts';
import { checkCaller, connectAs } from '#cli/io/server-connection.ts';
import { signInAccount, signOutAccount } from '#cli/io/staff-sign-in.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';

interface LoginOptions extends GlobalOptions {
  readonly email?: string;
}

const NOTES = `
The token is typed at a prompt without echo, or read from standard input or --token-file.
After the server has accepted it, it is saved in your settings, in a file that only you can
read. It is sent only to this server. Use --profile to save credentials for several servers.
With --email, you sign in to a staff account with its password instead; the history then
shows its address for your changes. An account with a second factor also needs a code, which is
asked for in a terminal.

Exit codes: 0 signed in, 2 prompt needed, 6 refused (nothing is saved), 7 server
unreachable, 11 settings not writable.`;

export const addLoginCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('login')
    .summary('sign in to a server and save the credentials')
    .description(
      'Signs in to the server, with its admin token or as staff, and saves the credentials for later commands.',
    )
    .option('--email <ADDRESS>', 'sign in to this staff account, with its password')
    .action(async (_local: unknown, self: Command) => {
      run(await logIn(context, self.optsWithGlobals<LoginOptions>()));
    });
  const examples = [
    'nankeen login --token-file token.txt',
    'nankeen login --profile shop --server http://localhost:8787 < token.txt',
    'nankeen login --email staff@nankeen.example < password.txt',
  ];
  explain(command, examples, NOTES);
};

async function logIn(context: CliContext, options: LoginOptions): Promise<CommandResult> {
  const folder = toConfigFolder(context.environment, process.platform);
  const { origin, profileName } = await findServer(context, options);
  const credential = await readCredential(context, options, origin);
  const connection = await connectAs(context, origin, { credential });
  await checkCaller(connection).catch(async (error: unknown) => {
    if (credential.kind === 'session') await signOutAccount(context, origin, toHeaders(credential, origin));
    throw error;
  });
  const profiles = new Map(await readProfiles(folder));
  profiles.set(profileName, { server: origin, credential });
  await writeProfiles(folder, profiles);
  const as = credential.kind === 'session' ? credential.email : 'admin';
  printNote(context, options, [`Signed in to ${origin} as ${as}; saved in the profile "${profileName}".`]);
  if (context.environment['NANKEEN_TOKEN']) {
    printNote(context, options, [
      `NANKEEN_TOKEN is set and takes precedence, except with --profile ${profileName}.`,
    ]);
  }
  return { command: 'login', server: origin, profile: profileName, as };
}

async function readCredential(
  context: CliContext,
  { email, tokenFile, input }: LoginOptions,
  origin: string,
): Promise<Credential> {
  const mayAsk = input !== false;
  if (email !== undefined) {
    const password = await readSecret(context, { question: `Password of ${email}: `, mayAsk });
    const hint = 'Sign in at a terminal, which asks for it.';
    const askCode = () =>
      readSecret(context, {
        question: 'Code of your code app, or a recovery code: ',
        mayAsk,
        isTyped: true,
        hint,
      });
    return signInAccount(context, origin, { email, password, askCode });
  }
  if (tokenFile !== undefined) return { kind: 'token', token: await readTokenFile(tokenFile, origin) };
  const hint = 'Pass it on standard input, or with --token-file FILE.';
  const secret = await readSecret(context, { question: 'Admin token: ', mayAsk, hint });
  return { kind: 'token', token: toToken(secret, 'The input', origin) };
}
