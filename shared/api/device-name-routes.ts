import * as v from 'valibot';
import { route } from './routes.ts';

const deviceNameSchema = v.looseObject({ name: v.string() });

/** Each with the ids of the purchase orders that the device owns. */
const deviceNamesSchema = v.looseObject({
  devices: v.array(v.looseObject({ fid: v.string(), name: v.string(), orders: v.array(v.string()) })),
});
export type DeviceNames = v.InferOutput<typeof deviceNamesSchema>;

/** Calls of sellers and staff, which shoppers don't load. */
export const DEVICE_NAME_ROUTES = {
  nameDevice: route('PUT', '/device-name', deviceNameSchema),
  deviceNames: route('GET', '/device-names', deviceNamesSchema),
} as const;
