import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface ContentLinkProps {
  /** An address somebody typed into a document: a path of this site, a web or mail address, or anything at all. */
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

const FILE = /^(?!\/product\/).*\.[a-z0-9]{2,5}$/i;
/** A second slash of either kind leads to another site, and browsers leave control characters out before they look. */
const OWN = /^\/(?![/\\])[^\p{Cc}]*$/u;
const OUTSIDE = /^(?:https?:\/\/|mailto:|tel:)/i;

/** A link from a document's content. What is no safe address stays plain text. */
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
