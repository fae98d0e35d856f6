import { readInstallQuestion } from '#src/offline/early-install-question.ts'
import { proxy } from '#src/store/state.ts'

/** How the app can be installed: by the browser's prompt, manually, or not at all because it is installed or unsupported. */
export type InstallMethod = 'none' | 'question' | 'by-hand'

/** TypeScript's library lacks this type. */
export interface InstallQuestion extends Event {
  readonly prompt: () => Promise<unknown>
}

interface InstallDeps {
  readonly listen: (name: 'beforeinstallprompt' | 'appinstalled', listener: (event: Event) => void) => void
  /** A prompt event from before this module was loaded. */
  readonly readEarlyQuestion: () => Event | null
}

export function createInstall({ listen, readEarlyQuestion }: InstallDeps) {
  const installState = proxy<{ method: InstallMethod; isTellingHow: boolean }>({ method: 'none', isTellingHow: false })
  let question: InstallQuestion | null = null

  function storePrompt(next: InstallQuestion | null): void {
    question = next
    installState.method = next === null ? 'none' : 'question'
  }

  /** Stores the browser's install prompt until the user requests it. Rule: docs/offline.md, "Installing". */
  function followInstall(browser: { readonly standalone?: boolean } = navigator as { readonly standalone?: boolean }): void {
    const early = readEarlyQuestion()
    if (early !== null) storePrompt(early as InstallQuestion)
    listen('beforeinstallprompt', (event) => {
      event.preventDefault()
      storePrompt(event as InstallQuestion)
    })
    listen('appinstalled', () => storePrompt(null))
    // Only Safari on phones and tablets has this property. It installs by its share menu.
    if (browser.standalone === false) installState.method = 'by-hand'
  }

  /** Shows the prompt once: the browser fires another event after a refusal. Without a prompt, shows manual steps. */
  async function installApp(): Promise<void> {
    if (installState.method === 'by-hand') {
      installState.isTellingHow = true
      return
    }
    const shownPrompt = question
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
  installState.isTellingHow = false
}
