import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { contactMessage } from '#server/database/schema.ts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import * as invoices from '#shared/domain/invoice-rules.ts'
import { REASON_MAX_LENGTH, REPLY_MAX_LENGTH } from '#shared/domain/operator-rules.ts'
import { PASSWORD_MAX_LENGTH } from '#shared/domain/password-rule.ts'
import { PROMOTION_CODE_MAX_LENGTH } from '#shared/domain/promotion-rules.ts'
import { CONTACT_MESSAGE_MAX_LENGTH, CONTACT_SUBJECT_MAX_LENGTH } from '#shared/domain/support-rules.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { addOwner } from '../server/money/books.ts'
import { PASSWORD, codeFor, expectLoggedIn, signInForm } from './support/account-screens.ts'
import { logInAs } from './support/log-in-as.ts'
import { beOperator } from './support/operator-person.ts'
import { studio, untilNextPressCounts } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const ANN = 'ann@example.org'

interface Answer {
  /** The request's method and path. */
  readonly call: string
  readonly code: unknown
}

interface Field {
  readonly box: Locator
  readonly limit: number
  /** A valid text for the n-th use of the form. */
  readonly validText: (use: number) => string
}

interface Form {
  /** The element with the form and its messages. */
  readonly container: Locator
  readonly fields: readonly Field[]
  /** The fields of a group receive texts around their limits together, while all other fields are valid. */
  readonly groups: readonly (readonly Field[])[]
  readonly prepare?: (use: number) => Promise<void>
  readonly submit: () => Promise<void>
  /** Matches the method and path of the form's call. */
  readonly call: RegExp
  /** Codes with which the server refuses the meaning of a text, not its length. They are no failure of the test. */
  readonly meaningCodes?: readonly string[]
}

test.use({ serverOptions: { config: { welcomePointsVisitor: 1000 } } })
test.describe.configure({ timeout: 180_000 })

let answers: Answer[]

test.beforeEach(({ server }) => {
  answers = []
  server.intercept(async (request, forward) => {
    const answer = await forward(request)
    const { pathname } = new URL(request.url)
    if (answer.headers.get('content-type')?.includes('json') !== true || !/^\/api\/(?:v1|pay)\//.test(pathname)) return answer
    const { statusCode } = (await answer.clone().json()) as { readonly statusCode?: unknown }
    answers.push({ call: `${request.method} ${pathname}`, code: statusCode })
    return answer
  })
})

/** Texts as long as the limit, one code point longer, and ten times as long. Their letters have one or two UTF-16 units. */
const makeTexts = (limit: number) => ['a', '🌊'].flatMap((unit) => [limit, limit + 1, 10 * limit].map((length) => unit.repeat(length)))

/** Calls that need a plan fail with this code for an account without one. */
const NO_PLAN_CODE = 'H4040'

const refusals = (meaningCodes: readonly string[] = []) =>
  answers.filter(({ code }) => code !== 200 && ![NO_PLAN_CODE, ...meaningCodes].includes(String(code)))

/** Inserts a text as a paste does, which respects `maxlength`. */
async function paste(page: Page, box: Locator, text: string): Promise<void> {
  await box.fill('')
  await box.focus()
  await page.keyboard.insertText(text)
}

/** Expects that the form sends no text that the server rejects: it cuts the text, or shows its own message. */
async function expectNoSurprise(page: Page, { container, fields, groups, prepare, submit, call, meaningCodes }: Form): Promise<void> {
  let use = 0
  const isSent = (answersBefore: number) => answers.slice(answersBefore).some((answer) => call.test(answer.call))
  for (const group of groups)
    for (const index of makeTexts(1).keys()) {
      await prepare?.((use += 1))
      for (const field of fields)
        await paste(page, field.box, (group.includes(field) && makeTexts(field.limit)[index]) || field.validText(use))
      const answersBefore = answers.length
      await submit()
      const isAnswered = async () =>
        isSent(answersBefore) ||
        (await container.locator('[aria-invalid=true], [role=alert]:not(:empty)').filter({ visible: true }).count()) > 0
      await expect.poll(isAnswered).toBe(true)
      await expect(container.locator('[aria-busy=true]')).toHaveCount(0)
    }
  expect(refusals(meaningCodes)).toEqual([])
  expect(isSent(0)).toBe(true)
}

const constantText = (text: string) => () => text

test('prompts of all lengths are made into videos', { tag: '@long' }, async ({ page, server }) => {
  const { open, drop, prompt, pressGenerate } = studio(page)
  server.holdVideos()
  await open(server.origin)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 640, height: 480 }) })
  const field = { box: prompt, limit: MAX_PROMPT_LENGTH, validText: constantText('rain') }
  const container = page.locator('form', { has: prompt })
  const submit = async () => {
    await pressGenerate()
    await untilNextPressCounts(page)
  }
  await expectNoSurprise(page, { container, fields: [field], groups: [[field]], submit, call: /\/gen\/custom$/ })
})

