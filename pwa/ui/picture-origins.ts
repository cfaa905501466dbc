import { createContext, useContext } from 'react';
import { isAllowedPicture } from '#shared/domain/picture-origin.ts';

/** Origins of other hosts' pictures that the Content-Security-Policy allows; `app.tsx` provides them. */
export const PictureOriginsContext = createContext<readonly string[]>([]);

/** Whether the page may show a picture. Any other is left out, because the browser would report it as an attack. */
export function useIsAllowedPicture(address: string): boolean {
  return isAllowedPicture(address, useContext(PictureOriginsContext));
}
