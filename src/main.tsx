import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#src/app/app.tsx'
import { updateState } from '#src/app/update-state.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { followFinishNotices } from '#src/features/tasks/finish-notices.ts'
import { followSourcePictures } from '#src/features/tasks/source-pictures.ts'
import { followTheme } from '#src/lib/color-mode.ts'
import { mirrorHub } from '#src/lib/hub-mirror.ts'
import { addTexts, startTexts } from '#src/lib/i18n.ts'
import { followOtherTabs } from '#src/lib/preferences.ts'
import '#src/styles/tokens.css'
import '#src/styles/base.css'

const RETRY_TEXTS_MS = 3000

function render(): void {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('The page has no root element.')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

async function startHub(): Promise<void> {
  mirrorHub()
  followSourcePictures()
  followFinishNotices()
  const { introduceVisitor } = await import('#src/lib/api.ts')
  await introduceVisitor()
  await hub.start().catch((error: unknown) => console.warn('The hub did not start yet.', error))
}

async function boot(): Promise<void> {
  followTheme()
  followOtherTabs()
  void startHub()
  const hasTexts = await startTexts()
  render()
  await addTexts('errors')
  if (!hasTexts) setTimeout(() => void addTexts('common'), RETRY_TEXTS_MS)
  const { startServiceWorker } = await import('#src/bridge/sw-client.ts')
  await startServiceWorker({ onUpdateReady: () => Object.assign(updateState, { isReady: true }) })
}

void boot()
