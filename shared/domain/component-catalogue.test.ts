import { describe, expect, it } from 'vitest';
import { COMPONENT_CATALOGUE, COMPONENT_CATEGORIES } from '#shared/domain/component-catalogue.ts';

/** Name and USD price of every component, as a person reads them. */
const PRICE_LIST = {
  Communications: [
    'RP-SMA Pigtail 100 mm 2.86',
    '915 MHz ELRS Receiver 18.40',
    '2.4 GHz ELRS Receiver 14.95',
    '1 W Telemetry Radio Pair 168.00',
    '10 km IP Mesh Radio 1280.00',
    'LTE/5G Modem Module 219.00',
    'Directional Patch Antenna 12 dBi 64.50',
    'Antenna Tracker Base 890.00',
  ],
  Control: [
    'F405 Flight Controller 46.90',
    'H743 Flight Controller 112.00',
    'Triple-IMU Autopilot Cube 365.00',
    'Companion Computer 8 GB 189.00',
    'Hand Controller 16 ch 274.00',
    'Ground Station Tablet 10 in 940.00',
    'Power Distribution Board 28.50',
    '10 A BEC 5/9/12 V 17.20',
  ],
  Navigation: [
    'M10 GNSS + Compass 32.80',
    'Multi-Band RTK Rover 268.00',
    'RTK Base Station 1190.00',
    'CRPA Anti-Interference GNSS Antenna 2480.00',
    'Optical Flow + ToF Sensor 39.90',
    'Laser Altimeter 100 m 318.00',
    'Pitot Airspeed Kit 58.00',
    'Visual-Inertial Navigation Module 1640.00',
  ],
  Payload: [
    '3-Axis EO/IR Gimbal 4350.00',
    'LiDAR Mapping Payload 7920.00',
    '30x Zoom Gimbal 2260.00',
    'Multispectral Camera 5 Band 3890.00',
    'Cargo Winch 10 kg 780.00',
    'Servo Release Latch 21.60',
    'Searchlight 60 W 246.00',
    'Loudspeaker 110 dB 198.00',
  ],
  Propulsion: [
    '2207 1950 KV Motor 19.80',
    '2807 1300 KV Motor 28.40',
    '5010 360 KV Motor 76.00',
    '6007 Lift Motor 148.00',
    '4-in-1 60 A ESC 72.50',
    '80 A HV ESC 96.00',
    '15 in Folding Propeller Pair 41.00',
    'Motor Screw Set M3 4.20',
  ],
  Video: [
    'Analog FPV Camera 24.90',
    'Digital FPV Camera 98.00',
    '1.6 W 5.8 GHz Video Transmitter 54.00',
    '1.3 GHz Long-Range Video Transmitter 139.00',
    'HD Video Link Air Unit 219.00',
    'HD Video Link Ground Unit 480.00',
    'FPV Goggles 549.00',
    'Diversity Receiver Module 86.00',
  ],
};

describe('the component catalogue', () => {
  it('[R-CST-06] holds exactly these names and prices, in this order', () => {
    const list = COMPONENT_CATEGORIES.map((category) => [
      category,
      COMPONENT_CATALOGUE[category].map(({ name, price }) => `${name} ${price.toFixed(2)}`),
    ]);
    expect(Object.fromEntries(list)).toEqual(PRICE_LIST);
    expect(list.map(([category]) => category)).toEqual(Object.keys(PRICE_LIST));
  });

  it('[R-CST-06] six categories of eight components, each of its own name, cost USD 2.86 to 7920.00', () => {
    const components = Object.values(COMPONENT_CATALOGUE).flat();
    const prices = components.map(({ price }) => price);
    expect(Object.values(COMPONENT_CATALOGUE).map(({ length }) => length)).toEqual([8, 8, 8, 8, 8, 8]);
    expect(new Set(components.map(({ name }) => name)).size).toBe(48);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([2.86, 7920]);
  });
});
