/** One installation of the app, as the server knows it. */
export interface Device {
  readonly fid: string;
  /** SHA-256 of the refresh token, hex; the token itself is never stored. */
  readonly secretHash: string;
}

/** Where devices are kept. `at` is epoch milliseconds. */
export interface DeviceStore {
  find(fid: string): Promise<Device | undefined>;
  /** Whether it was new; one with this fid that is there already stays as it is. */
  add(device: Device, at: number): Promise<boolean>;
  touch(fid: string, at: number): Promise<void>;
  /** Shuts a device out, or lets it in again; its documents stay. */
  setBlocked(fid: string, isBlocked: boolean, at: number): Promise<void>;
  /** At once: it is asked with each call, and for each message of a stream. */
  isBlocked(fid: string): boolean;
}
