import { Page, PageHead } from '#pwa/ui/page.tsx';
import { SyncCentre } from './sync-centre.tsx';

export function SyncPage() {
  return (
    <Page title="Sync centre">
      <PageHead
        heading="Sync centre"
        lead="Everything you do is saved on this device first, and sent when there is a connection. Nothing is discarded without asking you."
      />
      <SyncCentre />
    </Page>
  );
}
