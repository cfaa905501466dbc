import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';

export const DEFAULT_PROFILE = 'default';

/** Saved credentials for one server. */
const profileSchema = v.strictObject({
  /** Origin the credential was saved for; it is sent to no other. */
  server: v.string(),
  credential: v.variant('kind', [
    v.strictObject({ kind: v.literal('token'), token: v.string() }),
    /** Session cookies of a staff account. */
    v.strictObject({ kind: v.literal('session'), cookie: v.string(), email: v.string() }),
  ]),
});
const fileSchema = v.strictObject({ profiles: v.array(v.tuple([v.string(), profileSchema])) });

export type Profile = v.InferOutput<typeof profileSchema>;
export type Credential = Profile['credential'];
export type Profiles = ReadonlyMap<string, Profile>;

/** @returns an empty map before the first sign-in */
export async function readProfiles(folder: string): Promise<Profiles> {
  const file = join(folder, 'profiles.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw toIoFailure(error, file);
  });
  if (text === undefined) return new Map();
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text);
  if (parsed.success) return new Map(parsed.output.profiles);
  throw new Failure(EXIT.localIo, `${file} is damaged.`, {
    hint: 'Delete it, then sign in again with `nankeen login`.',
  });
}

/** Replaces the profiles atomically, in a file that only this user can read. */
export async function writeProfiles(folder: string, profiles: Profiles): Promise<void> {
  const file = join(folder, 'profiles.json');
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await makeFolder(folder);
    await chmod(folder, 0o700);
    const handle = await open(temporary, 'wx', 0o600);
    await handle.writeFile(`${JSON.stringify({ profiles: [...profiles] }, undefined, 2)}\n`);
    await handle.sync();
    await handle.close();
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw toIoFailure(error, file);
  }
}

/** Without `recursive`, which reports a read-only disk as a missing folder. */
async function makeFolder(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o700 });
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return;
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await make();
  });
}

export function requireProfileName(name: string): void {
  if (/^[a-z][\w-]{0,39}$/i.test(name)) return;
  throw new Failure(
    EXIT.usage,
    `"${name}" is not a valid profile name: a letter, then letters, digits, - or _, at most 40 characters.`,
  );
}
