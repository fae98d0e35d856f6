import type { ListName, ListState } from './template-reader.ts'
import { startTransition, useEffect, useState } from 'react'
import { snapshot, subscribe, hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { loadTemplates, templateLists } from './template-lists.ts'

/** How often a screen loads its list again while some videos of the list are being made, in ms. */
const POLL_EVERY_MS = 15_000

interface ShownList {
  readonly listName: ListName
  readonly state: Readonly<ListState>
}

/**
 * A list of gallery items. It is loaded, and loaded again when outdated, while it is shown. Its items render in slices, so that the
 * page stays responsive.
 */
export function useTemplates(listName: ListName): Readonly<ListState> {
  const [shownList, setShownList] = useState<ShownList>(() => ({ listName, state: stateOf(listName) }))
  useEffect(() => {
    const update = () => startTransition(() => setShownList((former) => nextShownList(former, listName)))
    update()
    return subscribe(templateLists, update)
  }, [listName])
  useEffect(() => followTemplates(listName), [listName])
  return shownList.listName === listName ? shownList.state : stateOf(listName)
}

function nextShownList(former: ShownList, listName: ListName): ShownList {
  const state = stateOf(listName)
  return former.state === state ? former : { listName, state }
}

function stateOf(listName: ListName): Readonly<ListState> {
  return snapshot(templateLists)[listName] as Readonly<ListState>
}

/**
 * Loads a list now, after a reconnect, when the user returns to the page, and repeatedly while some of its videos are being made. The
 * returned function stops this.
 */
function followTemplates(listName: ListName): () => void {
  const load = () => void loadTemplates(listName)
  const loadIfVisible = () => {
    if (document.visibilityState === 'visible') load()
  }
  const timer = setInterval(() => {
    if (templateLists[listName].items.some(({ movieUrl }) => movieUrl === null)) loadIfVisible()
  }, POLL_EVERY_MS)
  let wasOnline = hubState.connection.isOnline
  const stopFollowing = subscribeKeys(hubState, ['connection'], () => {
    const isBack = hubState.connection.isOnline && !wasOnline
    wasOnline = hubState.connection.isOnline
    if (isBack) load()
  })
  document.addEventListener('visibilitychange', loadIfVisible)
  load()
  return () => {
    clearInterval(timer)
    stopFollowing()
    document.removeEventListener('visibilitychange', loadIfVisible)
  }
}
