import type { SyntheticEvent } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { ID_FIELD, type ListQuery } from './list-query.ts';
import styles from './product-list.module.css';

interface IdFilterProps {
  readonly query: ListQuery;
  readonly onChange: (query: ListQuery) => void;
}

/** For staff: finds a product by its id. */
export function IdFilter({ query, onChange }: IdFilterProps) {
  const value = query.field === ID_FIELD ? query.value : '';

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get(ID_FIELD) ?? '').trim();
    onChange({ ...query, field: id === '' ? '' : ID_FIELD, value: id });
  }

  return (
    <form className={styles.idFilter} onSubmit={handleSubmit}>
      <Field label="Product id">
        {(control) => (
          <TextInput {...control} key={value} name={ID_FIELD} defaultValue={value} autoComplete="off" />
        )}
      </Field>
      <Button type="submit">Find</Button>
    </form>
  );
}
