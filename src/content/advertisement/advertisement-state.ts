import { proxy } from '#src/platform/state.ts'

export const advertisementState = proxy({ isOpen: false })

/** Opens the advertisement. */
export function openAdvertisement(): void {
  advertisementState.isOpen = true
}

export function closeAdvertisement(): void {
  advertisementState.isOpen = false
}
