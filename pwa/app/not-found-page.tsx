import type { SyntheticEvent } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { useNavigate } from 'react-router-dom';
import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { ArrowRightIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { categoryName } from '#shared/domain/category-name.ts';
import styles from './app-pages.module.css';

/** A product of each category, whose small picture is on the device even offline. */
const PICTURES = {
  drones: 'recon-vtol',
  batteries: '6s-19000-mah-battery',
  propellers: 'recon-vtol-propeller-set',
};

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
                <Picture
                  src={`/pictures/${PICTURES[category]}/1.webp`}
                  alt=""
                  sizes="(min-width: 36rem) 30vw, 7rem"
                />
                <span>{categoryName(category)}</span>
                <ArrowRightIcon />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}
