import { Icon, type IconProps } from './icon.tsx';

export function SavedIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 4v10 M7.5 10 12 14.5l4.5-4.5 M5 19h14" />
    </Icon>
  );
}

export function SendingIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 19V5.5 M7 10l5-5 5 5" />
    </Icon>
  );
}

export function ConfirmedIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  );
}

export function ReviewIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 5v9 M12 18.5v.1" />
    </Icon>
  );
}

export function OfflineIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 4l16 16 M5 11.5a10.5 10.5 0 0 1 3.5-2.2 M12.5 8.3a10.5 10.5 0 0 1 6.5 3.2 M8.5 15a5.5 5.5 0 0 1 4.5-1.5 M12 18.5v.1" />
    </Icon>
  );
}

/** Up and down, not a circle: that would read as *reload*. */
export function SyncIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 19.5v-15 M4 8.5l4-4 4 4 M16 4.5v15 M12 15.5l4 4 4-4" />
    </Icon>
  );
}

export function ExpiredIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 4.5a7.5 7.5 0 1 0 .01 0z M12 8v4.5l3 2" />
    </Icon>
  );
}
