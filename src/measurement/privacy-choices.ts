import type { AppInfo } from '#shared/api/app-info.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { type InfoDeps, requestAppInfo } from '#src/hub-client/app-info.ts'
import { readLocal, writeLocal } from '#src/store/local-values.ts'
import { preferences } from '#src/store/preferences.ts'

/** How long the settings wait for the server's first answer, in ms. A later answer has an effect from the next visit on. */
export const FIRST_ANSWER_LIMIT_MS = 1000

const ALL_CHOICES = ['usageConsent', 'attributionConsent', 'errorReports'] as const

export type PrivacyChoice = (typeof ALL_CHOICES)[number]

type Trackers = Pick<AppInfo, 'hasUsageTracker' | 'gtagId' | 'app_key'>

/** Whether this server tracks usage, itself or through Google. */
export function isUsageTracked({ hasUsageTracker, gtagId }: Pick<Trackers, 'hasUsageTracker' | 'gtagId'>): boolean {
  return hasUsageTracker || gtagId !== null
}

/** Whether this server has attribution. Its SDK works with https only. */
export function isAttributionOn({ app_key }: Pick<Trackers, 'app_key'>, isSecure: boolean): boolean {
  return app_key !== null && isSecure
}

/** The privacy choices that have an effect on this server. Rule: docs/measurement.md, "Usage". */
export function choicesOf(trackers: Trackers, isSecure: boolean): readonly PrivacyChoice[] {
  const hasEffect = { usageConsent: isUsageTracked(trackers), attributionConsent: isAttributionOn(trackers, isSecure), errorReports: true }
  return ALL_CHOICES.filter((name) => hasEffect[name])
}

/**
 * The choices to show: those that had an effect at the server's last answer, and those that the user has granted. All choices while
 * no answer is known.
 */
export function knownChoices(): readonly PrivacyChoice[] {
  const storedChoices = readLocal(LOCAL_KEYS.privacyChoices)?.split(' ')
  return ALL_CHOICES.filter((name) => storedChoices === undefined || storedChoices.includes(name) || preferences[name] === 'granted')
}

/** Loads the choices that have an effect before the settings are shown. Only the first visit of a browser waits for that. */
export async function learnChoices(deps: InfoDeps = { requestAppInfo }, isSecure = location.protocol === 'https:'): Promise<void> {
  const choicesStored = storeServerChoices(deps, isSecure)
  if (readLocal(LOCAL_KEYS.privacyChoices) !== null) return
  await Promise.race([choicesStored, new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_LIMIT_MS))])
}

async function storeServerChoices(deps: InfoDeps, isSecure: boolean): Promise<void> {
  const info = await deps.requestAppInfo()
  if (info !== undefined) writeLocal(LOCAL_KEYS.privacyChoices, choicesOf(info, isSecure).join(' '))
}
