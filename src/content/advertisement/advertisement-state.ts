import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { writeLocal } from '#src/store/local-values.ts'
import { proxy } from '#src/store/state.ts'

export const advertisementState = proxy({ isOpen: false })

/** Opens the advertisement, and stores when it was opened. */
export function openAdvertisement(): void {
  writeLocal(LOCAL_KEYS.advertisementShownAt, String(Date.now()))
  advertisementState.isOpen = true
}

export function closeAdvertisement(): void {
  advertisementState.isOpen = false
}
