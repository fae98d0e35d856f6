/** What can be seen without knowing what things are. */
export interface PictureFacts {
  /** Width by height. */
  readonly ratio: number
  /** Mean luma, 0..1. */
  readonly brightness: number
  /** Spread of the luma, 0..0.5. */
  readonly contrast: number
  /** Mean of red less blue, -1..1. */
  readonly warmth: number
  /** Mean distance of the colours from grey, 0..1. */
  readonly saturation: number
  /** Share of the points that are bright as lamps, 0..1. */
  readonly lamps: number
  /** How far down a calm upper part meets a busier or darker lower one, 0..1; null where nothing does. */
  readonly horizon: number | null
  /** Where most detail is, each -0.5..0.5 of the sides, and how much of it is there, 0..1. */
  readonly subject: { readonly x: number; readonly y: number; readonly weight: number }
}

/** Pixels seen from afar, as luma alone. */
export interface LumaGrid {
  readonly width: number
  readonly height: number
  readonly luma: Float32Array
}
