import { useState } from 'react';
import { classNames } from './class-names.ts';
import { KestrelMark } from './logo.tsx';
import { useIsAllowedPicture } from './picture-origins.ts';
import { toAvifSources } from './picture-sources.ts';
import styles from './picture.module.css';
import { useHydrated } from './use-hydrated.ts';

interface PictureProps {
  /** If empty, unreachable or at a host that is not allowed, a drawn placeholder shows. */
  readonly src: string;
  /** Empty if the text next to it says the same. */
  readonly alt: string;
  /** The displayed width as an HTML `sizes` value, so that no device loads more than it needs. */
  readonly sizes: string;
  readonly width?: number;
  readonly height?: number;
  /** The largest picture of the first screen: loads eagerly, before all others. */
  readonly isFirst?: boolean;
  /** Shown in place of an unavailable picture, unless `alt` is empty. When it changes, the picture is retried. */
  readonly whyMissing?: string | undefined;
  readonly className?: string | undefined;
}

/** A product picture, 4:3 by default: a cut-out on a studio background that follows the theme. */
export function Picture(props: PictureProps) {
  const { src, alt, sizes, width = 960, height = 720, isFirst, whyMissing, className } = props;
  const attempt = `${src} ${whyMissing}`;
  const [failed, setFailed] = useState<string>();
  const [own, setOwn] = useState<{ readonly src: string; readonly url: string }>();
  const isHydrated = useHydrated();
  const isAllowed = useIsAllowedPicture(src);
  const ownUrl = own?.src === src ? own.url : undefined;
  const avif = ownUrl === undefined ? toAvifSources(src) : undefined;

  function handleError() {
    setFailed(attempt);
    if (ownUrl !== undefined || !src.startsWith('/pictures/u/')) return;
    const showOwn = async () => {
      const { findOwnPicture } = await import('./own-picture.ts');
      const url = await findOwnPicture(src);
      if (url === undefined) return;
      setOwn({ src, url });
      setFailed(undefined);
    };
    // Without it the placeholder stays.
    showOwn().catch(() => undefined);
  }

  /** Catches a server-rendered image that failed before hydration attached `onError`. */
  function checkRendered(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0) handleError();
  }

  if (src === '' || !isAllowed) return <MissingPicture alt={alt} className={className} />;
  if (failed === attempt) return <MissingPicture alt={alt} why={whyMissing} className={className} />;
  return (
    <picture className={classNames(styles.frame, className)}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        src={ownUrl ?? src}
        alt={alt}
        width={width}
        height={height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'low'}
        decoding={isFirst ? 'sync' : 'async'}
        ref={isHydrated ? undefined : checkRendered}
        onError={handleError}
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
