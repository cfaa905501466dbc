import { DEVICE_DATABASE, type DeviceRecord, type OpenRecord } from './device-database.ts';
import type { InstallationRecord } from './installation-record.ts';

/** Opens the installation's record. @param onChange called with the installation's id after each change in another tab */
export function openInstallationRecord(
  open: OpenRecord,
  onChange: (fid: string) => void,
): DeviceRecord<InstallationRecord> {
  const record = open<InstallationRecord>('installation');
  const channel = new BroadcastChannel(DEVICE_DATABASE);
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => onChange(data));
  return {
    async change(update) {
      let changed: InstallationRecord | undefined;
      await record.change((stored) => {
        const next = update(stored);
        if (next !== stored) changed = next;
        return next;
      });
      if (changed) channel.postMessage(changed.fid);
    },
  };
}
