import type { ReactNode } from 'react';
import { useFormContext, useWatch, type FieldPath } from 'react-hook-form';
import { toProductPath } from '#shared/api/document-paths.ts';
import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import type { DescriptionPlace, FormField, ProductForm } from '#shared/domain/product-form.ts';
import { categoryName } from '#shared/domain/category-name.ts';
import { findPriceFault } from '#shared/domain/product-rules.ts';
import { formatCents, parseCents } from '#shared/kernel/money.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/text-input.tsx';
import { ChangedElsewhere } from '../changed-elsewhere.tsx';
import { findPaymentFault, useProviderPrices } from '../use-provider-prices.ts';
import { useFieldError } from '../use-document-form.ts';
import { PLACE_TEXTS, toFieldTitle } from './form-texts.ts';
import styles from './product-form.module.css';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A group of fields that the form's index leads to. */
export function FormSection({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

interface TextFieldProps {
  readonly name: FieldPath<ProductForm>;
  readonly label: string;
  readonly isRequired?: boolean;
  readonly isLong?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

function TextField({ name, label, isRequired = false, isLong, hint, error }: TextFieldProps) {
  const { register } = useFormContext<ProductForm>();
  const fault = useFieldError(name);
  return (
    <Field label={label} isRequired={isRequired} hint={hint} error={fault ?? error}>
      {(control) =>
        isLong ? (
          <TextArea rows={4} {...control} {...register(name)} />
        ) : (
          <TextInput {...control} {...register(name)} />
        )
      }
    </Field>
  );
}

interface NameSectionProps {
  /** The product's id; `undefined` for a new product. */
  readonly id: string | undefined;
  /** Why the name's id can't be had, with the id to offer instead. */
  readonly idFault: IdFault | undefined;
  readonly onTake: (id: string) => void;
  /** The id chosen in place of the name's own. */
  readonly toId: (name: string) => string;
  readonly savedPriceId: string | undefined;
  /** Called when the name has been typed. */
  readonly onNamed: () => void;
}

export interface IdFault {
  readonly message: string;
  readonly offer: string | undefined;
}

export function NameSection({ id, idFault, onTake, toId, savedPriceId, onNamed }: NameSectionProps) {
  const { control, register } = useFormContext<ProductForm>();
  const nameError = useFieldError('productName');
  const categoryError = useFieldError('productCategory');
  const name = useWatch({ control, name: 'productName' });
  const address = id ?? toId(name);
  return (
    <FormSection id="name" title="Name and price">
      <div className={styles.stack}>
        <Field label="Name" isRequired error={nameError ?? idFault?.message}>
          {(props) => (
            <TextInput {...props} autoComplete="off" {...register('productName', { onBlur: onNamed })} />
          )}
        </Field>
        {idFault?.offer !== undefined && (
          <div>
            <Button onClick={() => onTake(idFault.offer ?? '')}>Use {toProductPath(idFault.offer)}</Button>
          </div>
        )}
        <p className={styles.note}>
          Address: {toProductPath(address)}
          {id !== undefined && '. It stays the same when the name changes.'}
        </p>
        <ChangedElsewhere field="productName" />
      </div>
      <Field label="Category" isRequired error={categoryError}>
        {(props) => (
          <Select {...props} {...register('productCategory')}>
            <option value="">Choose a category</option>
            {PRODUCT_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {categoryName(category)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ChangedElsewhere field="productCategory" />
      <PriceField savedPriceId={savedPriceId} />
    </FormSection>
  );
}

/** @param savedPriceId of the product as it is stored */
function PriceField({ savedPriceId }: { readonly savedPriceId: string | undefined }) {
  const { control } = useFormContext<ProductForm>();
  const { currency } = useShopConfig();
  const prices = useProviderPrices([savedPriceId]);
  const [price, priceId, productId] = useWatch({ control, name: ['price', 'priceId', 'STUPID'] });
  const cents = parseCents(price);
  const sold =
    cents === undefined || priceId.trim() === ''
      ? undefined
      : { priceId: priceId.trim(), unitCents: cents, currency };
  const fault = findPaymentFault(sold, productId.trim(), prices.value);
  const shown = cents === undefined ? '“Enquire”' : formatCents(cents, currency);
  return (
    <>
      <TextField
        name="price"
        label={`Price in ${currency}, with GST`}
        hint={findPriceFault(price) === undefined ? `Shoppers see ${shown}.` : undefined}
      />
      <ChangedElsewhere field="price" />
      {fault !== undefined && (
        <Notice tone="pending" role="status">
          Buyers can’t pay online at this price: {fault} A manager makes a new price at the payment provider
          in <Link to="/admin/products?lacks=payment">Manage products</Link> once the product is saved.
        </Notice>
      )}
    </>
  );
}

export function PlaceFields({ places }: { readonly places: readonly DescriptionPlace[] }) {
  return places.map((place) => <PlaceGroup key={place} place={place} />);
}

function PlaceGroup({ place }: { readonly place: DescriptionPlace }) {
  const { title, parts } = PLACE_TEXTS[place];
  return (
    <fieldset className={styles.place}>
      <legend>{title}</legend>
      {parts.map(({ part, ...texts }) => (
        <TextField key={part} name={`${place}.${part}`} {...texts} />
      ))}
      <ChangedElsewhere field={place} />
    </fieldset>
  );
}

/** @param priceIdFault why the price id can't be had */
export function PaymentSection({ priceIdFault }: { readonly priceIdFault: string | undefined }) {
  const fields = [
    { name: 'STUPID', isRequired: true, hint: 'The product’s id at the payment provider.' },
    {
      name: 'priceId',
      hint: 'The price’s id at the payment provider. Without one, shoppers see “Enquire”.',
      error: priceIdFault,
    },
  ] as const satisfies readonly (Partial<TextFieldProps> & { readonly name: FormField })[];
  return (
    <FormSection id="payment" title="Payment">
      {fields.map((field) => (
        <div key={field.name} className={styles.stack}>
          <TextField label={toFieldTitle(field.name)} {...field} />
          <ChangedElsewhere field={field.name} />
        </div>
      ))}
    </FormSection>
  );
}
