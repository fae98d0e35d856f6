import { proxy } from '#src/platform/state.ts'

export const advertisementState = proxy({ isOpen: false })

/** Shows the reel of sample videos over the screen. */
export function openAdvertisement(): void {
  advertisementState.isOpen = true
}

export function closeAdvertisement(): void {
  advertisementState.isOpen = false
}
