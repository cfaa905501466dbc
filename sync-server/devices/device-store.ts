/** One installation of the app. */
export interface Device {
  readonly fid: string;
  /** SHA-256 of the last used refresh token, in hex; the token itself is never stored. */
  readonly secretHash: string;
  /** How many refresh tokens preceded that one; missing for the first. */
  readonly generation?: number;
}

/** A device as an admin sees it. A device that was blocked before its first registration has no times. */
export interface KnownDevice {
  readonly fid: string;
  readonly createdAt: number | undefined;
  readonly lastSeen: number | undefined;
  readonly isBlocked: boolean;
}

export interface DeviceQuery {
  /** Prefix of the id; empty for all. */
  readonly prefix: string;
  /** Only blocked devices. */
  readonly isBlocked: boolean;
  readonly limit: number;
}

export interface DevicePage {
  /** Most recently seen first. */
  readonly devices: readonly KnownDevice[];
  /** Total number of matches. */
  readonly total: number;
}

/** The store of devices. `at` is epoch milliseconds. */
export interface DeviceStore {
  list(query: DeviceQuery): Promise<DevicePage>;
  find(fid: string): Promise<Device | undefined>;
  /** @returns whether the fid was new; an existing device is not changed */
  add(device: Pick<Device, 'fid' | 'secretHash'>, at: number): Promise<boolean>;
  /**
   * Activates a refresh token of a later generation.
   * @returns whether this token is now the active one, by this call or another
   */
  replaceSecret(device: Required<Device>): Promise<boolean>;
  touch(fid: string, at: number): Promise<void>;
  /** Blocks or unblocks a device; its documents stay. */
  setBlocked(fid: string, isBlocked: boolean, at: number): Promise<void>;
  /** Synchronous: called with each request and for each message of a stream. */
  isBlocked(fid: string): boolean;
}
