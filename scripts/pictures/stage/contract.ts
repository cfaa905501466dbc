/** What the page offers to the command that drives it. */
export interface Shot {
  readonly product: string;
  readonly view: string;
  readonly width: number;
  readonly height: number;
  /** Passes averaged into one picture: more passes, smoother shadows and edges. */
  readonly passes: number;
}

export interface PictureStage {
  /** Every product that has a scene, in the order of the shop. */
  readonly products: readonly string[];
  /** Renders one picture and returns it as a PNG data address. */
  render(shot: Shot): Promise<string>;
}

declare global {
  interface Window {
    pictureStage: PictureStage;
  }
}
