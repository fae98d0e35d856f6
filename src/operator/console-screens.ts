import { ROUTES } from '#shared/domain/screens.ts'

/** The screens of the console that stand in its navigation, by the first part of their address. */
export const CONSOLE_SCREENS = ['inbox', 'look-up', 'promotions', 'health', 'record'] as const
type ConsoleScreen = (typeof CONSOLE_SCREENS)[number] | 'person'

const BASE = ROUTES.operatorPart.slice(0, -1)

export function consolePath(screen: ConsoleScreen, id?: string): string {
  return BASE + screen + (id === undefined ? '' : `/${id}`)
}

/** The screen of an address, and whom it is about; undefined where there is none. */
export function consoleScreenOf(path: string): { readonly screen: ConsoleScreen; readonly id: string } | undefined {
  const [name, id = '', ...rest] = path.slice(BASE.length).replace(/\/$/, '').split('/')
  const screen = [...CONSOLE_SCREENS, 'person' as const].find((one) => one === name)
  if (screen === undefined || rest.length > 0 || (screen === 'person') !== /^[\w-]+$/.test(id)) return undefined
  return { screen, id }
}
