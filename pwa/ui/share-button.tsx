import { IconButton } from './icon-button.tsx';
import { ShareIcon } from './icons/action-icons.tsx';
import { useToast } from './toasts.ts';

interface ShareButtonProps {
  /** Title of the shared page, as the recipient sees it. */
  readonly title: string;
}

/** Shares this page's address with the device's share sheet, or copies it where there is none. */
export function ShareButton({ title }: ShareButtonProps) {
  const show = useToast();

  async function handleShare() {
    const url = location.origin + location.pathname;
    try {
      if ('share' in navigator) return await navigator.share({ title, url });
      await (navigator as Navigator).clipboard.writeText(url);
      show({ text: 'Link copied.' });
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      show({ text: `The link could not be copied: ${url}`, tone: 'error' });
    }
  }

  return (
    <IconButton label={`Share ${title}`} onClick={() => void handleShare()}>
      <ShareIcon />
    </IconButton>
  );
}
