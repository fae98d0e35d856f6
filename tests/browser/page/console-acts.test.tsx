import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fail } from '#shared/result.ts'
import { OpenActDialog, askAct, consoleState } from '#src/operator/console-acts.tsx'
import { addTexts, startTexts } from '#src/i18n/i18n.ts'
import { setPage, renderNode } from './on-page.ts'

beforeEach(async () => {
  await startTexts()
  await Promise.all([addTexts('operator'), addTexts('errors')])
})

afterEach(() => {
  consoleState.openAct = null
  setPage('')
})

test('a refusal of the server disappears when the form finds a fault before it sends', async () => {
  setPage('')
  renderNode(<OpenActDialog />)
  askAct({
    id: 'grant',
    label: 'Grant',
    title: 'Grant points',
    hint: '',
    fields: [{ name: 'reason', label: 'Reason', maxLength: 300 }],
    send: async () => fail({ code: 'PROMOTION_TOO_LOW', retry: 'never' }),
    onDone: () => {},
  })
  const refusalAlert = page.getByRole('alert').filter({ hasText: 'This discount is too large' })
  const reasonField = page.getByLabelText('Reason')
  const grantButton = page.getByRole('button', { name: 'Grant', exact: true })
  await reasonField.fill('Spring')
  await grantButton.click()
  await expect.element(refusalAlert).toBeVisible()
  await reasonField.fill('')
  await grantButton.click()
  await expect.element(reasonField).toHaveAttribute('aria-invalid', 'true')
  expect(refusalAlert.elements()).toEqual([])
})