test(
  'the sign-up form explains names and passwords that are too long, and the server accepts the longest ones',
  { tag: '@long' },
  async ({ page, context, server }) => {
    const form = signInForm(page)
    await page.goto(`${server.origin}/signup`)
    await form.email.fill(ANN)
    await form.press('Continue')
    await form.code.fill(await codeFor(context, server.origin, ANN))
    await paste(page, form.firstName, '🌊'.repeat(10 * NAME_MAX_LENGTH))
    await paste(page, form.lastName, 'a'.repeat(NAME_MAX_LENGTH + 1))
    await paste(page, form.password, 'a'.repeat(10 * PASSWORD_MAX_LENGTH))
    await form.press('Create account')
    await expect(form.firstName).toHaveAttribute('aria-invalid', 'true')
    await expect(form.lastName).toHaveAttribute('aria-invalid', 'true')
    expect(answers.filter(({ call }) => call.endsWith('/complete-signup'))).toEqual([])
    await paste(page, form.firstName, '🌊'.repeat(NAME_MAX_LENGTH))
    await paste(page, form.lastName, 'a'.repeat(NAME_MAX_LENGTH))
    await paste(page, form.password, PASSWORD)
    await form.press('Create account')
    await expectLoggedIn(page)
    expect(refusals()).toEqual([])
  },
)

test('names and billing details of all lengths are stored or explained', { tag: '@long' }, async ({ page, context, server }) => {
  await logInAs(context, server, ANN)
  await page.goto(`${server.origin}/ai/personal`)
  await page.locator('summary', { hasText: 'Edit name' }).click()
  const names = ['given-name', 'family-name'].map((name) => ({
    box: page.locator(`main [autocomplete=${name}]`),
    limit: NAME_MAX_LENGTH,
    validText: constantText('Ann'),
  }))
  const press = (container: Locator) => container.locator('[type=submit]').click()
  const nameForm = page.locator('form', { has: page.locator('[autocomplete=given-name]') })
  await expectNoSurprise(page, {
    container: nameForm,
    fields: names,
    groups: [names],
    submit: () => press(nameForm),
    call: /^POST .*\/user\/me$/,
  })

  await page.goto(`${server.origin}/ai/setting`)
  const container = page.locator('form', { has: page.locator('[autocomplete="billing name"]') })
  const fields = [
    { box: container.locator('[autocomplete="billing name"]'), limit: invoices.BILLING_NAME_MAX_LENGTH },
    { box: container.locator('textarea'), limit: invoices.BILLING_ADDRESS_MAX_LENGTH },
    { box: container.locator('[autocomplete=off]'), limit: invoices.TAX_NUMBER_MAX_LENGTH },
  ].map(({ box, limit }) => ({ box, limit, validText: constantText('Ann') }))
  await expectNoSurprise(page, {
    container,
    fields,
    groups: [fields],
    submit: () => press(container),
    call: /^POST .*\/user\/billing-details$/,
  })
})

