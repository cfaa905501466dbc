import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { hasConsent } from '#pwa/data/analytics/consent.ts';

/** Counts each page that is opened, for whoever has agreed to that; nobody else loads the code for it. */
export function useCountedViews(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!hasConsent()) return;
    void import('#pwa/data/analytics/count-view.ts').then(({ countView }) => countView(pathname));
  }, [pathname]);
}
