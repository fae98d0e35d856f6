import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hubState } from '#src/store/state.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'

startAsFirstVisit()

const SCREENS = ['/video-effects', '/resource']

test.each(SCREENS)('%s names the server, not the network, if only the server is away', async (path) => {
  hubState.connection = { isOnline: false }
  await renderScreen(path)
  const note = page.getByRole('alert')
  await expect.element(note).toHaveTextContent("The server didn't respond. Try again in a moment.")
  await expect.element(note).not.toHaveTextContent("You're offline")
})

test.each(SCREENS)('%s says that the user is offline as soon as the browser has no network', async (path) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderScreen(path)
  await expect.element(page.getByRole('alert')).toHaveTextContent("You're offline, ")
  await expect.element(page.getByRole('alert')).not.toHaveTextContent("couldn't load this. ")
})
