import type { ComponentProps } from 'react';
import { TextInput } from '#pwa/ui/text-input.tsx';

/** For a code of a code app. */
export function CodeInput(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      {...props}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      data-initial-focus
    />
  );
}
