import { userEvent } from 'vitest/browser'
import { afterEach, expect, test, vi } from 'vitest'
import { OnTop } from '#src/app/part-prompt.tsx'
import { byId, dialogById, onPage, shown } from './on-page.ts'

afterEach(() => onPage(''))

test('the element can be pressed above every open dialog, and stays when a dialog closes or is removed', async () => {
  onPage('<dialog id="first"></dialog><dialog id="second"></dialog>')
  const press = vi.fn()
  const { draw } = shown(
    <OnTop>
      <button type="button" id="own" onClick={press}>
        Reload
      </button>
    </OnTop>,
  )
  const readContainerId = () => byId('own').parentElement?.parentElement?.id
  const pressed = async (where: string) => {
    await expect.poll(readContainerId).toBe(where)
    await userEvent.click(byId('own'))
  }
  await pressed('')
  dialogById('first').showModal()
  await pressed('first')
  dialogById('second').showModal()
  await pressed('second')
  dialogById('second').close()
  await pressed('first')
  byId('first').remove()
  await pressed('')
  expect(press).toHaveBeenCalledTimes(5)
  draw(null)
  expect(byId('own')).toBeNull()
})
