import {
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toNewProductPath, toProductPath } from '#shared/api/document-paths.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import type { Product } from '#shared/collections/products.ts';
import {
  BLANK_ENTRY,
  findNewIdProblem,
  mergeForm,
  suggestIds,
  toDuplicateForm,
  toNewId,
  toProductContent,
  toProductForm,
  type ChosenId,
  type FormList,
  type ProductForm,
} from '#shared/domain/product-form.ts';
import { toSlug } from '#shared/documents/slug.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { JsonObject } from '#shared/kernel/json.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import {
  createProduct,
  findProductWithPrice,
  isIdTaken,
  settleFiles,
  updateProduct,
} from '#pwa/data/queries/product-writes.ts';
import type { SignInErrand } from '#pwa/data/session/session.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { EntryList } from './entry-list.tsx';
import { DownloadEntry, PictureEntry } from './form-files.tsx';
import { FormSection, NameSection, PaymentSection, PlaceFields, type IdFault } from './form-sections.tsx';
import { LIST_TEXTS } from './form-texts.ts';
import styles from './product-form.module.css';
import { ProductFormProvider, useProductForm } from './use-product-form.ts';

/** Navigation state that this page is opened with. */
interface FormArrival {
  /** Saves at once: the person signed in to do so. */
  readonly isSaving?: boolean;
  readonly isCopy?: boolean;
}

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
  const { pathname, search, state } = useLocation();
  const arrival = (state ?? {}) as FormArrival;
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const outer = useProductForm(formKey, product);
  const { form, kept } = outer;
  const { getValues, handleSubmit, setFocus } = form;
  const [chosen, setChosen] = useState<ChosenId>();
  const [idFault, setIdFault] = useState<IdFault>();
  const [priceIdFault, setPriceIdFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
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

  /** @returns the id of the saved product; `undefined` when a field must be corrected first */
  async function store(values: ProductForm): Promise<string | undefined> {
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
      setFailure('This product was deleted meanwhile. Save it again to make it a new product.');
      return undefined;
    }
    const newId = toNewId(values.productName, chosen);
    const fault = await findIdFault(newId);
    if (!fault && (await createProduct(app, newId, toProductContent(values, base))) === 'saved') return newId;
    setIdFault(fault);
    setFocus('productName');
    return undefined;
  }

  const submit = handleSubmit(async (values) => {
    setFailure(undefined);
    if (!isSignedIn) return setIsAsking(true);
    if (!session.isStaff)
      return setFailure('Your account may not change products. What you typed is kept on this device.');
    setIsSaving(true);
    try {
      const saved = await store(values as ProductForm);
      if (saved === undefined) return;
      await settleFiles(app, formKey, { id: saved, content: values });
      app.forms.remove(formKey);
      await navigate(toProductPath(saved), { replace: true });
    } catch (error) {
      logError('The product could not be saved:', error);
      const why = error instanceof Error ? error.message : String(error);
      setFailure(`The product could not be saved: ${why} What you typed is still here.`);
    } finally {
      setIsSaving(false);
    }
  });

  /** Saves with the files that are still being prepared. */
  async function save(): Promise<void> {
    setIsSaving(true);
    await outer.whenFilesAdded();
    setIsSaving(false);
    await submit();
  }

  const saveOnArrival = useEffectEvent(() => {
    if (!arrival.isSaving) return;
    // Only once: not again after a reload.
    void navigate(pathname + search, { replace: true, state: null });
    void submit();
  });
  useEffect(() => {
    if (isSignedIn) saveOnArrival();
  }, [isSignedIn]);

  async function signIn() {
    await app.forms.flush();
    const nextState: FormArrival = { isSaving: true };
    const errand: SignInErrand = { next: pathname + search, nextState };
    await navigate('/login', { state: errand });
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
    const values = toDuplicateForm(getValues());
    const content = values as unknown as JsonObject;
    app.forms.keep({ key: `products/new/${draft}`, content, title: values.productName });
    void navigate(toNewProductPath(draft), { state: { isCopy: true } satisfies FormArrival });
  }

  return (
    <ProductFormProvider value={outer}>
      <div className={styles.layout}>
        <SectionIndex />
        <form
          method="dialog"
          noValidate
          className={styles.form}
          aria-label="Product"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {kept && !arrival.isCopy && !arrival.isSaving && (
            <Notice
              actions={
                <>
                  <Button onClick={outer.discard}>Discard</Button>
                  {id === undefined && (
                    <Button onClick={() => void navigate(toNewProductPath(createId()))}>Start another</Button>
                  )}
                </>
              }
            >
              We kept what you typed on {formatInstant(kept.savedAt)}. It is only on this device until you
              save it.
            </Notice>
          )}
          {session.status === 'signed-out' && (
            <Notice>
              Staff add and change the shop’s products here. You can fill in the form; saving asks you to sign
              in.
            </Notice>
          )}
          {isGone && (
            <Notice tone="pending" role="alert">
              This product was deleted elsewhere. What you typed is kept; you can save it as a new product.
            </Notice>
          )}
          <NameSection
            id={isNew ? undefined : id}
            idFault={idFault}
            toId={(name) => toNewId(name, chosen)}
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
          {failure !== undefined && (
            <Notice tone="error" role="alert">
              {failure}
            </Notice>
          )}
          <div className={styles.bar}>
            <Button type="submit" kind="primary" disabled={isSaving}>
              {isGone ? 'Save as a new product' : 'Save'}
            </Button>
            <Button onClick={showPreview}>Preview</Button>
            {!isNew && <Button onClick={duplicate}>Duplicate</Button>}
          </div>
        </form>
      </div>
      <ConfirmDialog
        title="Sign in to save"
        action="Sign in"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void signIn()}
      >
        <p>What you typed is kept on this device and is saved once you have signed in.</p>
      </ConfirmDialog>
      <Dialog title="Preview" isFull isOpen={shown !== undefined} onClose={() => setShown(undefined)}>
        <div className={styles.preview}>
          <div className={styles.preview}>
            <Suspense fallback={<Skeleton />}>{shown && <View product={shown} />}</Suspense>
          </div>
        </div>
      </Dialog>
    </ProductFormProvider>
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
