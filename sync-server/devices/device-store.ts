/** One installation of the app, as the server knows it. */
export interface Device {
  readonly fid: string;
  /** SHA-256 of the refresh token, hex; the token itself is never stored. */
  readonly secretHash: string;
}

/** Where devices are kept. `at` is epoch milliseconds. */
export interface DeviceStore {
  find(fid: string): Promise<Device | undefined>;
  put(device: Device, at: number): Promise<void>;
  touch(fid: string, at: number): Promise<void>;
}
