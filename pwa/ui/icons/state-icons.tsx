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

export function SyncIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 10.5A7.75 7.75 0 0 1 18.8 8 M19 3.75V8.25h-4.5 M19.5 13.5A7.75 7.75 0 0 1 5.2 16 M5 20.25v-4.5h4.5" />
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
