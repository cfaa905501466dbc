import type { TrustedTypePolicy, TrustedTypesWindow } from 'trusted-types/lib';

/** The workers of this app: the service worker, and the one that prepares files, which `npm run dev` serves as source. */
const WORKERS =
  /^\/(?:service-worker\.js$|assets\/prepare-worker-[\w-]+\.js$|data\/files\/prepare-worker\.ts\?)/;

let policy: Pick<TrustedTypePolicy, 'createScriptURL'> | undefined;

/**
 * Browsers with Trusted Types accept no plain text as the address of a script. This is the only policy that the
 * Content-Security-Policy header allows, once a page, and it makes nothing but the addresses of the app's workers.
 */
export function toTrustedWorkerUrl(url: string) {
  const { trustedTypes } = window as Partial<TrustedTypesWindow>;
  policy ??= trustedTypes?.createPolicy('service-worker', {
    createScriptURL(text) {
      if (WORKERS.test(text)) return text;
      throw new TypeError('Not a worker of this app.');
    },
  });
  return policy?.createScriptURL(url) ?? url;
}
