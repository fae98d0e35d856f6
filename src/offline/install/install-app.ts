import { readInstallQuestion } from '#src/offline/early-install-question.ts'
import { proxy } from '#src/store/state.ts'

/**
 * How the app can be installed: by the browser's prompt, by hand, or not at all (it is installed already, or the browser can't).
 */
export type InstallMethod = 'none' | 'question' | 'by-hand'

/** The event `beforeinstallprompt`. TypeScript's library lacks its type. */
export interface InstallQuestion extends Event {
  readonly prompt: () => Promise<unknown>
}

interface InstallDeps {
  readonly listen: (name: 'beforeinstallprompt' | 'appinstalled', listener: (event: Event) => void) => void
  /** Returns the prompt event that was fired before this module was loaded; null if there was none. */
  readonly readEarlyQuestion: () => Event | null
}

export function createInstall({ listen, readEarlyQuestion }: InstallDeps) {
  const installState = proxy<{ method: InstallMethod; isShowingSteps: boolean }>({ method: 'none', isShowingSteps: false })
  let promptEvent: InstallQuestion | null = null

  function storePrompt(event: InstallQuestion | null): void {
    promptEvent = event
    installState.method = event === null ? 'none' : 'question'
  }

  /** Stores the browser's install prompt until the user asks for it. Rule: docs/offline.md, "Installing". */
  function followInstall(browser: { readonly standalone?: boolean } = navigator as { readonly standalone?: boolean }): void {
    const earlyEvent = readEarlyQuestion()
    if (earlyEvent !== null) storePrompt(earlyEvent as InstallQuestion)
    listen('beforeinstallprompt', (event) => {
      event.preventDefault()
      storePrompt(event as InstallQuestion)
    })
    listen('appinstalled', () => storePrompt(null))
    // Only Safari on phones and tablets has this property. Its users install the app with the share menu.
    if (browser.standalone === false) installState.method = 'by-hand'
  }

  /**
   * Shows the browser's install prompt, or the steps by hand where there is none. A prompt can be shown once; after a refusal, the
   * browser fires a new event.
   */
  async function installApp(): Promise<void> {
    if (installState.method === 'by-hand') {
      installState.isShowingSteps = true
      return
    }
    const shownPrompt = promptEvent
    storePrompt(null)
    await shownPrompt?.prompt()
  }

  return { installState, followInstall, installApp }
}

export const { installState, followInstall, installApp } = createInstall({
  listen: (name, listener) => addEventListener(name, listener),
  readEarlyQuestion: readInstallQuestion,
})

export function closeInstallSteps(): void {
  installState.isShowingSteps = false
}
