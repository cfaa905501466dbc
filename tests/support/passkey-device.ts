import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What the server gives to `navigator.credentials`. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** What a dishonest device or page says instead. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly counter?: number;
  readonly id?: string;
  readonly userHandle?: string | undefined;
  /** Spoils the signature. */
  readonly isForged?: boolean;
  readonly attestation?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, Cbor> };
}

/** A passkey in software (ES256), with a browser around it. */
export interface PasskeyDevice {
  readonly credentialId: string;
  readonly privateKey: string;
  create(options: PasskeyOptions, lies?: Lies): object;
  sign(options: PasskeyOptions, lies?: Lies): object;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

export function createPasskeyDevice(origin: string): PasskeyDevice {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32).toString('base64url');
  let counter = 0;
  let userHandle: string | undefined;

  function toClientData(type: string, { challenge }: PasskeyOptions, lies: Lies): Buffer {
    const data = { type: lies.type ?? type, challenge: lies.challenge ?? challenge };
    return Buffer.from(JSON.stringify({ ...data, origin: lies.origin ?? origin, crossOrigin: false }));
  }

  function toAuthData(rpId: string, lies: Lies, attested: Buffer = Buffer.alloc(0)): Buffer {
    const { isPresent = true, isVerified = true } = lies;
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (attested.length > 0 ? 64 : 0);
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(lies.counter ?? counter, 1);
    return Buffer.concat([sha256(lies.rpId ?? rpId), rest, attested]);
  }

  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const coseKey = toCbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, xBytes],
      [-3, yBytes],
    ]),
  );

  return {
    credentialId,
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    create(options, lies = {}) {
      userHandle = options.user?.id;
      const id = Buffer.from(lies.id ?? credentialId, 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const { fmt, attStmt } = lies.attestation ?? { fmt: 'none', attStmt: new Map() };
      const authData = toAuthData(options.rp?.id ?? '', lies, attested);
      const attestation = new Map<string, Cbor>(Object.entries({ fmt, attStmt, authData }));
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: { credProps: { rk: true } },
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: toClientData('webauthn.create', options, lies).toString('base64url'),
          attestationObject: toCbor(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    sign(options, lies = {}) {
      counter++;
      const clientData = toClientData('webauthn.get', options, lies);
      const authData = toAuthData(options.rpId ?? '', lies);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      if (lies.isForged === true) signature[10] = (signature[10] ?? 0) ^ 1;
      return {
        id: lies.id ?? credentialId,
        rawId: lies.id ?? credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: 'userHandle' in lies ? lies.userHandle : userHandle,
        },
      };
    },
  };
}

export type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** As much of RFC 8949 as passkeys need. */
function toCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? toHead(1, -1 - value) : toHead(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([toHead(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([toHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<number | string, Cbor>)];
    return Buffer.concat([toHead(5, entries.length), ...entries.flat().map(toCbor)]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([toHead(4, items.length), ...items.map(toCbor)]);
}

function toHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
