import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation, type To } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  readonly to: To;
  readonly replace?: boolean;
  readonly state?: unknown;
  /** Lets the browser load the page. */
  readonly reloadDocument?: boolean;
}

/** A link to a page of the app, without the prefetching of the router's own, which is 5 kB of code. */
export function Link({ to, replace, state, reloadDocument, onClick, children, ...rest }: LinkProps) {
  const navigate = useLinkClickHandler(to, { state, ...(replace === undefined ? {} : { replace }) });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented && !reloadDocument) navigate(event);
      }}
    >
      {children}
    </a>
  );
}

/** A link that is marked while its page is shown. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const [path] = useHref(props.to).split('?');
  return <Link {...props} aria-current={path === pathname ? 'page' : undefined} />;
}
