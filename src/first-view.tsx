import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { matchRoute } from '#shared/domain/screens.ts'
import { App } from '#src/app/app.tsx'
import { SCREEN_COMPONENTS } from '#src/app/screen-components.ts'
import { startTexts } from './i18n/i18n.ts'
import { loadPart } from './loading/lazy-part.ts'

export { PRELOADED_TILES } from '#shared/domain/gallery-rules.ts'

let textsLoading: Promise<boolean> | undefined

/**
 * The HTML of the screen at the current address, as a new visitor sees it. It is created at build time and served by the server.
 */
export async function drawFirstView(): Promise<string> {
  const route = matchRoute(location.pathname)
  if (route === undefined) throw new Error(`There is no screen at ${location.pathname}.`)
  // `startTexts` is called once, because another call would drop the texts that other screens have loaded.
  textsLoading ??= startTexts()
  if (!(await textsLoading)) throw new Error('There are no texts.')
  await loadPart(SCREEN_COMPONENTS[route])
  const { prelude } = await prerender(
    <StrictMode>
      <App />
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: throwError },
  )
  return new Response(prelude).text()
}

function throwError(error: unknown): never {
  throw error
}
