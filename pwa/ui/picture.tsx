import { useState } from 'react';
import { classNames } from './class-names.ts';
import { KestrelMark } from './logo.tsx';
import { toAvifSources } from './picture-sources.ts';
import styles from './picture.module.css';
import { useHydrated } from './use-hydrated.ts';

interface PictureProps {
  /** Empty or unreachable: the drawn stand-in shows. */
  readonly src: string;
  /** Empty when the words beside it say the same. */
  readonly alt: string;
  /** How wide it is shown, as in `sizes`, so that no device loads more than it needs. */
  readonly sizes: string;
  readonly width?: number;
  readonly height?: number;
  /** The largest picture of the first screen: loaded at once, and before all others. */
  readonly isFirst?: boolean;
  /** Said in its place where it can't be had, unless `alt` is empty. With other words, or none, it is tried anew. */
  readonly whyMissing?: string | undefined;
  readonly className?: string | undefined;
}

/** A product picture, 4:3 unless told otherwise: cut out, on a studio ground that goes with the theme. */
export function Picture(props: PictureProps) {
  const { src, alt, sizes, width = 960, height = 720, isFirst, whyMissing, className } = props;
  const attempt = `${src} ${whyMissing}`;
  const [failed, setFailed] = useState<string>();
  const isLive = useHydrated();
  const avif = toAvifSources(src);

  /** A rendered page may have failed to load it before the app was there to hear of it. */
  function checkRendered(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0) setFailed(attempt);
  }

  if (src === '') return <MissingPicture alt={alt} className={className} />;
  if (failed === attempt) return <MissingPicture alt={alt} why={whyMissing} className={className} />;
  return (
    <picture className={classNames(styles.frame, className)}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'low'}
        decoding={isFirst ? 'sync' : 'async'}
        ref={isLive ? undefined : checkRendered}
        onError={() => setFailed(attempt)}
      />
    </picture>
  );
}

interface MissingPictureProps {
  readonly alt: string;
  readonly why?: string | undefined;
  readonly className?: string | undefined;
}

function MissingPicture({ alt, why, className }: MissingPictureProps) {
  const name = why === undefined ? alt : `${alt}: ${why}`;
  const naming = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span {...naming} className={classNames(styles.frame, styles.missing, className)}>
      <span className={styles.words}>
        <KestrelMark />
        {alt !== '' && why !== undefined && <span>{why}</span>}
      </span>
    </span>
  );
}
