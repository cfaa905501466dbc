import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { keepAccessCode, readSecrets } from '#server/secrets.ts';

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'nankeen-secrets-'))));
afterEach(() => rmSync(root, { recursive: true }));

const file = () => join(root, 'data', 'secrets.json');
const PRODUCTION = {
  PRODUCTION: 'true',
  PUBLIC_URL: 'https://shop.example',
  ADMIN_TOKEN: 'a-long-admin-token-0123',
  ACCESS_CODE: 'kestrel-9',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_live',
};

describe('secrets of an installation', () => {
  it('[R-CST-11] a demo start generates its secrets once and stores them, readable only by its own user', () => {
    const first = readSecrets(readConfig({}, root));
    expect(readSecrets(readConfig({}, root))).toEqual(first);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'data')).mode & 0o777).toBe(0o700);
    const all = [
      first.tokenSecret,
      first.authSecret,
      first.adminToken,
      first.accessCode,
      first.demo?.staffPassword,
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('[R-CST-11] settings take precedence over generated secrets', () => {
    const secrets = readSecrets(
      readConfig({ ADMIN_TOKEN: 'given-admin-token-1', ACCESS_CODE: 'given' }, root),
    );
    expect(secrets).toMatchObject({ adminToken: 'given-admin-token-1', accessCode: 'given' });
  });

  it('[R-CST-11] production reads only the signing secrets from the file, even after a demo start', () => {
    const demo = readSecrets(readConfig({}, root));
    const secrets = readSecrets(readConfig(PRODUCTION, root));
    expect(secrets).toMatchObject({
      tokenSecret: demo.tokenSecret,
      adminToken: PRODUCTION.ADMIN_TOKEN,
      accessCode: PRODUCTION.ACCESS_CODE,
      webhookSecrets: ['whsec_live'],
      demo: undefined,
    });
  });

  it('[R-CST-11] a fresh production start writes only the two signing secrets', () => {
    readSecrets(readConfig(PRODUCTION, root));
    expect(Object.keys(JSON.parse(readFileSync(file(), 'utf8')) as object)).toEqual([
      'tokenSecret',
      'authSecret',
    ]);
  });

  it('[R-CST-11] production needs an access code, from the settings or set by command', () => {
    const { ACCESS_CODE: _code, ...settings } = PRODUCTION;
    readSecrets(readConfig({}, root));
    expect(() => readSecrets(readConfig(settings, root))).toThrow(/ACCESS_CODE: is not set/);
    keepAccessCode(readConfig(settings, root), 'heron 7');
    expect(readSecrets(readConfig(settings, root)).accessCode).toBe('heron 7');
    expect(readSecrets(readConfig({}, root)).accessCode).toBe('heron 7');
    expect(readSecrets(readConfig(PRODUCTION, root)).accessCode).toBe('kestrel-9');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it.each(['', '{', '[]', '{"tokenSecret": 7}'])(
    '[R-CST-11] a damaged file stops the start with advice and is left unchanged: %j',
    (content) => {
      readSecrets(readConfig({}, root));
      writeFileSync(file(), content);
      expect(() => readSecrets(readConfig({}, root))).toThrow(/Restore the file from a backup; or delete it/);
      expect(readFileSync(file(), 'utf8')).toBe(content);
    },
  );
});
