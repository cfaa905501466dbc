import { useState } from 'react';
import { classNames } from './class-names.ts';
import { KestrelMark } from './logo.tsx';
import { toAvifSources } from './picture-sources.ts';
import styles from './picture.module.css';
import { useIsLive } from './use-is-live.ts';

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
  readonly className?: string | undefined;
}

/** A product picture, 4:3 unless told otherwise: cut out, on a studio ground that goes with the theme. */
export function Picture({ src, alt, sizes, width = 960, height = 720, isFirst, className }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const isLive = useIsLive();
  const avif = toAvifSources(src);

  /** A rendered page may have failed to load it before the app was there to hear of it. */
  function checkRendered(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0) setFailed(src);
  }

  if (src === '' || failed === src) return <MissingPicture alt={alt} className={className} />;
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
        onError={() => setFailed(src)}
      />
    </picture>
  );
}

function MissingPicture({ alt, className }: Pick<PictureProps, 'alt' | 'className'>) {
  const naming = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };
  return (
    <span {...naming} className={classNames(styles.frame, styles.missing, className)}>
      <KestrelMark />
    </span>
  );
}
