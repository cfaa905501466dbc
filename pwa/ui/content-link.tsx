import type { ReactNode } from 'react';
import { Link } from './link.tsx';

interface ContentLinkProps {
  /** An address from a document: a path of this site, a web or mail address, or any other text. */
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

const FILE = /^(?!\/product\/).*\.[a-z0-9]{2,5}$/i;
/** A second slash or a backslash leads to another site, and browsers strip control characters before they parse. */
const OWN = /^\/(?![/\\])[^\p{Cc}]*$/u;
const OUTSIDE = /^(?:https?:\/\/|mailto:|tel:)/i;

/** A link from a document's content. An unsafe address renders as plain text. */
export function ContentLink({ to, children, className }: ContentLinkProps) {
  const isOwn = OWN.test(to);
  if (isOwn && !FILE.test(to)) {
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  }
  if (!isOwn && !OUTSIDE.test(to)) return <span className={className}>{children}</span>;
  return (
    <a href={to} className={className} {...(isOwn ? { download: '' } : { rel: 'noreferrer' })}>
      {children}
    </a>
  );
}
