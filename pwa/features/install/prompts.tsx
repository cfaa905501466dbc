import { InstallOffer } from './install-offer.tsx';
import styles from './prompt.module.css';
import { UpdatePrompt } from './update-prompt.tsx';
import { useWaitingWork } from './waiting-work.ts';

interface PromptsProps {
  /** Whether the person has used the store enough to be offered the installation. */
  readonly isWorthInstalling: boolean;
}

/** The app's own prompts, stacked along the lower edge. */
export function Prompts({ isWorthInstalling }: PromptsProps) {
  useWaitingWork();
  return (
    <div className={styles.prompts} data-screen-only>
      <InstallOffer isWorthIt={isWorthInstalling} />
      <UpdatePrompt />
    </div>
  );
}
