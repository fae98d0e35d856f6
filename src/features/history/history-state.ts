import { readyList } from './history-lists.ts'

/** The finished videos, newest first. */
export const historyState = readyList.state
