import type { SyntheticEvent } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { useNavigate } from 'react-router-dom';
import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { ArrowRightIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { categoryName } from './category-name.ts';
import styles from './app-pages.module.css';

export function NotFoundPage() {
  const navigate = useNavigate();

  function handleSearch(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void navigate(`/products?${new URLSearchParams({ search: String(form.get('search') ?? '') })}`);
  }

  return (
    <Page title="Page not found">
      <PageHead heading="Page not found" lead="We can’t find that page. Search, or start with a category." />
      <div className={styles.notFoundPageWays}>
        <form role="search" action="/products" onSubmit={handleSearch} className={styles.notFoundPageSearch}>
          <Field label="Search products">
            {(control) => <TextInput {...control} type="search" name="search" autoComplete="off" />}
          </Field>
          <Button type="submit">Search</Button>
        </form>
        <ul className={styles.notFoundPageCategories}>
          {PRODUCT_CATEGORIES.map((category) => (
            <li key={category}>
              <Link to={`/products/${category}`} className={styles.notFoundPageCategory}>
                {categoryName(category)}
                <ArrowRightIcon />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}
