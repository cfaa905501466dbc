/** The components a purchase order is picked from: six categories, prices in USD. */
export const COMPONENT_CATEGORIES = [
  'Communications',
  'Control',
  'Navigation',
  'Payload',
  'Propulsion',
  'Video',
] as const;
export type ComponentCategory = (typeof COMPONENT_CATEGORIES)[number];

export interface CatalogueComponent {
  readonly name: string;
  /** USD. */
  readonly price: number;
}

export interface PriceList {
  /** Civil date of its first day. */
  readonly validFrom: string;
  readonly components: Readonly<Record<ComponentCategory, readonly CatalogueComponent[]>>;
}

/**
 * All price lists ever published, oldest first; the last one is today's. A new price is a new list at the end: orders
 * keep the prices they were made with, so no list is changed or removed.
 */
export const PRICE_LISTS: readonly [PriceList, ...PriceList[]] = [
  {
    validFrom: '2024-01-01',
    components: {
      Communications: [
        { name: 'RP-SMA Pigtail 100 mm', price: 2.86 },
        { name: '915 MHz ELRS Receiver', price: 18.4 },
        { name: '2.4 GHz ELRS Receiver', price: 14.95 },
        { name: '1 W Telemetry Radio Pair', price: 168 },
        { name: '10 km IP Mesh Radio', price: 1280 },
        { name: 'LTE/5G Modem Module', price: 219 },
        { name: 'Directional Patch Antenna 12 dBi', price: 64.5 },
        { name: 'Antenna Tracker Base', price: 890 },
      ],
      Control: [
        { name: 'F405 Flight Controller', price: 46.9 },
        { name: 'H743 Flight Controller', price: 112 },
        { name: 'Triple-IMU Autopilot Cube', price: 365 },
        { name: 'Companion Computer 8 GB', price: 189 },
        { name: 'Hand Controller 16 ch', price: 274 },
        { name: 'Ground Station Tablet 10 in', price: 940 },
        { name: 'Power Distribution Board', price: 28.5 },
        { name: '10 A BEC 5/9/12 V', price: 17.2 },
      ],
      Navigation: [
        { name: 'M10 GNSS + Compass', price: 32.8 },
        { name: 'Multi-Band RTK Rover', price: 268 },
        { name: 'RTK Base Station', price: 1190 },
        { name: 'CRPA Anti-Interference GNSS Antenna', price: 2480 },
        { name: 'Optical Flow + ToF Sensor', price: 39.9 },
        { name: 'Laser Altimeter 100 m', price: 318 },
        { name: 'Pitot Airspeed Kit', price: 58 },
        { name: 'Visual-Inertial Navigation Module', price: 1640 },
      ],
      Payload: [
        { name: '3-Axis EO/IR Gimbal', price: 4350 },
        { name: 'LiDAR Mapping Payload', price: 7920 },
        { name: '30x Zoom Gimbal', price: 2260 },
        { name: 'Multispectral Camera 5 Band', price: 3890 },
        { name: 'Cargo Winch 10 kg', price: 780 },
        { name: 'Servo Release Latch', price: 21.6 },
        { name: 'Searchlight 60 W', price: 246 },
        { name: 'Loudspeaker 110 dB', price: 198 },
      ],
      Propulsion: [
        { name: '2207 1950 KV Motor', price: 19.8 },
        { name: '2807 1300 KV Motor', price: 28.4 },
        { name: '5010 360 KV Motor', price: 76 },
        { name: '6007 Lift Motor', price: 148 },
        { name: '4-in-1 60 A ESC', price: 72.5 },
        { name: '80 A HV ESC', price: 96 },
        { name: '15 in Folding Propeller Pair', price: 41 },
        { name: 'Motor Screw Set M3', price: 4.2 },
      ],
      Video: [
        { name: 'Analog FPV Camera', price: 24.9 },
        { name: 'Digital FPV Camera', price: 98 },
        { name: '1.6 W 5.8 GHz Video Transmitter', price: 54 },
        { name: '1.3 GHz Long-Range Video Transmitter', price: 139 },
        { name: 'HD Video Link Air Unit', price: 219 },
        { name: 'HD Video Link Ground Unit', price: 480 },
        { name: 'FPV Goggles', price: 549 },
        { name: 'Diversity Receiver Module', price: 86 },
      ],
    },
  },
];

export const TODAYS_PRICES: PriceList = PRICE_LISTS.at(-1) ?? PRICE_LISTS[0];

/** What can be ordered today. */
export const COMPONENT_CATALOGUE = TODAYS_PRICES.components;
