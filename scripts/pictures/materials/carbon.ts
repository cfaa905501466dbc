import { CanvasTexture, MeshPhysicalMaterial, RepeatWrapping, SRGBColorSpace } from 'three';

/** Threads across one tile; geometry places tiles at `weavePerMetre`. */
const threads = 8;
export const weavePerMetre = 55;

function twill(): CanvasTexture {
  const cell = 32;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = threads * cell;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas to draw the weave on.');
  for (let row = 0; row < threads; row += 1) {
    for (let column = 0; column < threads; column += 1) {
      // Two over, two under, one thread further on every row: the diagonal of a 2x2 twill.
      const warp = (row + column) % 4 < 2;
      const x = column * cell;
      const y = row * cell;
      const shade = warp
        ? pen.createLinearGradient(x, y, x + cell, y)
        : pen.createLinearGradient(x, y, x, y + cell);
      shade.addColorStop(0, warp ? '#2b2e33' : '#191b1e');
      shade.addColorStop(0.5, warp ? '#43474e' : '#25282c');
      shade.addColorStop(1, warp ? '#2b2e33' : '#191b1e');
      pen.fillStyle = shade;
      pen.fillRect(x, y, cell, cell);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

export const carbon = new MeshPhysicalMaterial({
  map: twill(),
  roughness: 0.5,
  metalness: 0.1,
  clearcoat: 0.8,
  clearcoatRoughness: 0.12,
});
