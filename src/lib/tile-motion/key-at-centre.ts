/** The tile with a video whose middle is nearest to the middle of the window; null where none is in sight. */
export function keyAtCentre(place: ParentNode, width: number, height: number): string | null {
  let nearest: { readonly key: string; readonly distance: number } | null = null
  for (const tile of place.querySelectorAll<HTMLElement>('[data-video]')) {
    const box = tile.getBoundingClientRect()
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    const distance = Math.hypot(x - width / 2, y - height / 2)
    const isInSight = y > 0 && y < height && x > 0 && x < width
    if (isInSight && (nearest === null || distance < nearest.distance)) nearest = { key: tile.dataset['video'] ?? '', distance }
  }
  return nearest?.key ?? null
}
