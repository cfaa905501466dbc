/** One installation of the app, as the server knows it. */
export interface Device {
  readonly fid: string;
  /** SHA-256 of the refresh token it last used, hex; the token itself is never stored. */
  readonly secretHash: string;
  /** How many refresh tokens came before that one; missing for the first. */
  readonly generation?: number;
}

/** A device as an admin sees it. One that was blocked before it ever came has no times. */
export interface KnownDevice {
  readonly fid: string;
  readonly createdAt: number | undefined;
  readonly lastSeen: number | undefined;
  readonly isBlocked: boolean;
}

export interface DeviceQuery {
  /** How the id begins; empty for all. */
  readonly prefix: string;
  /** Blocked ones only. */
  readonly isBlocked: boolean;
  readonly limit: number;
}

export interface DevicePage {
  /** The one seen last first. */
  readonly devices: readonly KnownDevice[];
  /** How many fit in all. */
  readonly total: number;
}

/** Where devices are kept. `at` is epoch milliseconds. */
export interface DeviceStore {
  list(query: DeviceQuery): Promise<DevicePage>;
  find(fid: string): Promise<Device | undefined>;
  /** Whether it was new; one with this fid that is there already stays as it is. */
  add(device: Pick<Device, 'fid' | 'secretHash'>, at: number): Promise<boolean>;
  /** A refresh token of a later generation counts from now on. Whether this one counts now, by this call or another. */
  replaceSecret(device: Required<Device>): boolean;
  touch(fid: string, at: number): Promise<void>;
  /** Shuts a device out, or lets it in again; its documents stay. */
  setBlocked(fid: string, isBlocked: boolean, at: number): Promise<void>;
  /** At once: it is asked with each call, and for each message of a stream. */
  isBlocked(fid: string): boolean;
}
