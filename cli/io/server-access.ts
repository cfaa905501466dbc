import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { CliContext } from '#cli/context.ts';
import { readTokenFile, toHint, toToken } from './admin-token.ts';
import { findConfigFolder } from './config-folder.ts';
import {
  DEFAULT_PROFILE,
  readProfiles,
  requireProfileName,
  type Credential,
  type Profile,
} from './profiles.ts';
import { toServerOrigin } from './server-address.ts';

export interface AccessOptions {
  readonly server?: string | undefined;
  readonly tokenFile?: string | undefined;
  /** A data folder instead of a server. */
  readonly db?: string | undefined;
  /** The command doesn't wait for the job it begins. */
  readonly detach?: boolean | undefined;
  readonly profile?: string | undefined;
}

/** The server that is meant, and what was saved under the profile's name, perhaps for another server. */
export interface ServerPlace {
  readonly origin: string;
  readonly profileName: string;
  readonly profile: Profile | undefined;
}

/** The address from `--server`, the profile that is named, `NANKEEN_SERVER`, the default profile, or this machine. */
export async function findServer(
  { environment }: Pick<CliContext, 'environment'>,
  options: AccessOptions,
): Promise<ServerPlace> {
  if (options.db !== undefined) {
    throw new Failure(
      EXIT.usage,
      'With --db nobody signs in: who may read the data folder may do everything.',
    );
  }
  const profileName = options.profile ?? DEFAULT_PROFILE;
  requireProfileName(profileName);
  const folder = findConfigFolder(environment, process.platform);
  const profile = folder === undefined ? undefined : (await readProfiles(folder)).get(profileName);
  const fromEnvironment = environment['NANKEEN_SERVER'] || undefined;
  const address =
    options.profile === undefined
      ? (fromEnvironment ?? profile?.server)
      : (profile?.server ?? fromEnvironment);
  return { origin: toServerOrigin(options.server ?? address), profileName, profile };
}

/** Who calls: by `NANKEEN_TOKEN`, otherwise `--token-file`, otherwise as the profile has signed in at this very server. */
export async function findCredential(
  { environment, terminal }: Pick<CliContext, 'environment' | 'terminal'>,
  options: AccessOptions,
  { origin, profileName, profile }: ServerPlace,
): Promise<Credential> {
  const given = environment['NANKEEN_TOKEN'];
  if (given) {
    if (options.tokenFile !== undefined) {
      terminal.err.write('Note: NANKEEN_TOKEN is set, so --token-file is not read.\n');
    }
    return { kind: 'token', token: toToken(given, 'NANKEEN_TOKEN', origin) };
  }
  if (options.tokenFile !== undefined) {
    return { kind: 'token', token: await readTokenFile(options.tokenFile, origin) };
  }
  if (profile?.server === origin) return profile.credential;
  const reason = profile
    ? `What is saved in the profile "${profileName}" is for ${profile.server} and goes nowhere else.`
    : `You are not signed in at ${origin}.`;
  throw new Failure(EXIT.authentication, reason, { hint: toHint(origin) });
}
