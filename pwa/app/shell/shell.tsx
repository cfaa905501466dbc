import type { ReactNode } from 'react';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { OfflineStrip } from '#pwa/ui/offline-strip.tsx';
import { DataLossNotice, FullDeviceNotice } from './device-notices.tsx';
import { Footer } from './footer.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

/** The frame around every screen. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { isOnline, hasNetwork, refusal } = useConnection();
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip} data-screen-only>
        Skip to content
      </a>
      <TopBar />
      <OfflineStrip isOnline={isOnline} hasNetwork={hasNetwork} refusal={refusal} />
      <DataLossNotice />
      <FullDeviceNotice />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
