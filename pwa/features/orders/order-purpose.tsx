import { useId } from 'react';
import { ENGINEERING_NEEDS, MISSION_TYPES, PURCHASE_ROLES } from '#shared/collections/purchase-orders.ts';
import type { DraftOrderContent } from '#shared/domain/draft-order.ts';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import styles from './order-picker.module.css';

type Purpose = Pick<DraftOrderContent, 'role' | 'engineeringNeeds' | 'missionType'>;

interface OrderPurposeProps {
  readonly content: Purpose;
  readonly isRoleMissing: boolean;
  readonly onChange: (chosen: Partial<Purpose>) => void;
}

/** The buyer's role, and the one question that depends on it; civilians get none. */
export function OrderPurpose({ content, isRoleMissing, onChange }: OrderPurposeProps) {
  const errorId = useId();
  const { role, engineeringNeeds, missionType } = content;
  return (
    <section className={styles.orderPurpose} aria-label="Who orders">
      <fieldset className={styles.orderPurposeRoles} aria-describedby={isRoleMissing ? errorId : undefined}>
        <legend className={styles.orderPurposeLegend}>Role</legend>
        <div className={styles.orderPurposeChoices}>
          {PURCHASE_ROLES.map((name) => (
            <Checkbox
              key={name}
              type="radio"
              name="role"
              value={name}
              checked={role === name}
              aria-invalid={isRoleMissing || undefined}
              onChange={() => onChange({ role: name })}
            >
              {name}
            </Checkbox>
          ))}
        </div>
        {isRoleMissing && (
          <p id={errorId} className={styles.orderPurposeError}>
            required
          </p>
        )}
      </fieldset>
      {role === 'Drone Engineer' && (
        <Question
          label="Engineering Needs"
          value={engineeringNeeds}
          choices={ENGINEERING_NEEDS}
          onChoose={(chosen) => onChange({ engineeringNeeds: chosen })}
        />
      )}
      {role === 'Drone Pilot' && (
        <Question
          label="Pilot Mission Type"
          value={missionType}
          choices={MISSION_TYPES}
          onChoose={(chosen) => onChange({ missionType: chosen })}
        />
      )}
    </section>
  );
}

interface QuestionProps<Option extends string> {
  readonly label: string;
  readonly value: Option | '';
  readonly choices: readonly Option[];
  readonly onChoose: (option: Option | '') => void;
}

function Question<Option extends string>({ label, value, choices, onChoose }: QuestionProps<Option>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ currentTarget }) =>
            onChoose(choices.find((choice) => choice === currentTarget.value) ?? '')
          }
        >
          <option value="">Choose</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}
