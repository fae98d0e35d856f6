import { beforeEach, describe, expect, test } from 'vitest'
import {
  closePopovers,
  isBesidePopovers,
  isInKnownContainer,
  openPopover,
  SHELL_POPOVERS,
  shellPopovers,
  togglePopover,
} from '#src/app/layouts/shell-popover.tsx'

beforeEach(closePopovers)

/** An element whose ancestors match these selectors. */
function elementInside(...selectors: readonly string[]): Pick<Element, 'closest'> {
  return { closest: (selector: string) => (selector.split(', ').some((part) => selectors.includes(part)) ? {} : null) } as never
}

describe('popovers of the header', () => {
  test('are three, by their names', () => {
    expect(SHELL_POPOVERS).toEqual(['aiVideo', 'aiEffects', 'userMenu'])
  })

  test.each(SHELL_POPOVERS)('opening %s closes the others', (name) => {
    for (const other of SHELL_POPOVERS) {
      openPopover(other)
      openPopover(name)
      expect(shellPopovers.open).toBe(name)
    }
  })

  test('a second press closes the popover of the first one, and a press on another one switches', () => {
    togglePopover('aiVideo')
    togglePopover('aiEffects')
    expect(shellPopovers.open).toBe('aiEffects')
    togglePopover('aiEffects')
    expect(shellPopovers.open).toBeNull()
  })

  test('a press beside them closes, one in a trigger, its content, a toast or a dialog does not', () => {
    expect(isBesidePopovers(elementInside('main'))).toBe(true)
    expect(isBesidePopovers(elementInside('[data-shell-popover]'))).toBe(false)
    expect(isBesidePopovers(elementInside('dialog'))).toBe(false)
    expect(isBesidePopovers(elementInside('[data-sonner-toaster]'))).toBe(false)
    expect(isInKnownContainer(elementInside('[data-shell-popover]'))).toBe(false)
  })
})
