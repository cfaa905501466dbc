import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from './app-env.ts';

/**
 * Browser features that the app doesn't use and that reach the device, its surroundings, its screen, or the person's
 * accounts and money. Other features have no name here, because every response carries this header. Nor has access to the
 * local network, because the shop's own server may be there.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'digital-credentials-get',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Passkeys, in our own pages only. */
const OWN_FEATURES = ['publickey-credentials-create', 'publickey-credentials-get'];

export interface HeaderSettings {
  readonly isHttps: boolean;
  /** Origins of pictures besides `'self'`. */
  readonly pictureOrigins: readonly string[];
}

/**
 * Security headers of every response: only our own scripts and styles, no text that becomes script, pictures of named
 * hosts only, no browser features the app doesn't use, and no framing.
 */
export function securityHeaders({ isHttps, pictureOrigins }: HeaderSettings): MiddlewareHandler<AppEnv> {
  return secureHeaders({
    // Stored files have a stricter policy.
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      // `blob:` shows pictures that wait on the device where no service worker does.
      imgSrc: ["'self'", 'blob:', ...pictureOrigins],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'", 'https://checkout.stripe.com'],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // The only policy: `pwa/trusted-worker-url.ts`.
      trustedTypes: ['service-worker'],
    },
    permissionsPolicy: Object.fromEntries([
      ...UNUSED_FEATURES.map((feature) => [feature, false] as const),
      ...OWN_FEATURES.map((feature) => [feature, ['self']] as const),
    ]),
    strictTransportSecurity: isHttps ? 'max-age=31536000; includeSubDomains' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
  });
}
