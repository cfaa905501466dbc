import { useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { MAX_DEVICE_NAME_LENGTH, nameDevice, readDeviceName } from '#pwa/data/orders/device-name.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Details } from '#pwa/ui/details.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import styles from './orders-page.module.css';

/** Lets the seller name this device, so that staff know whose orders they see. */
export function DeviceName() {
  const app = useAppStore();
  const showToast = useToast();
  const [name, setName] = useState(() => readDeviceName(app));

  async function handleSave() {
    await nameDevice(app, name);
    showToast({ text: 'Name saved. Staff see it once this device is online.' });
  }

  return (
    <Details title="Name of this device">
      <form
        className={styles.deviceName}
        onSubmit={(event) => {
          event.preventDefault();
          void handleSave();
        }}
      >
        <Field
          label="Device name"
          isOptional
          hint="Our staff see it with the orders made here, for example Ben’s phone."
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={MAX_DEVICE_NAME_LENGTH}
              autoComplete="off"
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit">Save name</Button>
      </form>
    </Details>
  );
}
