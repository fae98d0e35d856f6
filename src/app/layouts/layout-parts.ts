import type { LayoutName } from '#src/app/screen-look.ts'

interface LayoutParts {
  readonly header: 'full' | 'plain' | 'none'
  readonly hasToolSwitch: boolean
  readonly hasFooter: boolean
  readonly hasBottomBar: boolean
}

/** What stands around a screen. Rule: docs/rules.md, "Layouts". */
export const LAYOUT_PARTS: Record<LayoutName, LayoutParts> = {
  default: { header: 'full', hasToolSwitch: false, hasFooter: true, hasBottomBar: true },
  home: { header: 'full', hasToolSwitch: false, hasFooter: false, hasBottomBar: true },
  tools: { header: 'full', hasToolSwitch: true, hasFooter: false, hasBottomBar: true },
  'no-login': { header: 'plain', hasToolSwitch: false, hasFooter: false, hasBottomBar: false },
  pure: { header: 'plain', hasToolSwitch: false, hasFooter: false, hasBottomBar: false },
  none: { header: 'none', hasToolSwitch: false, hasFooter: false, hasBottomBar: false },
}
