import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { asc, eq } from 'drizzle-orm'
import { mail, session } from '#server/database/account-schema.ts'
import { operatorAct } from '#server/database/operator-schema.ts'
import { ledger, task } from '#server/database/schema.ts'
import { axeFaults } from './support/axe-faults.ts'
import { keyboardPerson } from './support/keyboard-person.ts'
import { logInAs } from './support/log-in-as.ts'
import { OPERATOR_EMAIL, addPerson as addPersonWith, beOperator } from './support/operator-person.ts'
import { collectErrors } from './support/page-errors.ts'
import { untilSettled } from './support/settled.ts'
import { expect, test } from './support/test.ts'

const PERSON_EMAIL = 'ann@example.org'
const PERSON_WORDS = {
  email: PERSON_EMAIL,
  lastName: 'Onymous',
  message: 'Where is my video?\nThank you.',
  subjects: ['A question', 'Another one'],
} as const
const SCREENS = ['inbox', 'look-up', 'promotions', 'health', 'record'] as const

const listActs = async ({ database }: SharedServer) =>
  (await database.db.select({ act: operatorAct.act }).from(operatorAct).orderBy(asc(operatorAct.seq))).map(({ act }) => act)

const addPerson = (server: SharedServer) => addPersonWith(server, PERSON_WORDS)

