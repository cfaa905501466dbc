import type { AuthToken, Installation, RenewedToken } from '#shared/api/messages.ts';
import type { InstallationRequest } from '#shared/api/requests.ts';
import { DEVICE_BLOCKED } from '#shared/api/routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { createId, createSecret } from '#shared/kernel/ids.ts';
import type { Device, DevicePage, DeviceQuery, DeviceStore } from './device-store.ts';
import {
  AUTH_TOKEN_SECONDS,
  createRefreshToken,
  hashSecret,
  isSameSecret,
  readGeneration,
  signDeviceToken,
  type SigningSecret,
} from './device-tokens.ts';

export interface Installations {
  /**
   * Registers a device. A known `fid` is renewed only with its refresh token; otherwise the response carries a new
   * `fid`, so that no caller can take over another device's documents by naming its id.
   * @param refreshToken that the device has, or has made for itself; a new `fid` gets a new one
   */
  register(request: InstallationRequest, refreshToken: string | undefined): Promise<Installation>;
  /**
   * A new auth token and, with `takesNew`, a new refresh token. The old refresh token stays valid until the new one is
   * first used, so a lost response locks no device out. After that, a caller with the old token is a copy and must
   * register again.
   * @throws AppError `not-found` (unknown fid), `unauthenticated` (wrong or replaced refresh token),
   *   `permission-denied` (blocked)
   */
  generateAuthToken(fid: string, refreshToken: string | undefined, takesNew?: boolean): Promise<RenewedToken>;
  /** Blocks a device (lost phone, abuse) or unblocks it. Its local data and its documents stay. */
  setBlocked(fid: string, isBlocked: boolean): Promise<void>;
  isBlocked(fid: string): boolean;
  list(query: DeviceQuery): Promise<DevicePage>;
}

export function createInstallations(
  devices: DeviceStore,
  clock: Clock,
  signingSecret: SigningSecret,
): Installations {
  const toAuthToken = (fid: string): AuthToken => ({
    token: signDeviceToken(fid, clock.now(), signingSecret),
    expiresIn: `${AUTH_TOKEN_SECONDS}s`,
  });

  /** Whether a refresh token is this device's. A newer token than the last used one replaces it. */
  async function isOwn(refreshToken: string, device: Device): Promise<boolean> {
    const secretHash = hashSecret(refreshToken);
    if (isSameSecret(secretHash, device.secretHash)) return true;
    const generation = readGeneration(refreshToken, device.fid, signingSecret);
    if (generation <= (device.generation ?? 0)) return false;
    try {
      return await devices.replaceSecret({ fid: device.fid, secretHash, generation });
    } catch {
      // A full disk must not keep a device from reading; the next call stores the token.
      return true;
    }
  }

  /** Nothing depends on this timestamp, so failures are ignored. */
  const noteSeen = (fid: string) => devices.touch(fid, clock.now()).catch(() => undefined);

  return {
    async register(request, refreshToken) {
      const known = await devices.find(request.fid);
      if (known && refreshToken !== undefined && (await isOwn(refreshToken, known))) {
        if (devices.isBlocked(request.fid)) throw deviceBlocked();
        await noteSeen(request.fid);
        return { fid: request.fid, refreshToken, authToken: toAuthToken(request.fid) };
      }
      // Its own secret makes a repeated registration the same one.
      const own =
        refreshToken !== undefined && refreshToken.length >= MIN_SECRET ? refreshToken : newSecret();
      // Two devices may name the same fid at the same moment: the store accepts only one.
      if (await devices.add({ fid: request.fid, secretHash: hashSecret(own) }, clock.now()))
        return { fid: request.fid, refreshToken: own, authToken: toAuthToken(request.fid) };
      const [fid, secret] = [createId(), newSecret()];
      await devices.add({ fid, secretHash: hashSecret(secret) }, clock.now());
      return { fid, refreshToken: secret, authToken: toAuthToken(fid) };
    },
    async generateAuthToken(fid, refreshToken, takesNew = false) {
      const device = await devices.find(fid);
      if (!device) {
        throw new AppError(
          'not-found',
          'This installation is unknown here. Register again; pending writes are kept.',
          {
            reason: 'installation-not-found',
          },
        );
      }
      if (refreshToken === undefined || !(await isOwn(refreshToken, device))) {
        throw new AppError(
          'unauthenticated',
          'The refresh token is not this installation’s, or was replaced.',
        );
      }
      if (devices.isBlocked(fid)) throw deviceBlocked();
      await noteSeen(fid);
      if (!takesNew) return toAuthToken(fid);
      // Generations signed with another secret can't be read.
      const current = Math.max(device.generation ?? 0, readGeneration(refreshToken, fid, signingSecret));
      return { ...toAuthToken(fid), refreshToken: createRefreshToken(fid, current + 1, signingSecret) };
    },
    setBlocked: (fid, isBlocked) => devices.setBlocked(fid, isBlocked, clock.now()),
    isBlocked: devices.isBlocked,
    list: devices.list,
  };
}

/** Fewest characters of a secret that a device makes. */
const MIN_SECRET = 40;

function newSecret(): string {
  return createSecret() + createSecret();
}

/** The error for every request of a blocked device. */
export function deviceBlocked(): AppError {
  const message = 'This device was blocked. What it holds stays on it; ask the shop to let it in again.';
  return new AppError('permission-denied', message, { reason: DEVICE_BLOCKED });
}
