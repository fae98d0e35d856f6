/** Stores a cell's eight pixels, or as many as fit into the rest of the row, in bytes. */
export function storeCell(target: usize, roomBytes: i32, first: v128, second: v128): void {
  if (roomBytes >= 32) {
    v128.store(target, first)
    v128.store(target, second, 16)
    return
  }
  let remaining = first
  if (roomBytes >= 16) {
    v128.store(target, first)
    remaining = second
    target += 16
    roomBytes -= 16
  }
  if (roomBytes >= 8) {
    v128.store64_lane(target, remaining, 0)
    remaining = v128.shuffle<i64>(remaining, remaining, 1, 1)
    target += 8
    roomBytes -= 8
  }
  if (roomBytes >= 4) v128.store32_lane(target, remaining, 0)
}