test('a user without the right does not find the console, and loads none of its code', async ({ page, server }) => {
  await logInAs(page.context(), server, OPERATOR_EMAIL)
  const loadedPaths: string[] = []
  page.on('request', (request) => loadedPaths.push(new URL(request.url()).pathname))
  const expectNotFound = async (path: string) => {
    const response = await page.goto(server.origin + path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByText('Commands')).toHaveCount(0)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
  for (const path of ['/operator', '/operator/inbox', '/operator/person/of-somebody', '/operator/nothing']) await expectNotFound(path)
  // The account is in the list of operators, but has no second factor.
  server.config.operatorAccounts = [OPERATOR_EMAIL]
  await expectNotFound('/operator/inbox')
  expect(loadedPaths.filter((path) => /locales\/en\/operator|command-palette|console/.test(path))).toEqual([])
  expect(await listActs(server)).toEqual([])
})

test('each screen of the console passes the reading check, in both themes and on a phone', async ({ page, server }) => {
  const errors = collectErrors(page)
  const id = await addPerson(server)
  await beOperator(page, server)
  expect((await page.goto(`${server.origin}/operator`))?.status()).toBe(200)
  await expect(page).toHaveURL(`${server.origin}/operator/inbox`)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    const headings = new Set<number | undefined>()
    for (const path of [...SCREENS, `person/${id}`]) {
      await page.goto(`${server.origin}/operator/${path}`)
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
      await expect(page).toHaveTitle(/Operator console/)
      await untilSettled(page)
      headings.add((await page.getByRole('heading', { level: 1 }).boundingBox())?.y)
      expect([path, await axeFaults(page)]).toEqual([path, []])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
    expect([...headings], 'the heading stays at one height').toHaveLength(1)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto(`${server.origin}/operator/no-such-screen`)
  await expect(page.getByText("This page doesn't exist.")).toBeVisible()
  expect(errors).toEqual([])
})

test('all of the console works by keyboard alone', async ({ page, server }) => {
  test.slow()
  const { db } = server.database
  const id = await addPerson(server)
  await beOperator(page, server)
  const person = keyboardPerson(page)
  const dialog = page.getByRole('dialog')
  /** Opens the command palette, types words of a command, and runs the first match. */
  const runCommand = async (commandWords: string) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await person.type(commandWords)
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox')).toHaveCount(0)
  }
  /** Runs an act by the command palette, and fills its dialog's fields. */
  const runAct = async (commandWords: string, ...fields: readonly string[]) => {
    await runCommand(commandWords)
    await expect(dialog).toBeVisible()
    for (const [index, value] of fields.entries()) {
      await person.tabTo(dialog.getByRole('textbox').nth(index))
      await person.type(value)
    }
    await person.tabTo(dialog.locator('button[type=submit]'))
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }

  await page.goto(`${server.origin}/operator`)
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('A question')
  await person.tabTo(page.getByRole('button', { name: 'Reply to “A question”' }))
  await page.keyboard.press('Enter')
  await person.tabTo(dialog.getByRole('textbox'))
  await person.type('Here it is.')
  await person.tabTo(dialog.locator('button[type=submit]'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Another one')
  expect(await db.select().from(mail).where(eq(mail.recipient, PERSON_EMAIL))).toMatchObject([{ subject: 'Re: A question' }])
  await runAct('mark as answered: “Another one”')
  await expect(page.getByText('No unanswered messages')).toBeVisible()

  await runCommand('find user')
  await expect(page.getByLabel('Email address or ID')).toBeFocused()
  await person.type('nobody@example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('No user found')
  await page.keyboard.press('Control+a')
  await person.type(PERSON_EMAIL)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: PERSON_EMAIL })).toBeVisible()

  await runAct('grant points', '500', 'For the wait')
  await expect(page.getByText('Balance: 600')).toBeVisible()
  await runAct('remove points', '20', 'Too many')
  await expect(page.getByText('Balance: 580')).toBeVisible()
  await runAct('cancel task')
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await runAct('send receipt')
  await runAct('send reset code')
  await runAct('disable', 'It was asked for')
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  await runAct('enable', 'It was cleared up')
  await runAct('delete account', PERSON_EMAIL, 'It was asked for')
  await expect(page.getByText('Deletion scheduled', { exact: true })).toBeVisible()

  await runCommand('health')
  await expect(page.getByText('Failed', { exact: true }).last()).toBeVisible()
  await runAct('replay webhook')
  await expect(page.getByText('All webhooks have been processed.')).toBeVisible()
  await runCommand('activity log')
  await expect(page.getByText(/^\d+\. Replayed a webhook$/)).toBeVisible()
  await person.tabTo(page.getByRole('link', { name: 'Inbox' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Inbox' })).toBeVisible()

  const viewActs = new Set(['look_up', 'view_person', 'view_ledger', 'view_messages'])
  expect((await listActs(server)).filter((one) => !viewActs.has(one))).toEqual([
    'reply',
    'answered',
    'points',
    'points',
    'cancel_task',
    'resend_mail',
    'resend_mail',
    'disable',
    'enable',
    'erase',
    'replay_webhook',
  ])
  expect(await db.select().from(session).where(eq(session.accountId, id))).toEqual([])
  expect(await db.select().from(task).where(eq(task.status, 'CANCELLED'))).toHaveLength(1)
  const notes = (await db.select().from(ledger).where(eq(ledger.ownerId, id))).map(({ note }) => note)
  expect(notes).toEqual(expect.arrayContaining(['For the wait', 'Too many']))
})

test('a console that failed to load shows a message, and loads on a retry', async ({ page, server }) => {
  await beOperator(page, server)
  let isAway = true
  server.intercept(async (request, forward, socket) => {
    if (isAway && request.url.endsWith('/operator/opening')) socket.destroy()
    return forward(request)
  })
  await page.goto(`${server.origin}/operator/inbox`)
  await expect(page.getByRole('alert')).toContainText("The server didn't respond")
  await expect(page.getByText('Page Not Found')).toHaveCount(0)
  expect(await axeFaults(page)).toEqual([])
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Inbox' })).toBeVisible()
})

test('a list whose reload fails stays, and shows a message', async ({ page, server }) => {
  await addPerson(server)
  await beOperator(page, server)
  let isAway = false
  server.intercept(async (request, forward, socket) => {
    if (isAway && request.url.includes('/operator/messages')) socket.destroy()
    return forward(request)
  })
  await page.goto(`${server.origin}/operator/inbox`)
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2)
  isAway = true
  await page.getByRole('button', { name: 'Mark as answered: “Another one”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByRole('alert')).toContainText("We couldn't load this information")
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2)
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(1)
})

test('an act without an answer has no second effect when it is sent again', async ({ page, server }) => {
  const id = await addPerson(server)
  await beOperator(page, server)
  let isLost = true
  server.intercept(async (request, forward, socket) => {
    const response = await forward(request)
    if (isLost && request.url.endsWith('/operator/points')) socket.destroy()
    return response
  })
  await page.goto(`${server.origin}/operator/person/${id}`)
  await page.getByRole('button', { name: 'Grant points' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Points').fill('700')
  await dialog.getByRole('button', { name: 'Grant points' }).click()
  await expect(dialog.getByText('Fill in this field.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('For the wait')
  await dialog.getByRole('button', { name: 'Grant points' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  isLost = false
  await page.getByRole('button', { name: 'Grant points' }).click()
  await dialog.getByLabel('Points').fill('700')
  await dialog.getByLabel('Reason').fill('For the wait')
  await dialog.getByRole('button', { name: 'Grant points' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Balance: 800')).toBeVisible()
  const lines = await server.database.db.select().from(ledger).where(eq(ledger.note, 'For the wait'))
  expect(lines).toHaveLength(1)
})
