import type { NavigationState } from './navigation-progress.ts'
import { proxy } from '#src/lib/state.ts'
import { createNavigationProgress } from './navigation-progress.ts'

export const navigationState = proxy<NavigationState>({ phase: 'idle', progress: 0, isCovered: false })

/** The way to the next screen, of the whole app. */
export const navigation = createNavigationProgress(navigationState)
