import { useLocation, useSearchParams } from 'react-router-dom';
import { listProducts, toCategory } from '#shared/domain/product-entries.ts';
import { useProducts } from '#pwa/data/use-products.ts';
import { useSession } from '#pwa/data/use-session.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { toShelf } from './shelves.ts';
import { ProductGrid } from './product-grid.tsx';
import { ProductGridSkeleton } from './product-grid-skeleton.tsx';
import { searchProducts } from './search-products.ts';
import { ShelfBar } from './shelf-bar.tsx';

/** All products, or those of the category the address ends with. */
export function ProductListPage() {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const { status, products } = useProducts();
  const { isStaff, status: session } = useSession();
  const category = toCategory(pathname);
  const shelf = toShelf(category);
  const search = query.get('search') ?? '';
  const listed = searchProducts(listProducts(products, category), search);

  function handleSearch(text: string) {
    setQuery(text === '' ? {} : { search: text }, { replace: true, preventScrollReset: true });
  }

  return (
    <Page title={shelf.name} description={shelf.lead}>
      <PageHead
        heading={shelf.name}
        lead={shelf.lead}
        actions={
          session === 'signed-in' && isStaff && <ButtonLink to="/product/create">Create Product</ButtonLink>
        }
      />
      <ShelfBar
        search={search}
        onSearch={handleSearch}
        count={status === 'ready' ? listed.length : undefined}
      />
      {status === 'loading' && <ProductGridSkeleton />}
      {status === 'ready' && listed.length > 0 && <ProductGrid products={listed} />}
      {status === 'ready' && listed.length === 0 && (
        <EmptyState
          title={search === '' ? 'Nothing on this shelf yet' : `No product matches “${search}”`}
          actions={
            search === '' ? (
              <ButtonLink to="/contact">Contact Us</ButtonLink>
            ) : (
              <Button onClick={() => handleSearch('')}>Show all</Button>
            )
          }
        >
          {search === ''
            ? 'Products appear here as soon as this device has received them. If you came here offline, connect once and they stay.'
            : 'Search looks at names and descriptions. Try fewer letters, or another word for it.'}
        </EmptyState>
      )}
    </Page>
  );
}
