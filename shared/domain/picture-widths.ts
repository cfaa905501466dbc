/** Widths of the AVIF files of each picture, in pixels, ascending. */
export const PICTURE_WIDTHS: readonly number[] = [480, 960, 1600];
