import { userEvent } from 'vitest/browser'
import { afterEach, expect, test } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import type { Actions } from '#src/creations/actions.ts'
import { CreationMenu } from '#src/creations/history/creation-card.tsx'
import { SelectionBar } from '#src/creations/history/selection-bar.tsx'
import { text } from '#src/i18n/i18n.ts'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { setPage, renderNode } from './on-page.ts'

const video = { ...creation('video', 1), videoUrl: '/media/v.mp4' }
const runningCreation: Creation = { ...creation('running', 2), status: 'PROCESSING', videoUrl: null }
const cancelledCreation: Creation = { ...creation('cancelled', 3), status: 'CANCELLED', videoUrl: null }

setTexts()
afterEach(() => setPage(''))

async function offeredActions(menuCreation: Creation): Promise<readonly (string | null)[]> {
  setPage('')
  renderNode(<CreationMenu creation={menuCreation} actions={{} as Actions} label="More" />)
  await userEvent.click(document.querySelector('button')!)
  return [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)
}

test('a creation offers its possible actions: no file action without a video, and no deletion while it is made', async () => {
  const commonActions = [text('history.sameSettings'), text('history.copyLink'), text('history.copyPrompt')]
  expect(await offeredActions(runningCreation)).toEqual(commonActions)
  expect(await offeredActions(cancelledCreation)).toEqual([...commonActions, text('history.delete')])
  expect(await offeredActions(video)).toEqual([
    text('history.sameSettings'),
    text('history.continue'),
    text('history.share'),
    text('history.copyLink'),
    text('history.copyPrompt'),
    text('history.delete'),
  ])
})

test('of several selected creations only those that are not being made are deleted', async () => {
  const deletions: (readonly string[])[] = []
  const actions = { deleteCreations: async (ids: readonly string[]) => deletions.push(ids) > 0 } as Partial<Actions> as Actions
  const selectionBar = (selected: readonly Creation[]) => (
    <SelectionBar
      actions={actions}
      shownCount={3}
      selectionMode={{
        isOn: true,
        selected,
        isSelected: () => true,
        pick: () => undefined,
        pickAll: () => undefined,
        start: () => undefined,
        leave: () => undefined,
      }}
    />
  )
  const { draw } = renderNode(selectionBar([runningCreation]))
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text('history.delete'))!
  expect(button.disabled).toBe(true)
  draw(selectionBar([video, runningCreation, cancelledCreation]))
  await userEvent.click(button)
  expect(deletions).toEqual([['video', 'cancelled']])
})
