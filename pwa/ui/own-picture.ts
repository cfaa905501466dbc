/**
 * A picture that this device keeps until it is sent, for a page that no service worker controls. Others get it under its
 * address, see `service-worker/pictures.ts`.
 */
export async function findOwnPicture(src: string): Promise<string | undefined> {
  const kept = 'caches' in window ? await caches.match(src, { cacheName: 'own-pictures' }) : undefined;
  return kept && URL.createObjectURL(await kept.blob());
}
