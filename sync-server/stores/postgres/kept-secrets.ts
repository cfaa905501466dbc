import { makeMissing, type SecretMakers, type StoredSecrets } from '#server/secrets-file.ts';
import type { Connections } from './connections.ts';
import type { Facts } from './facts.ts';

/** Secrets that all nodes share: those of a demo, and an access code that the admin chose. */
export interface KeptSecrets {
  /** Generates those that are missing; of nodes that start at once, all get those of the first. */
  complete(makers: SecretMakers): Promise<StoredSecrets>;
  /** The access code that the admin chose, as this node last read it. */
  accessCode(): string | undefined;
  /** Stores a new one, which holds on every node within a second. */
  putAccessCode(code: string): Promise<void>;
}

/** Keeps those that are there: names ($1) and values ($2). */
export const SECRETS_AT_ONCE = `
  INSERT INTO secret (name, value) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (name) DO NOTHING`;

const PUT_CODE = `
  INSERT INTO secret (name, value) VALUES ('chosenAccessCode', $1)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

export function createPostgresSecrets(connections: Connections, facts: Facts): KeptSecrets {
  const read = () => readSecretRows(connections);
  return {
    async complete(makers) {
      const missing = makeMissing(await read(), makers);
      await connections.change(SECRETS_AT_ONCE, [Object.keys(missing), Object.values(missing)]);
      return read();
    },
    accessCode: facts.accessCode,
    async putAccessCode(code) {
      await connections.change(PUT_CODE, [code]);
      await facts.read();
    },
  };
}

export async function readSecretRows(connections: Connections): Promise<StoredSecrets> {
  const rows = await connections.rows<{ name: string; value: string }>('SELECT name, value FROM secret');
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
