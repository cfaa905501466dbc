import { Color, DoubleSide, MeshPhysicalMaterial, MeshStandardMaterial } from 'three';
import { oklch, palette } from './palette.ts';

function plain(color: Color, roughness: number, metalness = 0): MeshStandardMaterial {
  return new MeshStandardMaterial({ color, roughness, metalness });
}

function lacquer(color: Color, roughness: number): MeshPhysicalMaterial {
  return new MeshPhysicalMaterial({ color, roughness, clearcoat: 0.5, clearcoatRoughness: 0.18 });
}

/** White stays well below paper: reflected panels add the rest, and highlights must not clip on the pale ground. */
export const white = lacquer(new Color(0.63, 0.64, 0.655), 0.42);
export const graphite = lacquer(oklch(0.365, 0.01, 250), 0.46);
export const orange = lacquer(palette.orange, 0.42);
export const eucalypt = lacquer(palette.eucalypt, 0.45);
export const seam = plain(oklch(0.5, 0.006, 250), 0.8);
export const darkSeam = plain(oklch(0.17, 0.006, 250), 0.9);
export const moulded = plain(oklch(0.295, 0.008, 250), 0.56);
export const rubber = plain(oklch(0.25, 0.005, 250), 0.85);
export const paleGrey = plain(oklch(0.8, 0.004, 240), 0.5);
export const midGrey = plain(oklch(0.55, 0.008, 250), 0.5);
export const aluminium = plain(new Color(0.78, 0.79, 0.8), 0.3, 1);
export const anodised = plain(oklch(0.38, 0.01, 250), 0.34, 0.85);
export const titanium = plain(new Color(0.56, 0.53, 0.5), 0.32, 1);
export const gold = plain(new Color(0.9, 0.66, 0.28), 0.25, 1);
export const copper = plain(new Color(0.78, 0.4, 0.24), 0.35, 1);
export const ochre = plain(palette.ochre, 0.45);
export const redWire = plain(oklch(0.52, 0.2, 27), 0.5);
export const blackWire = plain(oklch(0.27, 0.004, 250), 0.5);
export const cardboard = plain(oklch(0.72, 0.05, 75), 0.95);
export const greenLight = new MeshStandardMaterial({
  color: 0x0a3d22,
  emissive: 0x27d07a,
  emissiveIntensity: 0.35,
});
export const glass = new MeshPhysicalMaterial({
  color: new Color(0.012, 0.016, 0.024),
  roughness: 0.04,
  clearcoat: 1,
  clearcoatRoughness: 0.02,
  specularIntensity: 1,
});
/** Thermal optics are germanium: metallic, warm violet, never black. */
export const germanium = plain(new Color(0.3, 0.2, 0.27), 0.14, 1);
export const tankShell = new MeshPhysicalMaterial({
  color: new Color(0.8, 0.83, 0.84),
  roughness: 0.3,
  transparent: true,
  opacity: 0.55,
  side: DoubleSide,
  clearcoat: 0.4,
});
export const waterTint = plain(oklch(0.78, 0.045, 205), 0.3);
export const nylon = plain(new Color(0.76, 0.77, 0.76), 0.42);
/** Thin mouldings that the ground shows through. */
function see(color: Color, opacity: number): MeshPhysicalMaterial {
  return new MeshPhysicalMaterial({
    color,
    roughness: 0.14,
    transparent: true,
    opacity,
    side: DoubleSide,
    clearcoat: 0.7,
  });
}

export const clearPolycarbonate = see(new Color(0.62, 0.68, 0.71), 0.42);
export const smokePolycarbonate = see(oklch(0.34, 0.008, 250), 0.78);
export const yellow = lacquer(oklch(0.85, 0.17, 90), 0.4);
export const filledNylon = plain(oklch(0.33, 0.006, 250), 0.48);
