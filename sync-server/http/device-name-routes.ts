import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { DeviceNames } from '#server/devices/device-names.ts';
import type { ApiRouter } from './api-router.ts';

export interface DeviceNameParts {
  readonly store: DocumentStore;
  readonly storage: { readonly deviceNames: DeviceNames };
}

/** A seller names the device; staff read the names, each with the purchase orders that the device owns. */
export function deviceNameRoutes(api: ApiRouter, { store, storage: { deviceNames } }: DeviceNameParts): void {
  api.on(ENDPOINTS.nameDevice, async ({ body: { name }, actor: { fid, hasAccessCode } }) => {
    if (fid === undefined || !hasAccessCode)
      throw new AppError('permission-denied', 'Only a device with the access code has a name.');
    await deviceNames.set(fid, name.trim());
    return { name: name.trim() };
  });
  api.on(ENDPOINTS.deviceNames, async () => {
    const devices = (await deviceNames.list()).map(async (device) => {
      const owned = await store.ownedBy(`device:${device.fid}`);
      const orders = owned.filter(({ collection }) => collection === 'ukraines').map(({ id }) => id);
      return { ...device, orders };
    });
    return { devices: await Promise.all(devices) };
  });
}
