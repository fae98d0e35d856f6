import { takeInstallQuestion } from '#src/platform/early-install-question.ts'
import { proxy } from '#src/platform/state.ts'

/** By the browser's own question, by hand where it has none, or not at all: it is installed, or can't be. */
export type InstallWay = 'none' | 'question' | 'by-hand'

/** Not in the type library. */
export interface InstallQuestion extends Event {
  readonly prompt: () => Promise<unknown>
}

interface InstallDeps {
  readonly listen: (name: 'beforeinstallprompt' | 'appinstalled', hear: (event: Event) => void) => void
  /** The question that came before anybody listened here. */
  readonly takeEarlyQuestion: () => Event | null
}

export function createInstall({ listen, takeEarlyQuestion }: InstallDeps) {
  const installState = proxy<{ way: InstallWay; isTellingHow: boolean }>({ way: 'none', isTellingHow: false })
  let question: InstallQuestion | null = null

  function hold(next: InstallQuestion | null): void {
    question = next
    installState.way = next === null ? 'none' : 'question'
  }

  /** Keeps the browser's question for when the person wants it. Rule: docs/offline.md, "Installing". */
  function followInstall(browser: { readonly standalone?: boolean } = navigator as { readonly standalone?: boolean }): void {
    const early = takeEarlyQuestion()
    if (early !== null) hold(early as InstallQuestion)
    listen('beforeinstallprompt', (event) => {
      event.preventDefault()
      hold(event as InstallQuestion)
    })
    listen('appinstalled', () => hold(null))
    // Only Safari on phones and tablets knows this property; it installs by its share button alone.
    if (browser.standalone === false) installState.way = 'by-hand'
  }

  /** Asks, once: the browser gives another question where the answer was no. Where it has none, the steps by hand are shown. */
  async function installApp(): Promise<void> {
    if (installState.way === 'by-hand') {
      installState.isTellingHow = true
      return
    }
    const asked = question
    hold(null)
    await asked?.prompt()
  }

  return { installState, followInstall, installApp }
}

export const { installState, followInstall, installApp } = createInstall({
  listen: (name, hear) => addEventListener(name, hear),
  takeEarlyQuestion: takeInstallQuestion,
})

export function closeInstallSteps(): void {
  installState.isTellingHow = false
}
