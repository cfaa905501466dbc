import type { PAGES } from './pages.ts';

/** The page that the browser is on when it comes back from Google; a refused sign-in adds `?reason=`. */
export const GOOGLE_END_PAGE = '/login/done' satisfies (typeof PAGES)[number];
