import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface ContentLinkProps {
  /** An address somebody typed into a document: a path of this site, a web or mail address, or anything at all. */
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

const FILE = /\.[a-z0-9]{2,5}$/i;
const OUTSIDE = /^(?:https?:\/\/|mailto:|tel:)/i;

/** A link from a document's content. What is no safe address stays plain text. */
export function ContentLink({ to, children, className }: ContentLinkProps) {
  const isOwn = to.startsWith('/') && !to.startsWith('//');
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
