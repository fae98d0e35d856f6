interface ToastPlaces {
  /** The place for a toast: a new one, or that of the toast that stands under its id. */
  readonly take: (id: string | undefined) => number
  /** The place is free, and so is the id that stood there. */
  readonly leave: (place: number) => void
  readonly placeOf: (id: string) => number | undefined
  readonly clear: () => void
}

/** Where toasts stand, one per id. A place is never given twice, because one that is left may still be fading. */
export function createToastPlaces(): ToastPlaces {
  const places = new Map<string, number>()
  let last = 0
  return {
    take(id) {
      const place = (id === undefined ? undefined : places.get(id)) ?? ++last
      if (id !== undefined) places.set(id, place)
      return place
    },
    leave(left) {
      for (const [id, place] of places) if (place === left) places.delete(id)
    },
    placeOf: (id) => places.get(id),
    clear: () => places.clear(),
  }
}
