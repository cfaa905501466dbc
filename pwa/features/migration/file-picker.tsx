import { useRef, useState, type DragEvent } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { formatBytes } from '#pwa/ui/content/format-bytes.ts';
import styles from './migration.module.css';

interface FilePickerProps {
  readonly file: File | undefined;
  readonly onPick: (file: File) => void;
}

/** Takes a file from this device, chosen or dropped. */
export function FilePicker({ file, onPick }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onPick(dropped);
  }

  return (
    // Dropping is a pointer shortcut for the button inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classNames(styles.filePicker, isOver && styles.filePickerOver)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <p>
        {file ? (
          <>
            <strong>{file.name}</strong> · {formatBytes(file.size)}
          </>
        ) : (
          'NDJSON, JSON or a table as CSV, also packed as .gz, and what Shopify or Firestore exports. Drop it here, or'
        )}
      </p>
      <Button onClick={() => input.current?.click()}>{file ? 'Choose another file' : 'Choose a file'}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        accept=".json,.ndjson,.jsonl,.csv,.tsv,.gz,application/json,text/csv,application/gzip"
        onChange={({ currentTarget }) => {
          const picked = currentTarget.files?.[0];
          if (picked) onPick(picked);
          // Lets the same file be chosen again after it was corrected.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
