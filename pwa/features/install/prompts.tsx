import { InstallOffer } from './install-offer.tsx';
import styles from './prompt.module.css';
import { UpdatePrompt } from './update-prompt.tsx';
import { useWaitingWork } from './waiting-work.ts';

interface PromptsProps {
  /** Whether the person has got something out of the store already. */
  readonly isWorthInstalling: boolean;
}

/** What the app itself has to say, one above the other along the lower edge. */
export function Prompts({ isWorthInstalling }: PromptsProps) {
  useWaitingWork();
  return (
    <div className={styles.prompts} data-screen-only>
      <InstallOffer isWorthIt={isWorthInstalling} />
      <UpdatePrompt />
    </div>
  );
}
