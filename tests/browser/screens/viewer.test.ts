import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getEffects } from '#shared/api/templates.ts'
import { setPreference } from '#src/store/preferences.ts'
import { template } from '../../fixtures/page/template-builder.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { answer } from '../fixtures/script-api.ts'
import { axeFaults, untilStill } from '../fixtures/screen-tools.ts'

const PICTURE = { firstImageUrl: '/icons/icon-512.png', srcImage: ['/icons/icon-512.png'], movieUrl: null, videoDownloadUrl: null }
const MORE_THAN_ALL_CONTROLS = 25

startAsFirstVisit()

test('it works by keyboard alone, and axe finds nothing in it in either theme', async () => {
  const items = ['Rain', 'Snow', 'Fog'].map((name) => template(name, PICTURE))
  answer(getEffects, () => ({ data: items, totalSize: items.length }))
  await renderScreen('/video-effects')
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('heading', { level: 2 })
  const tile = () => document.querySelector<HTMLElement>('[data-viewer-item]')
  await expect.poll(tile).not.toBeNull()
  tile()?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(title).toHaveTextContent('Rain')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(title).toHaveTextContent('Snow')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(title).toHaveTextContent('Rain')
  for (let press = 0; press < MORE_THAN_ALL_CONTROLS; press += 1) {
    await userEvent.tab()
    expect(document.activeElement === document.body || document.activeElement?.closest('dialog')).toBeTruthy()
  }
  dialog.element().focus()
  await userEvent.keyboard('i')
  await expect.element(title).not.toBeInTheDocument()
  await userEvent.keyboard('i')
  await expect.element(title).toBeVisible()
  await userEvent.keyboard('?')
  const list = page.getByRole('region', { name: 'Keyboard shortcuts' })
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  for (const theme of ['dark', 'light'] as const) {
    setPreference('colorMode', theme)
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme)
    await untilStill()
    expect([theme, ...(await axeFaults('dialog[open]', theme === 'dark' ? 'all' : 'contrast'))]).toEqual([theme])
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(tile())
})
