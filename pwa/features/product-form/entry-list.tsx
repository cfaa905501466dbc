import { memo, useLayoutEffect, useRef, useState, type ComponentType, type DragEvent } from 'react';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import type { ProductEntry } from '#shared/collections/products.ts';
import { BLANK_ENTRY, MAX_ENTRIES, type FormList, type ProductForm } from '#shared/domain/product-form.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { ChevronDownIcon, CloseIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { TextArea, TextInput } from '#pwa/ui/text-input.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { ChangedElsewhere } from '../changed-elsewhere.tsx';
import { AddFiles, type FileSource } from './form-files.tsx';
import { LIST_TEXTS } from './form-texts.ts';
import styles from './product-form.module.css';

interface EntryListProps {
  readonly list: FormList;
  /** Shown above the fields of an entry. */
  readonly Preview?: ComponentType<{ readonly index: number }>;
  /** For entries that are files of this device. */
  readonly files?: FileSource;
}

/** A list of the product as rows, which can be moved, copied and removed. */
export function EntryList({ list, Preview, files }: EntryListProps) {
  const { control, getValues } = useFormContext<ProductForm>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: list });
  const showToast = useToast();
  const errors = useFormState({ control, name: list }).errors[list];
  const { noun } = LIST_TEXTS[list];
  const [said, setSaid] = useState('');
  const rows = useRef<HTMLOListElement>(null);
  /** What is focused once the rows have changed: a row's index and a button's name in it. */
  const focus = useRef<{ readonly index: number; readonly action?: RowAction }>(undefined);
  const dragged = useRef<number>(undefined);
  const isFull = fields.length >= MAX_ENTRIES;

  useLayoutEffect(() => {
    if (!focus.current) return;
    const { index, action } = focus.current;
    focus.current = undefined;
    const row = rows.current?.children[Math.min(index, fields.length - 1)] ?? rows.current?.parentElement;
    const named = action && row?.querySelector<HTMLElement>(`[data-action="${action}"]:enabled`);
    (named || row?.querySelector<HTMLElement>('input, textarea, button:enabled'))?.focus();
  }, [fields]);

  function moveTo(from: number, to: number, action?: RowAction) {
    if (to < 0 || to >= fields.length || from === to) return;
    if (action) focus.current = { index: to, action };
    move(from, to);
    setSaid(`Moved to ${to + 1} of ${fields.length}.`);
  }

  const actions: RowActions = {
    up: (index) => moveTo(index, index - 1, 'up'),
    down: (index) => moveTo(index, index + 1, 'down'),
    copy(index) {
      focus.current = { index: index + 1 };
      insert(index + 1, { ...getValues(`${list}.${index}`) }, { shouldFocus: false });
      setSaid(`Copied to ${index + 2} of ${fields.length + 1}.`);
    },
    remove(index) {
      const removed = { ...getValues(`${list}.${index}`) };
      focus.current = { index, action: 'remove' };
      remove(index);
      const act = () => {
        focus.current = { index };
        insert(index, removed, { shouldFocus: false });
      };
      showToast({ text: `The ${noun} was removed.`, action: { text: 'Undo', act } });
    },
    drag: (index) => void (dragged.current = index),
    drop(index) {
      if (dragged.current !== undefined) moveTo(dragged.current, index);
      dragged.current = undefined;
    },
  };
  // Rows are memoised: their actions are those of the newest render.
  const newest = useRef(actions);
  useLayoutEffect(() => {
    newest.current = actions;
  });
  const [act] = useState<RowActions>(() => ({
    up: (index) => newest.current.up(index),
    down: (index) => newest.current.down(index),
    copy: (index) => newest.current.copy(index),
    remove: (index) => newest.current.remove(index),
    drag: (index) => newest.current.drag(index),
    drop: (index) => newest.current.drop(index),
  }));

  function add(entry: ProductEntry) {
    append({ ...entry }, { shouldFocus: false });
  }

  return (
    <div className={styles.list}>
      <ol ref={rows} className={styles.rows}>
        {fields.map(({ id }, index) => (
          <EntryRow
            key={id}
            list={list}
            index={index}
            isLast={index === fields.length - 1}
            isFull={isFull}
            act={act}
            error={errors?.[index]}
            Preview={Preview}
          />
        ))}
      </ol>
      {errors?.message !== undefined && <Notice tone="error">{errors.message}</Notice>}
      <ChangedElsewhere field={list} />
      {files && (
        <AddFiles
          {...files}
          room={MAX_ENTRIES - fields.length}
          onAdded={(address, file) => add(files.toEntry(address, file))}
        />
      )}
      <div className={styles.actions}>
        <Button
          disabled={isFull}
          onClick={() => {
            focus.current = { index: fields.length };
            add(BLANK_ENTRY);
          }}
        >
          Add {noun}
        </Button>
        {isFull && <p className={styles.note}>A list has at most {MAX_ENTRIES} entries.</p>}
      </div>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </div>
  );
}

