import type { GisWindow, GoogleIdApi, GoogleOauthApi } from '#src/account/google/google-services.ts'

/** A fake document that records the added script tags, and a window in which a test sets Google's objects. */
export function fakePage() {
  const tags: { src: string; isThere: boolean; fail: () => void }[] = []
  const window: { google?: NonNullable<GisWindow['google']> } = {}
  function createElement() {
    let onError: () => void = () => undefined
    const tag = { src: '', async: false, isThere: false, fail: () => onError() }
    return Object.assign(tag, {
      addEventListener: (_name: string, listener: () => void) => (onError = listener),
      remove: () => (tag.isThere = false),
    })
  }
  const head = {
    append(tag: (typeof tags)[number]) {
      tag.isThere = true
      tags.push(tag)
    },
  }
  return { document: { createElement, head } as unknown as Document, window, tags }
}

export const idApi: GoogleIdApi = {
  initialize: () => undefined,
  prompt: () => undefined,
  renderButton: () => undefined,
  cancel: () => undefined,
}

/** A fake of Google's OAuth client. It stores the configurations and counts the opened popups. */
export function fakeOauth() {
  const configs: google.accounts.oauth2.CodeClientConfig[] = []
  const popups = { openCount: 0, isBroken: false }
  const api: GoogleOauthApi = {
    initCodeClient(config) {
      configs.push(config)
      return {
        requestCode() {
          popups.openCount += 1
          if (popups.isBroken) throw new Error('no window')
        },
      }
    },
  }
  return {
    api,
    configs,
    popups,
    answer: (response: Partial<google.accounts.oauth2.CodeResponse>) =>
      configs.at(-1)?.callback?.(response as google.accounts.oauth2.CodeResponse),
    fail: (type: google.accounts.oauth2.ClientConfigError['type']) =>
      configs.at(-1)?.error_callback?.(Object.assign(new Error(type), { type })),
  }
}
