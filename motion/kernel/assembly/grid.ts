/** Output pixels between two grid nodes, along both axes. */
export const CELL: i32 = 8
export const CELL_BITS: i32 = 3
