/** A number in 0..1 that depends on three whole numbers alone; neighbours have nothing in common. */
export function chance(seed: number, index: number, turn: number): number {
  let mixed = Math.imul(seed ^ Math.imul(index + 0x9e37, 0x85eb_ca6b), 0xc2b2_ae35)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed ^ Math.imul(turn + 0x79b9, 0x27d4_eb2f), 0x1656_67b1)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0x85eb_ca6b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}
