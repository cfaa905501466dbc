import type { AuthToken, Installation, RenewedToken } from '#shared/api/messages.ts';
import type { InstallationRequest } from '#shared/api/requests.ts';
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
} from './device-tokens.ts';

export interface Installations {
  /**
   * Registers a device. A known `fid` is renewed only with its refresh token; otherwise the answer carries a new one,
   * so that nobody takes over another device's documents by naming its id.
   */
  register(request: InstallationRequest, refreshToken: string | undefined): Promise<Installation>;
  /**
   * A new auth token, and for a device that takes one a new refresh token. The one it has stays good until the new one is
   * first used, so that a lost answer locks nobody out; from then on it is a copy's, which must register for itself.
   * @throws AppError `not-found` (unknown fid), `unauthenticated` (wrong or replaced refresh token),
   *   `permission-denied` (blocked)
   */
  generateAuthToken(fid: string, refreshToken: string | undefined, takesNew?: boolean): Promise<RenewedToken>;
  /** Shuts a device out (a lost phone, an abuser), or lets it in again. What it holds and what it wrote stays. */
  setBlocked(fid: string, isBlocked: boolean): Promise<void>;
  isBlocked(fid: string): boolean;
  list(query: DeviceQuery): Promise<DevicePage>;
}

export function createInstallations(
  devices: DeviceStore,
  clock: Clock,
  signingSecret: string,
): Installations {
  const toAuthToken = (fid: string): AuthToken => ({
    token: signDeviceToken(fid, clock.now(), signingSecret),
    expiresIn: `${AUTH_TOKEN_SECONDS}s`,
  });

  /** Whether a refresh token is this device's; one that is newer than the one it last used takes that one's place. */
  function isOwn(refreshToken: string | undefined, device: Device): refreshToken is string {
    if (refreshToken === undefined) return false;
    const secretHash = hashSecret(refreshToken);
    if (isSameSecret(secretHash, device.secretHash)) return true;
    const generation = readGeneration(refreshToken, device.fid, signingSecret);
    if (generation <= (device.generation ?? 0)) return false;
    try {
      return devices.replaceSecret({ fid: device.fid, secretHash, generation });
    } catch {
      // A full disk must not keep a device from reading; the next call notes what this one couldn't.
      return true;
    }
  }

  /** The same for a note that nothing depends on. */
  const noteSeen = (fid: string) => devices.touch(fid, clock.now()).catch(() => undefined);

  return {
    async register(request, refreshToken) {
      const known = await devices.find(request.fid);
      if (known && isOwn(refreshToken, known)) {
        if (devices.isBlocked(request.fid)) throw deviceBlocked();
        await noteSeen(request.fid);
        return { fid: request.fid, refreshToken, authToken: toAuthToken(request.fid) };
      }
      const secret = createSecret() + createSecret();
      const secretHash = hashSecret(secret);
      // Two that name the same fid at the same moment: the store lets one of them have it.
      const isFree = await devices.add({ fid: request.fid, secretHash }, clock.now());
      const fid = isFree ? request.fid : createId();
      if (!isFree) await devices.add({ fid, secretHash }, clock.now());
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
      if (!isOwn(refreshToken, device)) {
        throw new AppError(
          'unauthenticated',
          'The refresh token is not this installation’s, or was replaced.',
        );
      }
      if (devices.isBlocked(fid)) throw deviceBlocked();
      await noteSeen(fid);
      if (!takesNew) return toAuthToken(fid);
      // Under another signing secret none of the earlier ones tells its generation.
      const present = Math.max(device.generation ?? 0, readGeneration(refreshToken, fid, signingSecret));
      return { ...toAuthToken(fid), refreshToken: createRefreshToken(fid, present + 1, signingSecret) };
    },
    setBlocked: (fid, isBlocked) => devices.setBlocked(fid, isBlocked, clock.now()),
    isBlocked: devices.isBlocked,
    list: devices.list,
  };
}

/** What a blocked device is told, whatever it asks. */
export function deviceBlocked(): AppError {
  const message = 'This device was blocked. What it holds stays on it; ask the shop to let it in again.';
  return new AppError('permission-denied', message, { reason: 'DEVICE_BLOCKED' });
}
