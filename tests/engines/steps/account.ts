import { expect } from 'vitest'
import { type Person, until } from '../person.ts'
import { type Step, type World, openPage } from './step.ts'

const PASSWORD = 'a calm long password'
const CHECKOUT_FRAME = 'iframe[title="Checkout"]'
const PAID_WAIT_MS = 60_000

export const accountSteps: readonly Step[] = [
  {
    name: 'sign-in by the code of a mail',
    async run(world) {
      const person = await openPage(world, world.browser, '/signup')
      const email = `${crypto.randomUUID()}@example.org`
      await person.write(/^Email$/, email, 'main')
      await person.press(/^Continue$/, { within: 'main' })
      await person.write(/^Code$/, await codeFor(world, email), 'main')
      await person.write(/^First name/, 'Ann', 'main')
      await person.write(/^Last name/, 'Onymous', 'main')
      await person.write(/assword$/, PASSWORD, 'main')
      await person.press(/^Create account$/, { within: 'main' })
      await person.sees(/^Your account/)
      await person.tab.goTo(`${world.server.origin}/ai/creation`)
      await person.sees(/^Your account/)
    },
  },
  {
    name: 'a sandbox purchase ends on the prices',
    async run(world) {
      const person = await openPage(world, world.browser, '/pricing')
      const balanceBefore = await readBalance(person)
      await person.press(/^Buy 100 points$/)
      await until(() => person.tab.evaluate(() => document.body.innerText.includes('Opening checkout'))).toBe(false)
      const successMessage = person.sees(/Payment successful/, PAID_WAIT_MS)
      await person.pressInFrame(CHECKOUT_FRAME, /^Pay 4\.99/)
      await successMessage
      await until(() => readBalance(person)).toBe(balanceBefore + 100)
      await until(() => person.tab.evaluate(() => document.querySelector('dialog[open]') === null)).toBe(true)
      await until(() => person.tab.evaluate(() => (history.state as { entryBelow?: unknown } | null)?.entryBelow !== undefined)).toBe(false)
      expect(await person.path()).toBe('/pricing')
    },
  },
]

async function codeFor({ server }: World, email: string): Promise<string> {
  let code: string | undefined
  await until(async () => {
    const answer = await fetch(`${server.origin}/dev/mail?format=json`)
    const { messages } = (await answer.json()) as { messages: { to: string; body: string }[] }
    code = /^\d{6}$/m.exec(messages.find(({ to }) => to === email)?.body ?? '')?.[0]
    return code
  }).toBeDefined()
  return code ?? ''
}

async function readBalance(person: Person): Promise<number> {
  await person.sees(/^\d[\d,]* points available/)
  return person.tab.evaluate(() => {
    const names = [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? '')
    const [digits = ''] = names.find((name) => name.includes('points available'))?.split(' ') ?? []
    return Number(digits.replaceAll(',', ''))
  })
}
