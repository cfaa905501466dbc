import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { listProducts, toCategory } from '#shared/domain/product-entries.ts';
import { useProducts } from '#pwa/data/queries/use-products.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink, Button } from '#pwa/ui/button.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import {
  isFiltered,
  isNarrowed,
  parseListQuery,
  toSearchParams,
  WHOLE_LIST,
  type ListQuery,
} from './list-query.ts';
import { ListPages } from './list-pages.tsx';
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx';
import { RefineBar } from './refine-bar.tsx';
import {
  countFilters,
  countPages,
  PAGE_SIZE,
  filterByField,
  refineProducts,
  searchProducts,
  toPage,
} from './refine-products.ts';
import { CategoryBar } from './category-bar.tsx';
import { toCategoryTexts } from './categories.ts';

const TYPING_PAUSE_MS = 300;

/**
 * All products, or those of the category in the path, filtered and ordered by the query string. The server sends one
 * page of them; once the products are on this device, the rest follows, unless the query string names a page.
 */
export function ProductListPage() {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const { isStaff, status: session } = useSession();
  const category = toCategory(pathname);
  const texts = toCategoryTexts(category);
  /** A search that isn't in the address yet: a new address renders all links of the page, so it waits for a pause. */
  const [typed, setTyped] = useState<string>();
  const inAddress = parseListQuery(params);
  const query = typed === undefined ? inAddress : { ...inAddress, search: typed, page: WHOLE_LIST.page };
  const queryString = toSearchParams(query).toString();
  const { status, products, served } = useProducts(queryString);
  const listed = useMemo(() => listProducts(products, category), [products, category]);
  const found = useMemo(
    () => searchProducts(filterByField(listed, query.field, query.value), query.search),
    [listed, query.field, query.value, query.search],
  );
  const refined = served?.cards ?? refineProducts(found, query);
  const isPaged = served !== undefined || query.page !== WHOLE_LIST.page;
  const shown = isPaged && !served ? toPage(refined, query.page) : refined;
  const total = served?.total ?? refined.length;
  const isReady = status === 'ready';
  const isGrouped = category === undefined && query.sort === WHOLE_LIST.sort;

  /** What was typed since this render stays. */
  function forgetTyped() {
    setTyped((newest) => (newest === typed ? undefined : newest));
  }

  function handleChange(next: ListQuery) {
    const first = { ...next, page: WHOLE_LIST.page };
    startTransition(() => {
      forgetTyped();
      setParams(toSearchParams(first), { replace: true, preventScrollReset: true });
    });
  }

  function settleSearch() {
    if (typed === undefined) return;
    // Navigating to the same address would count as an arrival, which moves the focus to the heading.
    if (typed === inAddress.search) forgetTyped();
    else handleChange(query);
  }
  const settleInTime = useEffectEvent(settleSearch);
  useEffect(() => {
    if (typed === undefined) return undefined;
    const timer = setTimeout(settleInTime, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <Page title={query.page > 1 ? `${texts.name}, page ${query.page}` : texts.name}>
      <PageHead
        heading={texts.name}
        lead={texts.lead}
        actions={
          session === 'signed-in' && isStaff && <ButtonLink to="/product/create">Create Product</ButtonLink>
        }
      />
      <CategoryBar
        query={query}
        onSearch={(search) => startTransition(() => setTyped(search))}
        onLeave={settleSearch}
      />
      <RefineBar
        query={query}
        onChange={handleChange}
        counts={served?.counts ?? countFilters(found, query)}
        count={isReady ? total : undefined}
        isGrouped={category === undefined}
      />
      {!isReady && shown.length === 0 && <ProductGridSkeleton />}
      {shown.length > 0 && (
        <ProductGrid
          name={`${pathname}?${queryString}`}
          products={shown}
          isGrouped={isGrouped}
          {...(isPaged && { from: (query.page - 1) * PAGE_SIZE, total, isWhole: true })}
        />
      )}
      {isReady && isPaged && shown.length > 0 && (
        <ListPages query={query} count={countPages(total)} isServed={served !== undefined} />
      )}
      {isReady && shown.length === 0 && (
        <EmptyCategory query={query} onClear={() => handleChange({ ...WHOLE_LIST, sort: query.sort })} />
      )}
    </Page>
  );
}

interface EmptyCategoryProps {
  readonly query: ListQuery;
  readonly onClear: () => void;
}

/** Says why no product shows and what to do about it. */
function EmptyCategory({ query, onClear }: EmptyCategoryProps) {
  const { pathname } = useLocation();
  if (query.page !== WHOLE_LIST.page) {
    const first = toSearchParams({ ...query, page: WHOLE_LIST.page }).toString();
    return (
      <EmptyState
        title="This list has no such page"
        actions={<ButtonLink to={{ pathname, search: first }}>First page</ButtonLink>}
      >
        The list may have become shorter since the link was made.
      </EmptyState>
    );
  }
  if (!isNarrowed(query)) {
    return (
      <EmptyState title="Nothing here yet" actions={<ButtonLink to="/contact">Contact Us</ButtonLink>}>
        Products appear here as soon as this device has received them. If you came here offline, connect once
        and they stay.
      </EmptyState>
    );
  }
  const search = query.search.trim();
  return (
    <EmptyState
      title={search === '' ? 'No product fits these filters' : `No product matches “${search}”`}
      actions={<Button onClick={onClear}>Clear all</Button>}
    >
      {isFiltered(query)
        ? 'Nothing here passes the filters. Remove one, or try another category.'
        : 'Search looks at names and descriptions. Try fewer letters, or another word for it.'}
    </EmptyState>
  );
}
