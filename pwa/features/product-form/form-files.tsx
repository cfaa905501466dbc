import { useRef, useState, type DragEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ProductEntry } from '#shared/collections/products.ts';
import { BUCKETS, type Bucket } from '#shared/api/file-storage.ts';
import { GALLERY_SIZE } from '#shared/domain/product-entries.ts';
import type { ProductForm } from '#shared/domain/product-form.ts';
import { createId } from '#shared/kernel/ids.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { FileProgress } from '../file-progress.tsx';
import { useFormDraft } from '../use-document-form.ts';
import styles from './product-form.module.css';

/** Where the files of a list go, and what they become in it. */
export interface FileSource {
  readonly bucket: Bucket;
  /** e.g. `Choose pictures` */
  readonly label: string;
  readonly canPhotograph?: boolean;
  readonly toEntry: (address: string, file: File) => ProductEntry;
}

interface AddFilesProps extends Omit<FileSource, 'toEntry'> {
  /** How many more the list takes. */
  readonly room: number;
  readonly onAdded: (address: string, file: File) => void;
}

interface PickedFile {
  readonly key: string;
  readonly name: string;
  /** Why it can't be added. */
  readonly refusal?: string;
}

/** Takes files that are chosen, dropped or photographed. Each one is prepared and kept on this device, or says why not. */
export function AddFiles({ bucket, label, canPhotograph, room, onAdded }: AddFilesProps) {
  const { files } = useAppStore();
  const { key: usedBy, awaitFiles } = useFormDraft();
  const [picked, setPicked] = useState<readonly PickedFile[]>([]);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const accept = BUCKETS[bucket].types.join(',');

  /** One after the other, in their order: preparing a picture takes much memory. */
  async function addAll(chosen: readonly File[]) {
    const all = chosen.map((file, index) => ({ file, key: createId(), hasRoom: index < room }));
    setPicked((before) => [...before, ...all.map(({ file, key }) => ({ key, name: file.name }))]);
    for (const { file, key, hasRoom } of all) {
      let refusal = hasRoom ? undefined : 'The list is full.';
      try {
        if (hasRoom) onAdded((await files.add(file, { bucket, usedBy })).address, file);
      } catch (error) {
        refusal = error instanceof Error ? error.message : String(error);
      }
      setPicked((before) =>
        before.flatMap((one) => (one.key !== key ? [one] : refusal ? [{ ...one, refusal }] : [])),
      );
    }
  }

  function handleDrop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    awaitFiles(addAll([...event.dataTransfer.files]));
  }

  const input = {
    type: 'file',
    hidden: true,
    accept: canPhotograph ? 'image/*' : accept,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      awaitFiles(addAll([...(currentTarget.files ?? [])]));
      // The same file can be chosen again.
      currentTarget.value = '';
    },
  } as const;

  return (
    // Dropping is a pointer shortcut for the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.dropZone} onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
      {picked.length > 0 && (
        <ul className={styles.rows} aria-label="Files that are added">
          {picked.map(({ key, name, refusal }) => (
            <li key={key}>
              <Notice
                {...(refusal !== undefined && { tone: 'error', role: 'alert' })}
                actions={
                  refusal !== undefined && (
                    <Button
                      kind="plain"
                      onClick={() => setPicked((before) => before.filter((one) => one.key !== key))}
                    >
                      Dismiss
                    </Button>
                  )
                }
              >
                <strong>{name}</strong> {refusal ?? 'is being prepared…'}
              </Notice>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button disabled={room <= 0} onClick={() => chooser.current?.click()}>
          {label}
        </Button>
        <input ref={chooser} aria-label={label} multiple {...input} />
        {canPhotograph && (
          <>
            <Button disabled={room <= 0} className={styles.camera} onClick={() => camera.current?.click()}>
              Take a photo
            </Button>
            <input ref={camera} aria-label="Take a photo" capture="environment" {...input} />
          </>
        )}
        <p className={styles.note}>or drop them here</p>
      </div>
    </div>
  );
}

/** Above the fields of a picture: what it looks like, its role, and how far it has got. */
export function PictureEntry({ index }: { readonly index: number }) {
  const { control } = useFormContext<ProductForm>();
  const { isOnline } = useConnection();
  const { value, label } = useWatch({ control, name: `productImages.${index}` }) ?? {};
  return (
    <>
      {index === GALLERY_SIZE && (
        <p className={styles.note}>In the Box: this picture and all below show in a section of their own.</p>
      )}
      <div className={styles.picture}>
        <Picture
          src={value ?? ''}
          alt=""
          sizes="8rem"
          className={styles.thumbnail}
          whyMissing={isOnline ? undefined : 'Not saved on this device'}
        />
        <div>
          {index === 0 && <p>Thumbnail: lists and the cart show it.</p>}
          {value !== '' && !label?.trim() && (
            <p className={styles.note}>Say what it shows, for people who can’t see it.</p>
          )}
          <FileProgress address={value ?? ''} />
        </div>
      </div>
    </>
  );
}

export function DownloadEntry({ index }: { readonly index: number }) {
  const { control } = useFormContext<ProductForm>();
  return <FileProgress address={useWatch({ control, name: `productDownloads.${index}.value` }) ?? ''} />;
}
