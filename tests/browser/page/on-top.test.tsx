import { userEvent } from 'vitest/browser'
import { afterEach, expect, test, vi } from 'vitest'
import { OnTop } from '#src/app/part-prompt.tsx'
import { byId, dialogById, setPage, renderNode } from './on-page.ts'

afterEach(() => setPage(''))

test('the element can be pressed above every open dialog, and stays when a dialog closes or is removed', async () => {
  setPage('<dialog id="first"></dialog><dialog id="second"></dialog>')
  const press = vi.fn()
  const { draw } = renderNode(
    <OnTop>
      <button type="button" id="own" onClick={press}>
        Reload
      </button>
    </OnTop>,
  )
  const readContainerId = () => byId('own').parentElement?.parentElement?.id
  const pressIn = async (containerId: string) => {
    await expect.poll(readContainerId).toBe(containerId)
    await userEvent.click(byId('own'))
  }
  await pressIn('')
  dialogById('first').showModal()
  await pressIn('first')
  dialogById('second').showModal()
  await pressIn('second')
  dialogById('second').close()
  await pressIn('first')
  byId('first').remove()
  await pressIn('')
  expect(press).toHaveBeenCalledTimes(5)
  draw(null)
  expect(byId('own')).toBeNull()
})
