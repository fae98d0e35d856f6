import { describe, expect, test } from 'vitest'
import { type RouteName, ROUTES, screenOf } from '#shared/domain/screens.ts'
import { LAYOUT_PARTS } from '#src/app/layouts/layout.tsx'
import { BAR_ITEMS, NAV_ITEMS, currentMark, currentTool, TOOLS } from '#src/app/layouts/nav-items.ts'
import { shellStates } from '#src/app/layouts/state-chip.tsx'

const SCREENS_WITHOUT_MARK: readonly RouteName[] = [
  'login',
  'signup',
  'support',
  'demoCrop',
  'paySuccess',
  'payCancel',
  'resource',
  'resourceDetail',
  'privacy',
  'terms',
  'operator',
  'operatorPart',
  'videoDetail',
]

describe('navigation', () => {
  test('every screen is marked, except some on purpose', () => {
    const unmarkedScreens = (Object.keys(ROUTES) as RouteName[]).filter((name) => screenOf(name).mark === undefined)
    expect(unmarkedScreens).toEqual(SCREENS_WITHOUT_MARK)
    expect(screenOf(undefined).mark).toBeUndefined()
  })

  test.each([
    ['home', 'home', 'page'],
    ['landing', 'home', 'true'],
    ['effectDetail', 'effects', 'true'],
    ['effects', 'effects', 'page'],
    ['startEnd', 'create', 'true'],
    ['templateDetail', 'create', 'true'],
    ['imageToVideo', 'create', 'page'],
    ['exploreDetail', 'explore', 'true'],
    ['creations', 'creations', 'page'],
  ] as const)('on %s the bottom bar marks %s alone', (screen, mark, value) => {
    const markedItems = BAR_ITEMS.filter((item) => currentMark(item, screen) !== undefined)
    expect(markedItems).toEqual([NAV_ITEMS[mark]])
    expect(currentMark(NAV_ITEMS[mark], screen)).toBe(value)
  })

  test('creating is in the middle of the bottom bar', () => {
    expect(BAR_ITEMS.map(({ mark }) => mark)).toEqual(['home', 'effects', 'create', 'explore', 'creations'])
  })

  test('each tool marks itself and the addresses below it', () => {
    expect(TOOLS.map((tool) => currentTool(tool, 'startEndDetail'))).toEqual([undefined, 'true', undefined])
    expect(TOOLS.map((tool) => currentTool(tool, 'templates'))).toEqual([undefined, undefined, 'page'])
  })
})

describe('layouts', () => {
  test('there are default, home, no-login, pure and tools, and none; only tools has the tool navigation', () => {
    expect(Object.keys(LAYOUT_PARTS).toSorted()).toEqual(['default', 'home', 'no-login', 'none', 'pure', 'tools'])
    const layoutsWithSwitch = Object.entries(LAYOUT_PARTS).filter(([, { hasToolSwitch }]) => hasToolSwitch)
    expect(layoutsWithSwitch.map(([name]) => name)).toEqual(['tools'])
  })
})

describe('the page about the app itself', () => {
  const normalState = { isOutdated: false, isSilent: false, storageProblem: null, isReached: true, hasNetwork: true }

  test('nothing in the normal state', () => {
    expect(shellStates(normalState)).toEqual([])
  })

  test('without a network the user is offline, with one the server is down', () => {
    expect(shellStates({ ...normalState, hasNetwork: false })).toEqual(['offline'])
    expect(shellStates({ ...normalState, isReached: false })).toEqual(['unreachable'])
    expect(shellStates({ ...normalState, isReached: false, hasNetwork: false })).toEqual(['offline'])
  })

  test('a message about unsaved work is first', () => {
    expect(shellStates({ ...normalState, isOutdated: true, isSilent: true, storageProblem: 'storage_full', isReached: false })).toEqual([
      'outdated',
      'storageFull',
      'unreachable',
    ])
    expect(shellStates({ ...normalState, isSilent: true, isReached: false })).toEqual(['silent', 'unreachable'])
    expect(shellStates({ ...normalState, storageProblem: 'storage_blocked' })).toEqual(['storageBlocked'])
    expect(shellStates({ ...normalState, storageProblem: 'storage_slow' })).toEqual(['storageSlow'])
  })
})
