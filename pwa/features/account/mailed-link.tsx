import { useState, type ReactNode } from 'react';
import type { MailedLink as Link } from '#shared/api/messages.ts';
import type { LinkPurpose } from '#pwa/data/session/mailed-links.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useMailedLink } from './use-mailed-link.ts';

interface MailedLinkProps {
  readonly purpose: LinkPurpose;
  /** Empty without a link. */
  readonly token: string;
  /** Shown if the link could not be checked: what needs a connection, and what has not happened. */
  readonly unchecked: string;
  /** Shown for a link that was used, has expired or is unknown. */
  readonly renderRefused: (refusal: {
    readonly message: string;
    readonly reason: string | undefined;
  }) => ReactNode;
  /** @param checkAgain asks the server about the link again, because it was refused meanwhile */
  readonly children: (link: Link, checkAgain: () => void) => ReactNode;
}

/** What the server says about a mailed link, which it asks when the page is opened. That changes nothing. */
export function MailedLink({ purpose, token, unchecked, renderRefused, children }: MailedLinkProps) {
  const { isOnline, hasNetwork } = useConnection();
  const [attempt, setAttempt] = useState(0);
  const checkAgain = () => setAttempt(attempt + 1);
  const state = useMailedLink({ purpose, token, isOnline, attempt });

  switch (state.status) {
    case 'refused':
      return renderRefused(state);
    case 'failed':
      return (
        <Notice tone="pending" role="status" actions={<Button onClick={checkAgain}>Try again</Button>}>
          {toOutage(hasNetwork)} {unchecked}
        </Notice>
      );
    case 'loading':
      return (
        <div role="status" aria-label="The link is being checked">
          <Skeleton shape="title" />
        </div>
      );
    case 'ready':
      return children(state.link, checkAgain);
  }
}
