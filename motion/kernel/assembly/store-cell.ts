/** Stores a cell's eight pixels, or as many as fit into the rest of the row, in bytes. */
export function storeCell(target: usize, room: i32, first: v128, second: v128): void {
  if (room >= 32) {
    v128.store(target, first)
    v128.store(target, second, 16)
    return
  }
  let rest = first
  if (room >= 16) {
    v128.store(target, first)
    rest = second
    target += 16
    room -= 16
  }
  if (room >= 8) {
    v128.store64_lane(target, rest, 0)
    rest = v128.shuffle<i64>(rest, rest, 1, 1)
    target += 8
    room -= 8
  }
  if (room >= 4) v128.store32_lane(target, rest, 0)
}