test('contact messages of all lengths are sent or explained', { tag: '@long' }, async ({ page, server }) => {
  await page.goto(`${server.origin}/support`)
  const container = page.locator('form', { has: page.locator('[name=message]') })
  const [email, subject, message] = [
    { box: container.locator('[name=email]'), limit: EMAIL_MAX_LENGTH, validText: constantText(ANN) },
    { box: container.locator('[name=subject]'), limit: CONTACT_SUBJECT_MAX_LENGTH, validText: constantText('Hello') },
    { box: container.locator('[name=message]'), limit: CONTACT_MESSAGE_MAX_LENGTH, validText: constantText('Hello') },
  ] as const
  await expectNoSurprise(page, {
    container,
    fields: [email, subject, message],
    groups: [[subject, message], [email]],
    submit: () => container.locator('[type=submit]').click(),
    call: /\/user\/contact\/us$/,
  })
})

test('promotion codes of all lengths are checked or explained', { tag: '@long' }, async ({ page, context, server }) => {
  await logInAs(context, server, ANN)
  await page.goto(`${server.origin}/pricing`)
  await page.getByRole('radio', { name: /^Yearly/ }).check()
  await page.getByRole('button', { name: 'Add promotion code' }).click()
  const box = page.getByLabel('Promotion code')
  const field = { box, limit: PROMOTION_CODE_MAX_LENGTH, validText: constantText('SPRING') }
  const container = page.locator('form', { has: box })
  const submit = () => box.press('Enter')
  const meaningCodes = ['PROMOTION_UNKNOWN']
  await expectNoSurprise(page, { container, fields: [field], groups: [[field]], submit, call: /\/promotion\/quote$/, meaningCodes })
})

test('answers and codes of an operator of all lengths are sent or explained', { tag: '@long' }, async ({ page, server }) => {
  await beOperator(page, server)
  await addMessages(server)
  const dialog = page.getByRole('dialog')
  const submit = () => dialog.locator('[type=submit]').click()
  const openBy = (name: string) => async () => {
    if ((await dialog.count()) === 0) await page.getByRole('button', { name }).first().click()
  }
  await page.goto(`${server.origin}/operator/inbox`)
  const body = { box: dialog.locator('[name=body]'), limit: REPLY_MAX_LENGTH, validText: constantText('Hello') }
  await expectNoSurprise(page, {
    container: dialog,
    fields: [body],
    groups: [[body]],
    prepare: openBy('Reply to'),
    submit,
    call: /\/operator\/reply$/,
  })

  await page.goto(`${server.origin}/operator/promotions`)
  const [code, percent, reason] = [
    { box: dialog.locator('[name=code]'), limit: PROMOTION_CODE_MAX_LENGTH, validText: (use: number) => `CODE-${use}` },
    { box: dialog.locator('[name=percent]'), limit: 2, validText: constantText('20') },
    { box: dialog.locator('[name=reason]'), limit: REASON_MAX_LENGTH, validText: constantText('Spring') },
  ] as const
  await expectNoSurprise(page, {
    container: dialog,
    fields: [code, percent, reason],
    groups: [[code], [percent], [reason]],
    prepare: openBy('Create code'),
    submit,
    call: /\/operator\/promotion$/,
    meaningCodes: ['PROMOTION_TAKEN'],
  })
})

async function addMessages(server: SharedServer): Promise<void> {
  const ownerId = await addOwner(server.database.db)
  const rows = makeTexts(1).map((_, index) => ({
    id: randomUUID(),
    ownerId,
    email: ANN,
    subject: `Question ${index}`,
    message: 'Where is it?',
    createdAtMs: server.nowMs(),
  }))
  await server.database.db.insert(contactMessage).values(rows)
}
