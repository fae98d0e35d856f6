import { ID_MAX_LENGTH } from '#shared/domain/operator-rules.ts'
import { dateAndTime, isoTime } from '#shared/domain/relative-time.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import styles from './console.module.css'

export function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className={styles['part']} aria-label={title}>
      <h3 className={styles['partTitle']}>{title}</h3>
      {children}
    </section>
  )
}

export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: React.ReactNode])[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Moment({ atMs }: { readonly atMs: number }) {
  return <time dateTime={isoTime(atMs)}>{dateAndTime(atMs)}</time>
}

/** The screens in the console's navigation. Each name is the first part of the screen's address. */
export const CONSOLE_SCREENS = ['inbox', 'look-up', 'promotions', 'health', 'record'] as const

type ConsoleScreen = (typeof CONSOLE_SCREENS)[number] | 'person'

const BASE_PATH = ROUTES.operatorPart.slice(0, -1)

export function consolePath(screen: ConsoleScreen, id?: string): string {
  return BASE_PATH + screen + (id === undefined ? '' : `/${id}`)
}

/** The screen of an address, and the id in it; undefined for an unknown address. */
export function consoleScreenOf(path: string): { readonly screen: ConsoleScreen; readonly id: string } | undefined {
  const [name, id = '', ...otherSegments] = path.slice(BASE_PATH.length).replace(/\/$/, '').split('/')
  const screen = [...CONSOLE_SCREENS, 'person' as const].find((screenName) => screenName === name)
  if (screen === undefined || otherSegments.length > 0 || (screen === 'person') !== new RegExp(`^[\\w-]{1,${ID_MAX_LENGTH}}$`).test(id))
    return undefined
  return { screen, id }
}
