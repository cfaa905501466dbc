import type { AuthToken, Installation, InstallationRequest } from '#shared/api/messages.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { DeviceStore } from './device-store.ts';
import { AUTH_TOKEN_SECONDS, hashSecret, isSameSecret, signDeviceToken } from './device-tokens.ts';

export interface Installations {
  /**
   * Registers a device. A known `fid` is renewed only with its refresh token; otherwise the answer carries a new one,
   * so that nobody takes over another device's documents by naming its id.
   */
  register(request: InstallationRequest, refreshToken: string | undefined): Promise<Installation>;
  /** @throws AppError `not-found` (unknown fid), `unauthenticated` (wrong refresh token), `permission-denied` (blocked) */
  generateAuthToken(fid: string, refreshToken: string | undefined): Promise<AuthToken>;
  /** Shuts a device out (a lost phone, an abuser), or lets it in again. What it holds and what it wrote stays. */
  setBlocked(fid: string, isBlocked: boolean): Promise<void>;
  isBlocked(fid: string): boolean;
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

  /** A full disk must not keep a device from reading. */
  const noteSeen = (fid: string) => devices.touch(fid, clock.now()).catch(() => undefined);

  return {
    async register(request, refreshToken) {
      const known = await devices.find(request.fid);
      if (known && refreshToken !== undefined && isOwn(refreshToken, known.secretHash)) {
        if (devices.isBlocked(request.fid)) throw deviceBlocked();
        await noteSeen(request.fid);
        return { fid: request.fid, refreshToken, authToken: toAuthToken(request.fid) };
      }
      const secret = createId() + createId();
      const secretHash = hashSecret(secret);
      // Two that name the same fid at the same moment: the store lets one of them have it.
      const isFree = await devices.add({ fid: request.fid, secretHash }, clock.now());
      const fid = isFree ? request.fid : createId();
      if (!isFree) await devices.add({ fid, secretHash }, clock.now());
      return { fid, refreshToken: secret, authToken: toAuthToken(fid) };
    },
    async generateAuthToken(fid, refreshToken) {
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
      if (refreshToken === undefined || !isOwn(refreshToken, device.secretHash)) {
        throw new AppError('unauthenticated', 'The refresh token is not this installation’s.');
      }
      if (devices.isBlocked(fid)) throw deviceBlocked();
      await noteSeen(fid);
      return toAuthToken(fid);
    },
    setBlocked: (fid, isBlocked) => devices.setBlocked(fid, isBlocked, clock.now()),
    isBlocked: devices.isBlocked,
  };
}

/** What a blocked device is told, whatever it asks. */
export function deviceBlocked(): AppError {
  const message = 'This device was blocked. What it holds stays on it; ask the shop to let it in again.';
  return new AppError('permission-denied', message, { reason: 'DEVICE_BLOCKED' });
}

function isOwn(refreshToken: string, secretHash: string): boolean {
  return isSameSecret(hashSecret(refreshToken), secretHash);
}
