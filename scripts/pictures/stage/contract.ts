/** A picture to render in the page. */
export interface Shot {
  readonly product: string;
  readonly view: string;
  readonly width: number;
  readonly height: number;
  /** Passes averaged into one picture. More passes give smoother shadows and edges. */
  readonly passes: number;
}

export interface PictureStage {
  /** Ids of all products with a scene, in the order of the shop. */
  readonly products: readonly string[];
  /** Renders one picture. @returns a PNG data URL */
  render(shot: Shot): Promise<string>;
}

declare global {
  interface Window {
    pictureStage: PictureStage;
  }
}
