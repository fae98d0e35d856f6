import '#src/design/styles/tokens.css'
import { page, userEvent } from 'vitest/browser'
import { afterEach, expect, test, vi } from 'vitest'
import { fail } from '#shared/result.ts'
import { ExportSection } from '#src/account/settings/privacy-and-export.tsx'
import { endToasts } from '#src/design/toast.ts'
import { api } from '#src/hub-client/api.ts'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { setPage, renderNode } from './on-page.ts'

setTexts()
afterEach(async () => {
  await endToasts()
  setPage('')
  vi.restoreAllMocks()
})

test('the error of an export disappears when the next try begins', async () => {
  const call = vi.spyOn(api, 'call').mockResolvedValueOnce(fail({ code: 'H5000', retry: 'later' }))
  call.mockReturnValueOnce(new Promise(() => undefined))
  renderNode(<ExportSection />)
  const button = page.getByRole('button', { name: 'account.export' })
  await button.click()
  await expect.element(page.getByText('account.failed')).toBeInTheDocument()
  // In a low window, the toast covers the button, so the test presses the button with a key.
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('account.failed')).not.toBeInTheDocument()
  expect(call).toHaveBeenCalledTimes(2)
})
