import { useId } from 'react';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import type { ChoiceText } from './choice-texts.ts';
import styles from './migration.module.css';

interface ExplainedChoicesProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly ChoiceText<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** Radio buttons, each with an explanation. */
export function ExplainedChoices<Value extends string>({
  legend,
  options,
  chosen,
  onChoose,
}: ExplainedChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.explainedChoices}>
      <legend className={styles.explainedChoicesLegend}>{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          type="radio"
          name={name}
          checked={option.value === chosen}
          onChange={() => onChoose(option.value)}
        >
          <span>
            <span className={styles.explainedChoicesName}>{option.name}</span>{' '}
            <span className={styles.explainedChoicesNote}>{option.note}</span>
          </span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
