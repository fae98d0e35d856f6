import { allList, collectedList, readyList } from './history-lists.ts'

/** The finished videos, newest first. */
export const historyState = readyList.state
/** Everything, and what was collected. */
export const allState = allList.state
export const collectedState = collectedList.state
