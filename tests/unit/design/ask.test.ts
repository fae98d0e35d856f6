import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAsk } from '#src/design/ask.ts'

const presentQuestion = vi.fn<() => Promise<boolean>>()
let pathname: string
const confirm = vi.fn<(words: string) => boolean>()
const { ask, isQuestionOpen } = createAsk({ loadHost: async () => ({ presentQuestion }), pathname: () => pathname, confirm })

const QUESTION = { title: 'Delete this video?', hint: 'For good.', yes: 'Delete', no: 'Cancel' }

beforeEach(() => {
  pathname = '/ai/creation'
  presentQuestion.mockReset()
  confirm.mockReset()
})
afterEach(() => vi.restoreAllMocks())

test('a question is open from its request, before its dialog is loaded, until it is answered', async () => {
  let answer: (isYes: boolean) => void = () => {}
  presentQuestion.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const isOpenBefore = isQuestionOpen()
  const pendingAnswer = ask(QUESTION)
  const stateWhileAsked = [isQuestionOpen(), presentQuestion.mock.calls.length]
  await vi.waitFor(() => expect(presentQuestion).toHaveBeenCalledOnce())
  expect([await ask(QUESTION), isQuestionOpen()]).toEqual([false, true])
  answer(true)
  expect([isOpenBefore, stateWhileAsked, await pendingAnswer, isQuestionOpen()]).toEqual([false, [true, 0], true, false])
})

test.each([true, false])(
  'a question whose dialog can not be shown is asked by the browser (%s), and does not stay open',
  async (answer) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    presentQuestion.mockRejectedValueOnce(new Error('gone'))
    confirm.mockReturnValue(answer)
    expect([await ask(QUESTION), isQuestionOpen()]).toEqual([answer, false])
    expect(confirm).toHaveBeenCalledWith('Delete this video?\n\nFor good.')
  },
)

test('a user who has left before the dialog loads is not asked', async () => {
  const pendingAnswer = ask(QUESTION)
  pathname = '/pricing'
  expect([await pendingAnswer, presentQuestion.mock.calls.length, isQuestionOpen()]).toEqual([false, 0, false])
})
