import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { toConfigFolder } from '#cli/io/config-folder.ts';
import { toHeaders } from '#cli/io/credential-headers.ts';
import { DEFAULT_PROFILE, readProfiles, requireProfileName, writeProfiles } from '#cli/io/profiles.ts';
import { signOutAccount } from '#cli/io/staff-sign-in.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';

export const addLogoutCommand: AddCommand = (program, run, context) => {
  const command = program
    .command('logout')
    .summary('delete the credentials that `login` saved')
    .description('Deletes the profile; a staff session also ends on the server.')
    .action(async (_local: unknown, self: Command) => {
      run(await logOut(context, self.optsWithGlobals<GlobalOptions>()));
    });
  explain(command, ['nankeen logout', 'nankeen logout --profile shop']);
};

async function logOut(context: CliContext, options: GlobalOptions): Promise<CommandResult> {
  const folder = toConfigFolder(context.environment, process.platform);
  const name = options.profile ?? DEFAULT_PROFILE;
  requireProfileName(name);
  const profiles = new Map(await readProfiles(folder));
  const profile = profiles.get(name);
  if (!profile) {
    printNote(context, options, [`There is no profile "${name}".`]);
    return { command: 'logout', profile: name, server: null };
  }
  const { server, credential } = profile;
  profiles.delete(name);
  await writeProfiles(folder, profiles);
  const isSignedOut =
    credential.kind === 'token' || (await signOutAccount(context, server, toHeaders(credential, server)));
  printNote(context, options, [
    `Deleted the profile "${name}" (${server}).`,
    ...(isSignedOut ? [] : ['The session was not ended on the server; it expires there later.']),
  ]);
  return { command: 'logout', profile: name, server };
}
