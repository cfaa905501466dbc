import { Icon } from './icon.tsx';

/** Rows of a paddock running to the horizon. */
export function AgricultureDrawing() {
  return (
    <Icon size="large">
      <path d="M2 8.5h20 M12 8.5v13 M9.8 8.5 5.5 21.5 M14.2 8.5 18.5 21.5 M7.5 8.5 2 15.5 M16.5 8.5 22 15.5" />
      <path d="M15 8.5a2.5 2.5 0 0 1 5 0" />
    </Icon>
  );
}

/** Benches of an open pit. */
export function MiningDrawing() {
  return (
    <Icon size="large">
      <path d="M1.5 5H6l1.2 5h2.3l1.2 5h2.6l1.2-5h2.3L18 5h4.5" />
      <path d="M3.5 20h17 M1.5 10h3 M19.5 10h3 M4.5 15h3.5 M16 15h3.5" />
    </Icon>
  );
}

/** A line carried past the break. */
export function FishingDrawing() {
  return (
    <Icon size="large">
      <path d="M1.5 16c1.8 0 1.8-1.5 3.5-1.5S6.8 16 8.5 16s1.8-1.5 3.5-1.5 1.8 1.5 3.5 1.5 1.8-1.5 3.5-1.5 1.8 1.5 3.5 1.5" />
      <path d="M3.5 20c1.8 0 1.8-1.5 3.5-1.5S8.8 20 10.5 20s1.8-1.5 3.5-1.5 1.8 1.5 3.5 1.5" />
      <path d="M12 4.5v7.5a2 2 0 0 0 4 0v-1 M8 4.5h8" />
    </Icon>
  );
}

/** A gimballed lens. */
export function CameraDrawing() {
  return (
    <Icon size="large">
      <path d="M6 2.5h12 M7.5 2.5v8 M16.5 2.5v8" />
      <circle cx="12" cy="13.5" r="6" />
      <circle cx="12" cy="13.5" r="3.25" />
      <circle cx="12" cy="13.5" r="1" />
    </Icon>
  );
}
