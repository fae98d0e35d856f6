import type { Theme } from '#src/platform/color-mode.ts'

/** 'none' is a bare page: the payment results, which also stand in a frame. */
export type LayoutName = 'default' | 'home' | 'no-login' | 'pure' | 'tools' | 'none'

/** How a screen is framed. */
export interface ScreenLook {
  readonly layout: LayoutName
  /** A screen that only works in one theme names it. */
  readonly theme?: Theme
  /** Only the payment results. */
  readonly hasDeepBackdrop?: true
}
