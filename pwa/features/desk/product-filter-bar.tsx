import { useEffect, useRef, type SyntheticEvent } from 'react';
import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import { categoryName } from '#shared/domain/category-name.ts';
import { afterPaint } from '#pwa/after-paint.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { ID_FIELD, LACKS, type Lack, type ProductFilter } from './product-filter.ts';
import styles from './products-page.module.css';

interface ProductFilterBarProps {
  readonly filter: ProductFilter;
  readonly onChange: (filter: ProductFilter) => void;
  /** How many products fit, and of how many. */
  readonly count: number;
  readonly total: number;
}

const LACK_TEXTS: Readonly<Record<Lack, string>> = {
  price: 'Without price',
  picture: 'Without picture',
  payment: 'Can’t be paid online',
};

export function ProductFilterBar({ filter, onChange, count, total }: ProductFilterBarProps) {
  const { search, category, lacks, field, value } = filter;
  const box = useRef<HTMLInputElement>(null);
  const cancelSearch = useRef<() => void>(undefined);
  useEffect(() => () => cancelSearch.current?.(), []);
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = search;
  }, [search]);

  /** Uncontrolled: the list follows once the keystroke is painted. */
  function handleSearch(text: string) {
    cancelSearch.current?.();
    cancelSearch.current = afterPaint(() => onChange({ ...filter, search: text }));
  }

  function handleId(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get(ID_FIELD) ?? '').trim();
    onChange({ ...filter, field: id === '' ? '' : ID_FIELD, value: id });
  }

  return (
    <div className={styles.filters} data-screen-only>
      <Field label="Search">
        {(control) => (
          <TextInput
            {...control}
            ref={box}
            type="search"
            autoComplete="off"
            defaultValue={search}
            onChange={(event) => handleSearch(event.target.value)}
          />
        )}
      </Field>
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            value={category ?? ''}
            onChange={({ target }) =>
              onChange({
                ...filter,
                category: PRODUCT_CATEGORIES.find((one) => one === target.value),
              })
            }
          >
            <option value="">All</option>
            {PRODUCT_CATEGORIES.map((one) => (
              <option key={one} value={one}>
                {categoryName(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <form className={styles.idFilter} onSubmit={handleId}>
        <Field label="Product id">
          {(control) => (
            <TextInput
              {...control}
              key={value}
              name={ID_FIELD}
              defaultValue={field === ID_FIELD ? value : ''}
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit">Find</Button>
      </form>
      <div className={styles.lacks}>
        {LACKS.map((lack) => (
          <Checkbox
            key={lack}
            type="checkbox"
            checked={lacks === lack}
            onChange={({ target }) => onChange({ ...filter, lacks: target.checked ? lack : undefined })}
          >
            {LACK_TEXTS[lack]}
          </Checkbox>
        ))}
        {field !== '' && (
          <Button kind="plain" onClick={() => onChange({ ...filter, field: '', value: '' })}>
            Remove filter: {field} {value}
          </Button>
        )}
        <p role="status" className={styles.count}>
          {count === total ? `${total} products` : `${count} of ${total} products`}
        </p>
      </div>
    </div>
  );
}
