import type { TrackEvent } from '#shared/api/track.ts'
import { MAX_TRACK_FIELDS, MAX_TRACK_VALUE_LENGTH } from '#shared/domain/measurement-rules.ts'
import type { TrackedScreen } from './page-view.ts'

const SCRIPT_URL = 'https://www.googletagmanager.com/gtag/js'
/** How long Google's script waits for a consent command, in ms. */
const WAIT_FOR_UPDATE_MS = 500
const DENIED_CONSENT = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' } as const

export interface GtagPage {
  /** Sends a command to Google's script. */
  readonly push: (...command: readonly unknown[]) => void
  readonly loadScript: (src: string) => void
  /** Sets Google's opt-out flag for the Analytics property `id`. */
  readonly setDisabled: (isDisabled: boolean) => void
  readonly removeCookies: () => void
  readonly now: () => Date
}

export interface Gtag {
  /** Sends the user's consent to Google. The first call also loads the script, which starts with all consent denied. */
  readonly grant: (screen: TrackedScreen) => void
  /** Sets the screen that belongs to all further events, including Google's own. */
  readonly setCurrentScreen: (screen: TrackedScreen) => void
  readonly sendEvent: (name: string, fields: TrackEvent['fields']) => void
  /** Sends the withdrawal of the consent to Google, and deletes Google's cookies. */
  readonly withdraw: () => void
}

/** Google Analytics, used only with the user's consent. Advertising is always denied. Rule: docs/measurement.md, "Usage". */
export function createGtag(id: string, page: GtagPage): Gtag {
  let isLoaded = false
  let isGranted = false
  let sentScreen = ''

  function sendScreen(screen: TrackedScreen): void {
    const screenText = JSON.stringify(screen)
    if (screenText !== sentScreen) page.push('set', toFields(screen))
    sentScreen = screenText
  }

  function loadScript(screen: TrackedScreen): void {
    isLoaded = true
    page.push('consent', 'default', { ...DENIED_CONSENT, wait_for_update: WAIT_FOR_UPDATE_MS })
    page.push('js', page.now())
    sendScreen(screen)
    page.push('config', id, { send_page_view: false })
    page.loadScript(`${SCRIPT_URL}?id=${encodeURIComponent(id)}`)
  }

  return {
    grant(screen) {
      if (!isLoaded) loadScript(screen)
      sendScreen(screen)
      isGranted = true
      page.setDisabled(false)
      page.push('consent', 'update', { ...DENIED_CONSENT, analytics_storage: 'granted' })
    },
    setCurrentScreen(screen) {
      if (isGranted) sendScreen(screen)
    },
    sendEvent(name, fields) {
      if (isGranted) page.push('event', name, fields)
    },
    withdraw() {
      if (!isGranted) return
      isGranted = false
      page.push('consent', 'update', DENIED_CONSENT)
      page.setDisabled(true)
      page.removeCookies()
    },
  }
}

type Fields = TrackEvent['fields']
type Value = Fields[string]

/** The fields of an event as they are sent: texts are shortened and have no NUL, and there are at most MAX_TRACK_FIELDS. */
export function toFields(payload: object): Fields {
  const fields = Object.entries(payload as Readonly<Record<string, Value>>).map(([name, value]) => [name, toValue(value)] as const)
  return Object.fromEntries(fields.slice(0, MAX_TRACK_FIELDS))
}

/** The fields that Google receives. The prompt is removed, because it is the user's text. */
export function toGtagFields(payload: object): Fields {
  const { prompt: _, ...otherFields } = toFields(payload)
  return otherFields
}

function toValue(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, MAX_TRACK_VALUE_LENGTH) : value
}
