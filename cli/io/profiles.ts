import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';

export const DEFAULT_PROFILE = 'default';

/** What signs in at one server. */
const profileSchema = v.strictObject({
  /** Scheme and host that it was saved for, and the only ones it is sent to. */
  server: v.string(),
  credential: v.variant('kind', [
    v.strictObject({ kind: v.literal('token'), token: v.string() }),
    /** The session of a staff account, as the server's cookies hold it. */
    v.strictObject({ kind: v.literal('session'), cookie: v.string(), email: v.string() }),
  ]),
});
const fileSchema = v.strictObject({ profiles: v.array(v.tuple([v.string(), profileSchema])) });

export type Profile = v.InferOutput<typeof profileSchema>;
export type Credential = Profile['credential'];
export type Profiles = ReadonlyMap<string, Profile>;

/** @returns none where nobody has signed in yet */
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

/** Puts the profiles into the place of those before, as a whole; only this person can read them. */
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

/** Not with `recursive`: then the platform calls a read-only disk a missing folder. */
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
    `"${name}" can't name a profile: a letter, then letters, digits, - and _, at most 40.`,
  );
}
