import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { ViewLinks } from '#pwa/ui/view-links.tsx';
import { DeletedProducts } from './deleted-products.tsx';
import { DraftProducts } from './draft-products.tsx';
import { LiveProducts } from './live-products.tsx';
import styles from './products-page.module.css';
import { StaffOnly } from '../staff-only.tsx';

const VIEWS: readonly (readonly [name: string, text: string, View: ComponentType])[] = [
  ['live', 'Live', LiveProducts],
  ['drafts', 'Drafts on this device', DraftProducts],
  ['deleted', 'Deleted', DeletedProducts],
];

/** All products for staff: find, select, change many, restore. */
export function ProductsPage() {
  const { isStaff } = useSession();
  const [query] = useSearchParams();
  const current = Math.max(
    VIEWS.findIndex(([name]) => name === query.get('view')),
    0,
  );
  const View = VIEWS[current]?.[2] ?? LiveProducts;
  return (
    <Page title="Manage products">
      <PageHead
        heading="Manage products"
        lead={isStaff && <Link to="/admin">Admin</Link>}
        actions={
          isStaff && (
            <ButtonLink kind="primary" to="/product/create">
              Create Product
            </ButtonLink>
          )
        }
      />
      <StaffOnly purpose="Staff find products here, change prices of many at once, and restore deleted ones.">
        <div className={styles.parts}>
          <ViewLinks
            label="Products by state"
            links={VIEWS.map(([name, text], index) => ({
              to: index === 0 ? '/admin/products' : `/admin/products?view=${name}`,
              text,
              isCurrent: index === current,
            }))}
          />
          <View />
        </div>
      </StaffOnly>
    </Page>
  );
}
