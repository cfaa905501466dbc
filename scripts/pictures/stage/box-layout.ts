import { Box3, Group, Vector3, type Object3D } from 'three';

interface Piece {
  readonly holder: Group;
  readonly width: number;
  readonly depth: number;
}

interface Block {
  readonly width: number;
  readonly depth: number;
  readonly place: (x: number, z: number) => void;
}

/** Share of its height that an item hides behind it: the camera looks down at about 70 degrees. */
const HIDDEN = 0.33;

/** Places an item on the ground, its footprint and hidden area centred on the origin. */
function piece(object: Object3D): Piece {
  const holder = new Group();
  holder.add(object);
  const box = new Box3().setFromObject(holder, true);
  const size = box.getSize(new Vector3());
  const centre = box.getCenter(new Vector3());
  const hidden = size.y * HIDDEN;
  object.position.sub(new Vector3(centre.x, box.min.y, centre.z - hidden / 2));
  return { holder, width: size.x, depth: size.z + hidden };
}

/** Centred rows from back to front, each filled up to the width limit. */
function layOutRows(pieces: readonly Piece[], limit: number, gap: number): Block {
  const rows: Piece[][] = [];
  let used = Infinity;
  for (const one of pieces) {
    if (used + gap + one.width > limit) {
      rows.push([one]);
      used = one.width;
    } else {
      rows.at(-1)?.push(one);
      used += gap + one.width;
    }
  }
  const widthOf = (row: readonly Piece[]): number =>
    row.reduce((sum, one) => sum + one.width, gap * (row.length - 1));
  const depthOf = (row: readonly Piece[]): number => Math.max(...row.map((one) => one.depth));
  const depth = rows.reduce((sum, row) => sum + depthOf(row), gap * (rows.length - 1));
  return {
    width: Math.max(...rows.map(widthOf)),
    depth,
    place: (x, z) => {
      let back = z - depth / 2;
      for (const row of rows) {
        let left = x - widthOf(row) / 2;
        for (const one of row) {
          one.holder.position.set(left + one.width / 2, 0, back + depthOf(row) / 2);
          left += one.width + gap;
        }
        back += depthOf(row) + gap;
      }
    },
  };
}

/** The first piece on the left, all others in rows to its right. */
function beside(pieces: readonly Piece[], limit: number, gap: number): Block | undefined {
  const [first, ...rest] = pieces;
  if (!first || rest.length === 0) return undefined;
  const right = layOutRows(rest, limit, gap);
  const width = first.width + gap + right.width;
  return {
    width,
    depth: Math.max(first.depth, right.depth),
    place: (x, z) => {
      first.holder.position.set(x - width / 2 + first.width / 2, 0, z);
      right.place(x + width / 2 - right.width / 2, z);
    },
  };
}

/** Chooses the layout on the ground that best fills a 4:3 picture. */
export function layOut(objects: readonly Object3D[]): Group {
  const pieces = objects.map(piece);
  const widest = Math.max(...pieces.map((one) => one.width));
  const gap = Math.max(...pieces.map((one) => Math.max(one.width, one.depth))) * 0.07;
  const total = pieces.reduce((sum, one) => sum + one.width + gap, 0);
  const restWidest = Math.max(0, ...pieces.slice(1).map((one) => one.width));
  const candidates: Block[] = [];
  for (let step = 0; step <= 24; step += 1) {
    candidates.push(layOutRows(pieces, widest + ((total - widest) * step) / 24 + 1e-6, gap));
    const side = beside(pieces, restWidest + ((total - restWidest) * step) / 24 + 1e-6, gap);
    if (side) candidates.push(side);
  }
  const frame = (block: Block): number => Math.max(block.width / 4, block.depth / 3);
  candidates.sort((a, b) => frame(a) - frame(b));
  candidates[0]?.place(0, 0);
  const group = new Group();
  group.add(...pieces.map((one) => one.holder));
  return group;
}
