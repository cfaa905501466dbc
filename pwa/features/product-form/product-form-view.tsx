import { Suspense, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { toNewProductPath, toProductPath } from '#shared/api/document-paths.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import type { Product } from '#shared/collections/products.ts';
import { mergeForm } from '#shared/domain/merge-form.ts';
import {
  BLANK_ENTRY,
  findNewIdProblem,
  readProductForm,
  suggestIds,
  toDuplicateForm,
  toFormSchema,
  toNewId,
  toProductContent,
  toProductForm,
  type ChosenId,
  type FormList,
  type ProductForm,
} from '#shared/domain/product-form.ts';
import { toPriceId } from '#shared/domain/product-entries.ts';
import { toSlug } from '#shared/documents/slug.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { JsonObject } from '#shared/kernel/json.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { toNewKeys } from '#pwa/data/forms/describe-form.ts';
import { hasRoomForDraft } from '#pwa/data/forms/draft-limit.ts';
import {
  createProduct,
  findProductWithPrice,
  isIdTaken,
  updateProduct,
} from '#pwa/data/queries/product-writes.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { DeletedElsewhere, DocumentForm, type FormArrival } from '../document-form.tsx';
import { UnsavedDrafts } from '../new-document.tsx';
import { useDocumentForm, type FormKind } from '../use-document-form.ts';
import { EntryList } from './entry-list.tsx';
import { DownloadEntry, PictureEntry } from './form-files.tsx';
import { FormSection, NameSection, PaymentSection, PlaceFields, type IdFault } from './form-sections.tsx';
import { LIST_TEXTS, toFieldTitle } from './form-texts.ts';
import styles from './product-form.module.css';

const PRODUCT_KIND: FormKind<Product, ProductForm> = {
  toValues: toProductForm,
  readKept: readProductForm,
  toSchema: toFormSchema,
  toTitle: ({ productName }) => productName,
  toFieldTitle,
};

export interface WithPreview {
  /** A product as shoppers see it. */
  readonly View: ComponentType<{ readonly product: Product }>;
}

interface ProductFormViewProps extends WithPreview {
  /** See `UnsentInput`. */
  readonly formKey: string;
  /** Without one, the product is new. */
  readonly id?: string;
  /** The product as it is now. */
  readonly product: Product | undefined;
  /** Whether it was deleted while the form was open. */
  readonly isGone?: boolean;
}

export function ProductFormView({ formKey, id, product, isGone = false, View }: ProductFormViewProps) {
  const app = useAppStore();
  const navigate = useNavigate();
  const outer = useDocumentForm(PRODUCT_KIND, formKey, product);
  const { getValues, setFocus } = outer.form;
  const [chosen, setChosen] = useState<ChosenId>();
  const [idFault, setIdFault] = useState<IdFault>();
  const [priceIdFault, setPriceIdFault] = useState<string>();
  const [shown, setShown] = useState<Product>();
  const isNew = id === undefined || isGone;

  async function findIdFault(newId: string): Promise<IdFault | undefined> {
    const problem = findNewIdProblem(newId);
    if (problem === 'empty')
      return { message: 'The name needs a letter or a digit: the address is made of it.', offer: undefined };
    if (!problem && !(await isIdTaken(app, newId))) return undefined;
    for (const offer of suggestIds(newId)) {
      if (await isIdTaken(app, offer)) continue;
      const path = toProductPath(newId);
      const why =
        problem === 'reserved'
          ? 'is an address of the shop.'
          : 'is taken by another product, perhaps a deleted one.';
      return { message: `${path} ${why}`, offer };
    }
    return undefined;
  }

  async function checkName(): Promise<void> {
    const { productName } = getValues();
    if (isNew && productName.trim() !== '') setIdFault(await findIdFault(toNewId(productName, chosen)));
  }

  async function store(values: ProductForm, refuse: (why: string) => void): Promise<string | undefined> {
    const base = outer.base();
    if (values.priceId.trim() !== '' && values.priceId !== base?.productPrices[0]?.description) {
      const other = await findProductWithPrice(app, values.priceId.trim(), id);
      setPriceIdFault(other && `${other} has this price id. Each product needs its own.`);
      if (other !== undefined) {
        setFocus('priceId');
        return undefined;
      }
    }
    if (!isNew) {
      const toContent = (current: Product) => {
        const { form: merged } = mergeForm(toProductForm(base), values, toProductForm(current));
        return toProductContent(merged, current);
      };
      if ((await updateProduct(app, id, toContent)) === 'saved') return id;
      refuse('This product was deleted meanwhile. Save it again to make it a new product.');
      return undefined;
    }
    const newId = toNewId(values.productName, chosen);
    const fault = await findIdFault(newId);
    if (!fault && (await createProduct(app, newId, toProductContent(values, base))) === 'saved') return newId;
    setIdFault(fault);
    setFocus('productName');
    return undefined;
  }

  function showPreview() {
    const values = getValues();
    const category = values.productCategory || 'drones';
    const content = toProductContent({ ...values, productCategory: category }, outer.base());
    const FBUID = id ?? toSlug(values.productName);
    setShown({ ...content, FBUID, createdAt: '', writeId: '', sync: UNSYNCED });
  }

  function duplicate() {
    const draft = createId();
    const key = toNewKeys('products') + draft;
    const values = toDuplicateForm(getValues());
    const content = values as unknown as JsonObject;
    // Without room for it, the page says so.
    if (hasRoomForDraft(app.forms, key)) app.forms.keep({ key, content, title: values.productName });
    void navigate(toNewProductPath(draft), { state: { isCopy: true } satisfies FormArrival });
  }

  return (
    <>
      <div className={styles.layout}>
        <SectionIndex />
        <DocumentForm
          outer={outer}
          noun="product"
          purpose="Staff add and change the shop’s products here."
          store={store}
          toPath={toProductPath}
          saveText={isGone ? 'Save as a new product' : 'Save'}
          actions={
            <>
              <Button onClick={showPreview}>Preview</Button>
              {!isNew && <Button onClick={duplicate}>Duplicate</Button>}
            </>
          }
          className={styles.form}
          barClassName={styles.bar}
        >
          {id === undefined && <UnsavedDrafts collection="products" formKey={formKey} />}
          {isGone && <DeletedElsewhere noun="product" />}
          <NameSection
            id={isNew ? undefined : id}
            idFault={idFault}
            toId={(name) => toNewId(name, chosen)}
            savedPriceId={product && toPriceId(product)}
            onNamed={() => void checkName()}
            onTake={(taken) => {
              setChosen({ insteadOf: toSlug(getValues('productName')), id: taken });
              setIdFault(undefined);
              setFocus('productName');
            }}
          />
          <ListSection list="productImages" />
          <FormSection id="texts" title="Summary and card text">
            <PlaceFields places={['summary', 'cardText']} />
          </FormSection>
          <FormSection id="details" title="Details">
            <PlaceFields places={['detail1', 'detail2', 'detail3', 'detail4']} />
            <PlaceFields places={['software', 'camera', 'useCases']} />
          </FormSection>
          {LISTS.map((list) => (
            <ListSection key={list} list={list} />
          ))}
          <PaymentSection priceIdFault={priceIdFault} />
        </DocumentForm>
      </div>
      <Dialog title="Preview" isFull isOpen={shown !== undefined} onClose={() => setShown(undefined)}>
        <div className={styles.preview}>
          <Suspense fallback={<Skeleton />}>{shown && <View product={shown} />}</Suspense>
        </div>
      </Dialog>
    </>
  );
}

const LISTS: readonly FormList[] = [
  'productFeatures',
  'productSpecifications',
  'productDimensions',
  'productShipping',
  'productDownloads',
];

function ListSection({ list }: { readonly list: FormList }): ReactNode {
  return (
    <FormSection id={list} title={LIST_TEXTS[list].title}>
      <EntryList list={list} {...FILE_LISTS[list]} />
    </FormSection>
  );
}

/** What is special about the lists that name files. */
const FILE_LISTS: Readonly<Partial<Record<FormList, Omit<ComponentProps<typeof EntryList>, 'list'>>>> = {
  productImages: {
    Preview: PictureEntry,
    files: {
      bucket: 'product-pictures',
      label: 'Choose pictures',
      canPhotograph: true,
      toEntry: (value) => ({ ...BLANK_ENTRY, value }),
    },
  },
  productDownloads: {
    Preview: DownloadEntry,
    files: {
      bucket: 'product-documents',
      label: 'Choose PDFs',
      toEntry: (value, { name }) => ({ ...BLANK_ENTRY, value, label: name.replace(/\.pdf$/i, '') }),
    },
  },
};

const SECTIONS: readonly (readonly [id: string, title: string])[] = [
  ['name', 'Name and price'],
  ['productImages', LIST_TEXTS.productImages.title],
  ['texts', 'Summary and card text'],
  ['details', 'Details'],
  ...LISTS.map((list) => [list, LIST_TEXTS[list].title] as const),
  ['payment', 'Payment'],
];

function SectionIndex() {
  return (
    <nav aria-label="Sections of the form" className={styles.index}>
      <ul>
        {SECTIONS.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
