/** Where a node of the frame looks, in picture heights from the picture's middle, y down. Benders move it. */
export interface Place {
  x: number
  y: number
}

/** What a movement knows when a frame is drawn. */
export interface BendMoment {
  /** Since the first frame. */
  readonly seconds: number
  readonly strength: number
  /** 0 to below 1; decides what is left to chance. */
  readonly chance: number
  /** Width of the picture divided by its height. */
  readonly aspect: number
}

/** Prepares a frame's movement once; what it returns is called for every node. Strength 0 must leave every place as it is. */
export type Bender = (moment: BendMoment) => (place: Place) => void
