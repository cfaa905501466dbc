import type { StaffRole } from '#shared/access/actor.ts';
import type { Connections } from './connections.ts';

/** How often a node reads what takes rights away. */
const READ_MS = 500;

/** What this node last read of what takes rights away: it is asked for with every message of a stream. */
export interface Facts {
  isBlocked(fid: string): boolean;
  roleOf(email: string): StaffRole | undefined;
  /** The access code that the admin chose. */
  accessCode(): string | undefined;
  /** Reads them now, after a change by this node. */
  read(): Promise<void>;
  close(): Promise<void>;
}

/** Reads them all, and then twice a second, so that what another node changed holds here within a second. */
export async function startFacts(connections: Connections): Promise<Facts> {
  let blocked: ReadonlySet<string> = new Set();
  let roles: ReadonlyMap<string, StaffRole> = new Map();
  let accessCode: string | undefined;
  let reading = Promise.resolve();

  async function readAll(): Promise<void> {
    const [fids, grants, codes] = await connections.read((connection) =>
      Promise.all([
        connection.rows<{ fid: string }>('SELECT fid FROM blocked_device'),
        connection.rows<{ email: string; role: StaffRole }>('SELECT email, role FROM staff_grant'),
        connection.rows<{ value: string }>(`SELECT value FROM secret WHERE name = 'chosenAccessCode'`),
      ]),
    );
    blocked = new Set(fids.map(({ fid }) => fid));
    accessCode = codes[0]?.value;
    roles = new Map(grants.map(({ email, role }) => [email, role]));
  }

  /** One after the other: a read that began before a change must not replace one from after it. */
  function read(): Promise<void> {
    const next = reading.then(readAll);
    reading = next.catch(() => undefined);
    return next;
  }

  await read();
  const timer = setInterval(() => void read().catch(() => undefined), READ_MS);
  timer.unref();
  return {
    isBlocked: (fid) => blocked.has(fid),
    roleOf: (email) => roles.get(email),
    accessCode: () => accessCode,
    read,
    async close() {
      clearInterval(timer);
      await reading;
    },
  };
}
