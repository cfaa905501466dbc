import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { CliContext } from '#cli/context.ts';
import { readTokenFile, toTokenHint, toToken } from './admin-token.ts';
import { findConfigFolder } from './config-folder.ts';
import {
  DEFAULT_PROFILE,
  readProfiles,
  requireProfileName,
  type Credential,
  type Profile,
} from './profiles.ts';
import { assertPrivate, toServerOrigin } from './server-address.ts';

export interface AccessOptions {
  readonly server?: string | undefined;
  readonly tokenFile?: string | undefined;
  /** A data folder instead of a server. */
  readonly db?: string | undefined;
  /** The command doesn't wait for the job it starts. */
  readonly detach?: boolean | undefined;
  /** The command writes nothing. */
  readonly isReading?: boolean | undefined;
  readonly profile?: string | undefined;
}

/** The chosen server, and the profile of that name, which may belong to another server. */
export interface ResolvedServer {
  readonly origin: string;
  readonly profileName: string;
  readonly profile: Profile | undefined;
}

/**
 * Precedence: `--server`, the profile named by `--profile`, `NANKEEN_SERVER`, the default profile, localhost.
 * @throws Failure `usage` for an address that is invalid or not encrypted
 */
export async function findServer(
  { environment }: Pick<CliContext, 'environment'>,
  options: AccessOptions,
): Promise<ResolvedServer> {
  if (options.db !== undefined) {
    throw new Failure(
      EXIT.usage,
      'With --db there is no sign-in: anyone who can read the data folder has full access.',
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
  const origin = toServerOrigin(options.server ?? address);
  assertPrivate(origin);
  return { origin, profileName, profile };
}

/** A credential and where it came from, e.g. `profile default`. */
export interface FoundCredential {
  readonly credential: Credential;
  readonly by: string;
}

/**
 * Precedence: `--token-file`, the profile named by `--profile`, `NANKEEN_TOKEN`, the default profile. A profile is used
 * only for the server it was saved for.
 * @throws Failure `authentication` when there is none
 */
export async function findCredential(
  { environment, terminal }: Pick<CliContext, 'environment' | 'terminal'>,
  { tokenFile, profile: named }: AccessOptions,
  { origin, profileName, profile }: ResolvedServer,
): Promise<FoundCredential> {
  const given = environment['NANKEEN_TOKEN'] || undefined;
  const noteOverride = (flag: string) => {
    if (given !== undefined) terminal.err.write(`Note: ${flag} overrides NANKEEN_TOKEN.\n`);
  };
  const saved = profile?.server === origin ? profile.credential : undefined;
  const byProfile = `profile ${profileName}`;
  if (tokenFile !== undefined) {
    noteOverride('--token-file');
    const token = await readTokenFile(tokenFile, origin);
    return { credential: { kind: 'token', token }, by: `token file ${tokenFile}` };
  }
  if (named !== undefined && saved) {
    noteOverride('--profile');
    return { credential: saved, by: byProfile };
  }
  if (given !== undefined) {
    const token = toToken(given, 'NANKEEN_TOKEN', origin);
    return { credential: { kind: 'token', token }, by: 'NANKEEN_TOKEN' };
  }
  if (saved) return { credential: saved, by: byProfile };
  const reason = profile
    ? `The profile "${profileName}" is for ${profile.server}; its credentials are not sent to another server.`
    : named !== undefined
      ? `There is no profile "${profileName}".`
      : `You are not signed in to ${origin}.`;
  throw new Failure(EXIT.authentication, reason, { hint: toTokenHint(origin) });
}
