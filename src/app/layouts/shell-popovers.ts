import { proxy } from '#src/platform/state.ts'

/** The header's popovers; at most one of them is open. Rule: docs/platform.md, "Popovers". */
export const SHELL_POPOVERS = ['aiVideo', 'aiEffects', 'userMenu'] as const
export type ShellPopoverName = (typeof SHELL_POPOVERS)[number]

/** What lies over the page for a while and belongs to no popover: a press in it closes none. */
const KNOWN_CONTAINERS = 'dialog, [data-sonner-toaster]'
/** A trigger together with its content. */
export const POPOVER_PLACE = 'data-shell-popover'

export const shellPopovers = proxy<{ open: ShellPopoverName | null }>({ open: null })

/** Opens one and with that closes the others, or closes the one that is open. */
export function togglePopover(name: ShellPopoverName): void {
  shellPopovers.open = shellPopovers.open === name ? null : name
}

export function openPopover(name: ShellPopoverName): void {
  shellPopovers.open = name
}

export function closePopovers(): void {
  shellPopovers.open = null
}

/** Whether this is in one of the layers that leave popovers as they are. */
export function isInKnownContainer(target: Pick<Element, 'closest'>): boolean {
  return target.closest(KNOWN_CONTAINERS) !== null
}

/** Whether a press there is a press beside every popover. */
export function isBesidePopovers(target: Pick<Element, 'closest'>): boolean {
  return target.closest(`[${POPOVER_PLACE}]`) === null && !isInKnownContainer(target)
}
