import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from './app-env.ts';

/**
 * Browser features that the app doesn't use. Access to the local network is not among them, because the shop's own
 * server may be there; nor are client hints, which the server never asks for.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'aria-notify',
  'autoplay',
  'browsing-topics',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'deferred-fetch',
  'digital-credentials-create',
  'digital-credentials-get',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'language-detector',
  'language-model',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'on-device-speech-recognition',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'screen-wake-lock',
  'serial',
  'speaker-selection',
  'storage-access',
  'summarizer',
  'sync-xhr',
  'translator',
  'unload',
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
