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
function inside(...parts: readonly string[]): Pick<Element, 'closest'> {
  return { closest: (selector: string) => (selector.split(', ').some((part) => parts.includes(part)) ? {} : null) } as never
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
    expect(isBesidePopovers(inside('main'))).toBe(true)
    expect(isBesidePopovers(inside('[data-shell-popover]'))).toBe(false)
    expect(isBesidePopovers(inside('dialog'))).toBe(false)
    expect(isBesidePopovers(inside('[data-sonner-toaster]'))).toBe(false)
    expect(isInKnownContainer(inside('[data-shell-popover]'))).toBe(false)
  })
})
