import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { toSecrets, type SigningSecret } from '#server/devices/device-tokens.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

function toKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'nankeen second factor', 32));
}

/** Encrypts with the newest secret. @param owner the text can be opened for it only */
export function seal(bytes: Uint8Array, secret: SigningSecret, owner: string): string {
  const [newest = ''] = toSecrets(secret);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, toKey(newest), iv).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

/** Undefined if none of the secrets sealed it. */
export function unseal(text: string, secret: SigningSecret, owner: string): Buffer | undefined {
  const sealed = Buffer.from(text, 'base64');
  for (const one of toSecrets(secret)) {
    const decipher = createDecipheriv(CIPHER, toKey(one), sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    } catch {
      // Sealed by another secret.
    }
  }
  return undefined;
}
