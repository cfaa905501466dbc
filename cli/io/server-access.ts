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
  /** The command writes nothing. */
  readonly isReading?: boolean | undefined;
  readonly profile?: string | undefined;
}

/** The server that is meant, and what was saved under the profile's name, perhaps for another server. */
export interface ResolvedServer {
  readonly origin: string;
  readonly profileName: string;
  readonly profile: Profile | undefined;
}

/** The address from `--server`, the profile that is named, `NANKEEN_SERVER`, the default profile, or this machine. */
export async function findServer(
  { environment }: Pick<CliContext, 'environment'>,
  options: AccessOptions,
): Promise<ResolvedServer> {
  if (options.db !== undefined) {
    throw new Failure(
      EXIT.usage,
      'With --db nobody signs in: who may read the data folder may do everything.',
    );
  }
  const profileName = options.profile ?? DEFAULT_PROFILE;
  requireProfileName(profileName);
  const fromEnvironment = environment['NANKEEN_SERVER'] || undefined;
  const token = options.tokenFile ?? (environment['NANKEEN_TOKEN'] || undefined);
  const isAllGiven =
    options.profile === undefined && (options.server ?? fromEnvironment) !== undefined && token !== undefined;
  const folder = isAllGiven ? undefined : findConfigFolder(environment, process.platform);
  const profile = folder === undefined ? undefined : (await readProfiles(folder)).get(profileName);
  const address =
    options.profile === undefined
      ? (fromEnvironment ?? profile?.server)
      : (profile?.server ?? fromEnvironment);
  return { origin: toServerOrigin(options.server ?? address), profileName, profile };
}

/** Who calls, and what says so, e.g. `profile default`. */
export interface FoundCredential {
  readonly credential: Credential;
  readonly by: string;
}

/**
 * Who calls: by `--token-file`, otherwise as a profile that is named has signed in at this very server, otherwise by
 * `NANKEEN_TOKEN`, otherwise as the default profile has.
 */
export async function findCredential(
  { environment, terminal }: Pick<CliContext, 'environment' | 'terminal'>,
  { tokenFile, profile: named }: AccessOptions,
  { origin, profileName, profile }: ResolvedServer,
): Promise<FoundCredential> {
  const given = environment['NANKEEN_TOKEN'] || undefined;
  const insteadOf = (flag: string) => {
    if (given !== undefined) terminal.err.write(`Note: ${flag} is used, not NANKEEN_TOKEN.\n`);
  };
  const kept = profile?.server === origin ? profile.credential : undefined;
  const byProfile = `profile ${profileName}`;
  if (tokenFile !== undefined) {
    insteadOf('--token-file');
    const token = await readTokenFile(tokenFile, origin);
    return { credential: { kind: 'token', token }, by: `token file ${tokenFile}` };
  }
  if (named !== undefined && kept) {
    insteadOf('--profile');
    return { credential: kept, by: byProfile };
  }
  if (given !== undefined) {
    const token = toToken(given, 'NANKEEN_TOKEN', origin);
    return { credential: { kind: 'token', token }, by: 'NANKEEN_TOKEN' };
  }
  if (kept) return { credential: kept, by: byProfile };
  const reason = profile
    ? `What is saved in the profile "${profileName}" is for ${profile.server} and goes nowhere else.`
    : named !== undefined
      ? `Nothing is kept in the profile "${profileName}".`
      : `You are not signed in at ${origin}.`;
  throw new Failure(EXIT.authentication, reason, { hint: toHint(origin) });
}
