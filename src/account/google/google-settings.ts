import { readAppInfo } from '#src/platform/app-info.ts'
import { addTexts } from '#src/platform/i18n.ts'
import { keepTrying } from '#src/platform/retry.ts'
import { proxy } from '#src/platform/state.ts'

export interface GoogleSettings {
  readonly clientId: string
  readonly gisSrc: string
}

/** Undefined until the server has answered; null where Google sign-in is off. */
export const googleState = proxy<{ settings: GoogleSettings | null | undefined }>({ settings: undefined })

let asked: Promise<GoogleSettings | null> | undefined

/** Retries until the server has answered whether Google sign-in is on; loads its texts, too. */
export function loadGoogleSettings(): Promise<GoogleSettings | null> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<GoogleSettings | null> {
  let settings: GoogleSettings | null = null
  await keepTrying(async () => {
    const info = await readAppInfo()
    if (info === undefined) return false
    const { googleClientId, gisSrc } = info
    settings = googleClientId === null || gisSrc === null ? null : { clientId: googleClientId, gisSrc }
    return settings === null || addTexts('google')
  })
  googleState.settings = settings
  return settings
}
