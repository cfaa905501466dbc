import * as v from 'valibot';
import { route } from './routes.ts';

/** What going live needs, in the order in which it is shown. */
export const DOCTOR_CHECKS = [
  'production',
  'address',
  'proxy',
  'secrets',
  'mail',
  'payments',
  'delivery',
  'company',
  'managers',
  'backups',
  'disk',
  'data',
  'versions',
] as const;

const doctorCheckSchema = v.looseObject({
  check: v.picklist(DOCTOR_CHECKS),
  /** A shop with a `problem` should not go live; a `warning` is for a person to decide. */
  state: v.picklist(['ok', 'warning', 'problem']),
  /** What was found, and what to do. Without secrets. */
  text: v.string(),
});
export type DoctorCheck = v.InferOutput<typeof doctorCheckSchema>;

/** `GET /admin/doctor`: what the server knows of its own readiness. */
const doctorReportSchema = v.looseObject({ publicUrl: v.string(), checks: v.array(doctorCheckSchema) });

/** Calls of `nankeen doctor`. */
export const DOCTOR_ROUTES = { doctor: route('GET', '/admin/doctor', doctorReportSchema) } as const;
