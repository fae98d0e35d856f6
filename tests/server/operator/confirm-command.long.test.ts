import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEV_MAIL_PATH } from '#server/mail/list-messages.ts'
import { CODE_TYPES, completeSignup, sendVerificationCode, verifyEmailCode } from '#shared/api/auth.ts'
import { getOpening } from '#shared/api/operator.ts'
import { getSecondFactor, startSecondFactor, turnOnSecondFactor } from '#shared/api/second-factor.ts'
import { ensureBuilt } from '../../../scripts/ensure-built.mjs'
import { authenticatorApp } from '../../fixtures/server/authenticator-app.ts'
import { type ServerProcess, SERVER_MAIN, overNetwork, startServerProcess } from '../../fixtures/server/built-server-process.ts'
import { createTestClient } from '../client.ts'
import { PASSWORD, accountClient } from '../sign-up.ts'

const EMAIL = 'operator@example.org'
const TIMEOUT_MS = 120_000
let dataDir: string
let serverProcess: ServerProcess | undefined
beforeAll(async () => {
  await ensureBuilt()
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-confirm-'))
}, TIMEOUT_MS)
afterAll(async () => {
  await serverProcess?.end('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

const runFile = promisify(execFile)
/** Runs the command `operator-confirm` as in a shell, and returns its exit code and output. */
async function confirm(...words: string[]): Promise<readonly [number, string]> {
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error', OPERATOR_ACCOUNTS: EMAIL }
  return runFile(process.execPath, [SERVER_MAIN, 'operator-confirm', ...words], { env }).then(
    ({ stdout }) => [0, stdout.trim()] as const,
    (error: { code: number; stderr: string }) => [error.code, error.stderr.trim()] as const,
  )
}

it('the command confirms a new factor beside the running server, and works without one', { timeout: TIMEOUT_MS }, async () => {
  serverProcess = await startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir, OPERATOR_ACCOUNTS: EMAIL })
  const server = overNetwork(serverProcess)
  const browser = createTestClient(server)
  await browser.get(sendVerificationCode, { email: EMAIL })
  const inbox = await fetch(serverProcess.origin + DEV_MAIL_PATH, { headers: { accept: 'application/json' } })
  const { messages } = (await inbox.json()) as { readonly messages: readonly { readonly body: string }[] }
  const code = /^\d{6}$/m.exec(messages[0]?.body ?? '')?.[0] ?? ''
  const { registrationToken = '' } = await browser.get(verifyEmailCode, { email: EMAIL, code, type: CODE_TYPES.signUp })
  const names = { firstName: 'Ann', lastName: 'Onymous' }
  const { userInfo } = await browser.get(completeSignup, { registrationToken, ...names, password: PASSWORD })
  const client = accountClient(server as never, browser, userInfo.id)
  const { secret } = await client.get(startSecondFactor, { currentPassword: PASSWORD })
  await client.get(turnOnSecondFactor, { code: authenticatorApp(secret).codeAt(Date.now()) })
  const [factor] = (await client.get(getSecondFactor, {})).consoleFactors ?? []
  expect(await client.refusal(getOpening, {})).toEqual({ code: 'H4001' })

  expect(await confirm(EMAIL)).toEqual([1, expect.stringContaining('EMAIL CODE') as string])
  expect(await confirm(EMAIL, 'WRONG234')).toEqual([1, expect.stringContaining('no second factor with the code WRONG234') as string])
  expect(await confirm('else@example.org', factor?.code ?? '')).toEqual([1, expect.stringContaining('not in OPERATOR_ACCOUNTS') as string])
  const confirmedText = `Confirmed: the authenticator app of ${EMAIL} can now open the operator console.`
  expect(await confirm(EMAIL.toUpperCase(), factor?.code.toLowerCase() ?? '')).toEqual([0, confirmedText])
  expect(await client.get(getOpening, {})).toEqual({ email: EMAIL, openMessages: 0 })

  await serverProcess.end('SIGTERM')
  const alreadyText = `The authenticator app of ${EMAIL} can already open the operator console.`
  expect(await confirm(EMAIL, factor?.code ?? '')).toEqual([0, alreadyText])
})
