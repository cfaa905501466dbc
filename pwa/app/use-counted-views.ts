import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { API_PREFIX } from '#shared/api/routes.ts';
import { APP_ID } from '#shared/kernel/product-facts.ts';
import { consent } from '#pwa/data/analytics/consent.ts';
import { logNotice } from '#pwa/data/log.ts';

/** Counts page views of visitors who have consented; other visitors don't even load the code. */
export function useCountedViews(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!consent.read()) return;
    import('#pwa/data/analytics/count-view.ts')
      .then(({ countView }) =>
        countView(pathname, { appId: APP_ID, prefix: API_PREFIX, hasConsent: consent.read }),
      )
      .catch((error: unknown) => logNotice('A visit was not counted.', error));
  }, [pathname]);
}
