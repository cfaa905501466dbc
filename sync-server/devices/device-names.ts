/** Names that sellers give their devices, so that staff know whose orders they see. */
export interface DeviceNames {
  /** @param name an empty one removes it */
  set(fid: string, name: string): Promise<void>;
  list(): Promise<readonly { readonly fid: string; readonly name: string }[]>;
}
