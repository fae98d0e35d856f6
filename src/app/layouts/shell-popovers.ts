import { proxy } from '#src/platform/state.ts'

/** The header's popovers, of which at most one is open. Rule: docs/platform.md, "Popovers". */
export const SHELL_POPOVERS = ['aiVideo', 'aiEffects', 'userMenu'] as const
export type ShellPopoverName = (typeof SHELL_POPOVERS)[number]

/** Temporary layers that belong to no popover: a press in them closes none. */
const KNOWN_CONTAINERS = 'dialog, [data-sonner-toaster]'
/** Marks a trigger together with its content. */
export const POPOVER_PLACE = 'data-shell-popover'

export const shellPopovers = proxy<{ open: ShellPopoverName | null }>({ open: null })

/** Toggles a popover; opening one closes the others. */
export function togglePopover(name: ShellPopoverName): void {
  shellPopovers.open = shellPopovers.open === name ? null : name
}

export function openPopover(name: ShellPopoverName): void {
  shellPopovers.open = name
}

export function closePopovers(): void {
  shellPopovers.open = null
}

/** Whether the target is in one of those layers. */
export function isInKnownContainer(target: Pick<Element, 'closest'>): boolean {
  return target.closest(KNOWN_CONTAINERS) !== null
}

/** Whether a press on the target is outside of every popover. */
export function isBesidePopovers(target: Pick<Element, 'closest'>): boolean {
  return target.closest(`[${POPOVER_PLACE}]`) === null && !isInKnownContainer(target)
}
