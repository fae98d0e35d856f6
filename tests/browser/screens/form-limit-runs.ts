import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { changeMe, changePassword } from '#shared/api/account-settings.ts'
import { logInByEmail } from '#shared/api/auth.ts'
import { type Call, callPath } from '#shared/api/define-call.ts'
import { getBillingDetails, saveBillingDetails } from '#shared/api/invoices.ts'
import { getHistory } from '#shared/api/generation.ts'
import { changePoints } from '#shared/api/operator-acts.ts'
import { createPromotion, getPromotions } from '#shared/api/operator-promotions.ts'
import { getOpening, getPerson, findOwner } from '#shared/api/operator.ts'
import { contactUs, subscribeEmail } from '#shared/api/contact.ts'
import * as account from '#shared/domain/account-rules.ts'
import * as invoices from '#shared/domain/invoice-rules.ts'
import * as operator from '#shared/domain/operator-rules.ts'
import { PASSWORD_MAX_LENGTH } from '#shared/domain/password-rule.ts'
import * as promotions from '#shared/domain/promotion-rules.ts'
import * as support from '#shared/domain/support-rules.ts'
import { HISTORY_SEARCH_MAX_LENGTH } from '#shared/domain/task.ts'
import { ok } from '#shared/result.ts'
import { consoleState } from '#src/operator/console-acts.tsx'
import { hub } from '#src/hub-client/hub-client.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { logIn } from '../fixtures/people.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { answer, pageCalls, refusal, refusedInputs } from '../fixtures/script-api.ts'

interface Form {
  readonly name: string
  /** Whether the form is shown to a visitor without an account. */
  readonly isForVisitors?: boolean
  readonly address: string
  /** The name of the button that opens the form. */
  readonly open?: string
  readonly calls: readonly Call[]
  /** The form's fields by selector, each with its limit and a valid text. */
  readonly fields: Readonly<Record<string, readonly [limit: number, validText: string]>>
}

/** The names of the forms that every run tests. Only the long run tests the other forms. */
const CORE_FORM_NAMES = new Set(['names', 'contact', 'points', 'promotion'])

const FORMS: readonly Form[] = [
  {
    name: 'names',
    address: '/ai/personal',
    calls: [changeMe],
    fields: { '[name=firstName]': [account.NAME_MAX_LENGTH, 'Ann'], '[name=lastName]': [account.NAME_MAX_LENGTH, 'Lee'] },
  },
  {
    name: 'password',
    address: '/ai/setting',
    calls: [changePassword],
    fields: {
      '[name=currentPassword]': [account.ENTERED_PASSWORD_MAX_LENGTH, 'the old one'],
      '[name=newPassword]': [PASSWORD_MAX_LENGTH, 'another long one'],
    },
  },
  {
    name: 'billing details',
    address: '/ai/setting',
    calls: [saveBillingDetails],
    fields: {
      '[autocomplete="billing name"]': [invoices.BILLING_NAME_MAX_LENGTH, 'Ann'],
      '[autocomplete="billing street-address"]': [invoices.BILLING_ADDRESS_MAX_LENGTH, 'A street'],
    },
  },
  {
    name: 'login',
    isForVisitors: true,
    address: '/login',
    calls: [logInByEmail],
    fields: {
      'main [name=email]': [account.EMAIL_MAX_LENGTH, 'ann@example.org'],
      'main [name=password]': [account.ENTERED_PASSWORD_MAX_LENGTH, 'one'],
    },
  },
  {
    name: 'contact',
    address: '/support',
    calls: [contactUs],
    fields: {
      'main [name=subject]': [support.CONTACT_SUBJECT_MAX_LENGTH, 'Hello'],
      'main [name=message]': [support.CONTACT_MESSAGE_MAX_LENGTH, 'Hello'],
      'main form:has([name=message]) [name=email]': [account.EMAIL_MAX_LENGTH, 'ann@example.org'],
    },
  },
  {
    name: 'look-up',
    address: '/operator/look-up',
    calls: [findOwner],
    fields: { 'main form input': [operator.LOOKUP_MAX_LENGTH, 'ann'] },
  },
  {
    name: 'points',
    address: '/operator/person/some',
    open: 'Grant points',
    calls: [changePoints],
    fields: { '[name=amount]': [6, '10'], '[name=reason]': [operator.REASON_MAX_LENGTH, 'Spring'] },
  },
  {
    name: 'promotion',
    address: '/operator/promotions',
    open: 'Create code',
    calls: [createPromotion],
    fields: {
      '[name=code]': [promotions.PROMOTION_CODE_MAX_LENGTH, 'SPRING'],
      '[name=percent]': [2, '20'],
      '[name=limit]': [7, ''],
      '[name=skus]': [300, ''],
      '[name=reason]': [operator.REASON_MAX_LENGTH, 'Spring'],
    },
  },
]

const TEXT_UNITS = ['a', '7', 'é', 'e\u0301', '名', '🌊', '👩‍👩‍👧', ' ', '\t', '\n', '@', ',']

/** Draws texts as long as the limit, one code point longer, and ten times as long. */
const textsFor = (limit: number) =>
  fc
    .record({
      unit: fc.constantFrom(...TEXT_UNITS),
      lead: fc.constantFrom('', 'a', '9', ' '),
      length: fc.constantFrom(limit, limit + 1, Math.min(10 * limit, 40_000)),
    })
    .map(({ unit, lead, length }) =>
      Array.from(lead + unit.repeat(length))
        .slice(0, length)
        .join(''),
    )

