import { describe, expect, test, vi } from 'vitest'
import { parsePreference, preferences, setPreference } from '#src/lib/preferences.ts'
import { themeOf } from '#src/lib/theme-of.ts'

describe('preferences', () => {
  test.each([null, '', '{', '"neon"', '7', 'null'])('%s in storage becomes the default', (stored) => {
    expect(parsePreference('colorMode', stored)).toBe('system')
  })

  test('a stored value is kept', () => {
    expect(parsePreference('colorMode', '"light"')).toBe('light')
    expect(parsePreference('componentLocale', null)).toBe('zh-CN')
  })

  test('a locale is any short text', () => {
    expect(parsePreference('componentLocale', '"ug-CN"')).toBe('ug-CN')
    for (const stored of ['"far too long"', '7', '["zh"]']) expect(parsePreference('componentLocale', stored)).toBe('zh-CN')
  })

  test('a value is set even where storage is blocked', () => {
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new Error('blocked')
      },
    })
    setPreference('colorMode', 'light')
    expect(preferences.colorMode).toBe('light')
    vi.unstubAllGlobals()
  })

  test('dark when unset or system, unless the screen forces a theme', () => {
    expect(themeOf('system')).toBe('dark')
    expect(themeOf('light')).toBe('light')
    expect(themeOf('light', 'dark')).toBe('dark')
  })
})
