const PASSWORD = 'a calm long password'

/** Creates an account for this browser by the screens. The code comes from the mail of the development server. */
export async function signUp(context, origin, email) {
  const page = await context.newPage()
  const main = page.getByRole('main')
  await page.goto(`${origin}/signup`)
  await main.getByLabel('Email', { exact: true }).fill(email)
  await main.getByRole('button', { name: 'Continue', exact: true }).click()
  const code = main.getByLabel('Code', { exact: true })
  await code.waitFor()
  await code.fill(await codeFor(context, origin, email))
  await main.getByLabel('First name').fill('Ann')
  await main.getByLabel('Last name').fill('Onymous')
  await main.getByLabel(/^(New password|Password)$/).fill(PASSWORD)
  await main.getByRole('button', { name: 'Create account', exact: true }).click()
  await page.waitForURL(`${origin}/home`)
  await page.close()
}

async function codeFor(context, origin, email) {
  const answer = await context.request.get(`${origin}/dev/mail?format=json`)
  const { messages } = await answer.json()
  const message = messages.find(({ to }) => to === email)
  const code = /^\d{6}$/m.exec(message?.body ?? '')?.[0]
  if (code === undefined) throw new Error(`No code was sent to ${email}.`)
  return code
}
