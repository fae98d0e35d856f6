import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Result, ok } from '#shared/result.ts'
import { CancelDialog, useCancellation } from '#src/billing/cancel-dialog.tsx'
import { RefundSection } from '#src/billing/refunds/refund-section.tsx'
import { api } from '#src/hub-client/api.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { addTexts, startTexts } from '#src/i18n/i18n.ts'
import { useState } from 'react'
import { setPage, renderNode } from './on-page.ts'
import '#src/design/styles/tokens.css'

const pendingAnswers: ((answer: Result<never>) => void)[] = []
const onChange = vi.fn()

beforeAll(async () => {
  await startTexts()
  await Promise.all([addTexts('billing'), addTexts('plan'), addTexts('errors')])
})

beforeEach(() => {
  vi.spyOn(hub.api, 'refreshAccount').mockResolvedValue({ ok: false, error: { code: '40001', retry: 'later' } })
  vi.spyOn(api, 'call').mockImplementation(async ({ path }) => {
    if (path !== '/payment/refund' && path !== '/sku/payment/unsubscribe') return { ok: false, error: { code: '40001', retry: 'later' } }
    return new Promise((resolve) => pendingAnswers.push(resolve))
  })
})

afterEach(() => {
  setPage('')
  pendingAnswers.length = 0
  onChange.mockClear()
  vi.restoreAllMocks()
})

const OFFER = { amount: 499, points: 100, spentPoints: 0, endsPlan: false }
const RECEIPT = { id: 'p1', itemName: 'Pack', currencyCode: 'USD', refunds: { offer: OFFER, isLimited: false, requests: [] } }

test('a reopened dialog shows the refund that is still requested, and its end closes it', async () => {
  setPage('')
  renderNode(<RefundSection receipt={RECEIPT} onChange={onChange} />)
  const openButton = page.getByRole('button', { name: 'Request refund' })
  const requestButton = page.getByRole('button', { name: 'Request $4.99 refund' })
  await openButton.click()
  await requestButton.click()
  await expect.element(requestButton).toHaveAttribute('aria-busy', 'true')
  await vi.waitFor(() => expect(pendingAnswers).toHaveLength(1))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await openButton.click()
  await expect.element(requestButton).toHaveAttribute('aria-busy', 'true')
  pendingAnswers[0]?.(ok({ state: 'refunded' }) as Result<never>)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  await expect.poll(() => requestButton.elements()).toEqual([])
  expect(pendingAnswers).toHaveLength(1)
})

function Plan() {
  const [isOpen, setOpen] = useState(false)
  const cancellation = useCancellation()
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen && <CancelDialog orderId="o1" cancellation={cancellation} onClose={() => setOpen(false)} />}
    </>
  )
}

test('a reopened dialog shows the cancellation that is still running, and its end closes it', async () => {
  setPage('')
  renderNode(<Plan />)
  const openButton = page.getByRole('button', { name: 'Open' })
  const cancelingButton = page.getByRole('button', { name: 'Canceling' })
  await openButton.click()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect.element(cancelingButton).toHaveAttribute('aria-busy', 'true')
  await vi.waitFor(() => expect(pendingAnswers).toHaveLength(1))
  await page.getByRole('button', { name: 'Keep plan' }).click()
  await openButton.click()
  await expect.element(cancelingButton).toHaveAttribute('aria-busy', 'true')
  pendingAnswers[0]?.(ok({}) as Result<never>)
  await expect.poll(() => cancelingButton.elements()).toEqual([])
  expect(pendingAnswers).toHaveLength(1)
})