type RowError = Readonly<Partial<Record<keyof ProductEntry, { readonly message?: string | undefined }>>>;
type RowAction = 'up' | 'down' | 'copy' | 'remove';
type RowActions = Readonly<Record<RowAction | 'drag' | 'drop', (index: number) => void>>;

interface EntryRowProps {
  readonly list: FormList;
  readonly index: number;
  readonly isLast: boolean;
  readonly isFull: boolean;
  readonly act: RowActions;
  readonly error: RowError | undefined;
  readonly Preview: EntryListProps['Preview'];
}

/** Memoised: a keystroke renders no row, and a move only those between. */
const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { list, index, isLast, isFull, act, error, Preview } = props;
  const { register } = useFormContext<ProductForm>();
  const { noun, parts } = LIST_TEXTS[list];
  const name = `${noun} ${index + 1}`;

  function handleDragStart(event: DragEvent<HTMLElement>) {
    act.drag(index);
    event.dataTransfer.effectAllowed = 'move';
    // Firefox drags only what has data.
    event.dataTransfer.setData('text/plain', name);
    const row = event.currentTarget.closest('li');
    if (row) event.dataTransfer.setDragImage(row, 0, 0);
  }

  return (
    // Dragging is for pointers; the buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.row}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        act.drop(index);
      }}
    >
      <div role="group" aria-label={name} className={styles.group}>
        {Preview && <Preview index={index} />}
        <div className={styles.parts}>
          {parts.map(({ part, label, isLong }) => (
            <Field key={part} label={label} error={error?.[part]?.message}>
              {(control) =>
                isLong ? (
                  <TextArea rows={2} {...control} {...register(`${list}.${index}.${part}`)} />
                ) : (
                  <TextInput {...control} {...register(`${list}.${index}.${part}`)} />
                )
              }
            </Field>
          ))}
        </div>
        <div className={styles.rowActions}>
          <span draggable onDragStart={handleDragStart} className={styles.grip} title="Drag to move">
            <Icon>
              <path d="M9 6.5h.01 M15 6.5h.01 M9 12h.01 M15 12h.01 M9 17.5h.01 M15 17.5h.01" />
            </Icon>
          </span>
          <IconButton
            label={`Move up ${name}`}
            data-action="up"
            disabled={index === 0}
            onClick={() => act.up(index)}
            className={styles.up}
          >
            <ChevronDownIcon />
          </IconButton>
          <IconButton
            label={`Move down ${name}`}
            data-action="down"
            disabled={isLast}
            onClick={() => act.down(index)}
          >
            <ChevronDownIcon />
          </IconButton>
          <IconButton
            label={`Duplicate ${name}`}
            data-action="copy"
            disabled={isFull}
            onClick={() => act.copy(index)}
          >
            <Icon>
              <path d="M8.5 8.5h11v11h-11z M15.5 8.5v-4h-11v11h4" />
            </Icon>
          </IconButton>
          <IconButton label={`Remove ${name}`} data-action="remove" onClick={() => act.remove(index)}>
            <CloseIcon />
          </IconButton>
        </div>
      </div>
    </li>
  );
});