const coreForms = FORMS.filter(({ name }) => CORE_FORM_NAMES.has(name))
const otherForms = FORMS.filter(({ name }) => !CORE_FORM_NAMES.has(name))

/** Tests that each core form sends only bodies that its contract allows; a seed gives the same examples each time. */
export function testCoreForms(numRuns: number, seed?: number): void {
  testForms(coreForms, numRuns, seed)
}

/** Tests that the other forms, and the history search in the address, send only inputs that their contracts allow. */
export function testOtherForms(numRuns: number): void {
  testForms(otherForms, numRuns)

  test('history search', async () => {
    scriptServer()
    await fc.assert(
      fc.asyncProperty(textsFor(HISTORY_SEARCH_MAX_LENGTH), async (text) => {
        pageCalls.length = 0
        await renderScreen(`/ai/creation?q=${encodeURIComponent(`${text}\0`)}`)
        await expect.poll(() => pageCalls).toContain(`GET ${callPath(getHistory)}`)
        expect(refusedInputs).toEqual([])
      }),
      { numRuns, endOnFailure: true },
    )
  })
}

function testForms(forms: readonly Form[], numRuns: number, seed?: number): void {
  startAsFirstVisit()
  afterEach(() => {
    consoleState.openAct = null
  })

  describe('the contract accepts the body that a form sends, and the form names each value that it does not send', () => {
    test.for(forms)('$name', async (form) => {
      scriptServer(form.isForVisitors)
      await renderScreen(form.address)
      const fieldEntries = Object.entries(form.fields)
      const texts = fc.record(
        Object.fromEntries(
          fieldEntries.map(([selector, [limit, validText]]) => [selector, fc.oneof(fc.constant(validText), textsFor(limit))]),
        ),
      )
      await fc.assert(
        fc.asyncProperty(texts, (typedTexts) => submitForm(form, typedTexts)),
        // fast-check's shrinking would exceed the test's time limit.
        { numRuns, endOnFailure: true, ...(seed !== undefined && { seed }) },
      )
    })
  })
}

async function submitForm(form: Form, typedTexts: Readonly<Record<string, string>>): Promise<void> {
  const scope = form.open === undefined ? 'main ' : 'dialog[open] '
  const scopedSelector = (selector: string) => (selector.startsWith('main') ? selector : scope + selector)
  if (form.open !== undefined && document.querySelector('dialog[open]') === null)
    await page.getByRole('button', { name: form.open, exact: true }).first().click()
  for (const [selector, text] of Object.entries(typedTexts)) typeText(await findField(scopedSelector(selector)), text)
  const [lastSelector = ''] = Object.keys(typedTexts)
  const formElement = (await findField(scopedSelector(lastSelector))).closest('form')
  await expect.poll(() => formElement?.querySelector('[aria-busy=true]')).toBeNull()
  pageCalls.length = 0
  formElement?.requestSubmit()
  const isAnswered = () => isSent(form) || document.querySelector(`${scope}[aria-invalid=true], ${scope}[role=alert]:not(:empty)`) !== null
  await expect.poll(isAnswered).toBe(true)
  expect(refusedInputs).toEqual([])
}

const isSent = ({ calls }: Form) => calls.some((call) => pageCalls.includes(`${call.method} ${callPath(call)}`))

async function findField(selector: string): Promise<HTMLInputElement | HTMLTextAreaElement> {
  const find = () => [...document.querySelectorAll<HTMLInputElement>(selector)].find((field) => field.checkVisibility() && !field.readOnly)
  for (const details of document.querySelectorAll('details')) details.open = true
  await expect.poll(find).toBeDefined()
  return find() as HTMLInputElement
}

/**
 * Inserts a text as a paste does, which respects `maxlength`. Texts of many lines are cut and set directly, because the editing command is
 * slow for them.
 */
function typeText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus()
  field.select()
  if (!text.includes('\n')) document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  else {
    const pastedText = field instanceof HTMLInputElement ? text.replaceAll('\n', ' ') : text
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    const cutText = field.maxLength < 0 ? pastedText : pastedText.slice(0, field.maxLength)
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, cutText)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

/**
 * Answers the calls that load the screens, and refuses the valid calls of the forms, so that each form stays open. Accepts each mutation of
 * the hub, and records its input if it violates the contract.
 */
function scriptServer(isVisitor = false): void {
  if (!isVisitor) logIn()
  const person = { id: 'some', account: null, points: 1, held: 0, plan: null, orders: [], tasks: [] }
  answer(getOpening, () => ({ email: 'ann@example.org', openMessages: 0 }))
  answer(getPromotions, () => ({ data: [], hasNext: false }))
  answer(getPerson, () => person)
  answer(getBillingDetails, () => ({ name: '', address: '', taxNumber: '' }))
  answer(getHistory, () => ({ data: [], totalSize: 0 }))
  for (const call of FORMS.flatMap(({ calls }) => calls)) answer(call, () => refusal('H503'))
  vi.spyOn(hub.api, 'mutate').mockImplementation(async (id, mutation) => {
    const { kind, ...input } = mutation
    const call = kind === 'contact' ? contactUs : subscribeEmail
    pageCalls.push(`${call.method} ${callPath(call)}`)
    if (!call.input.safeParse(input).success) refusedInputs.push(callPath(call))
    return ok({ id })
  })
}
