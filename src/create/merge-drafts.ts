import type { Draft } from '#shared/storage/draft-record.ts'

type Settings = Draft['settings']
type Setting = keyof Settings
type Picture = Draft['pictures'][number]

/**
 * Merges a form's changes from two tabs: each field as the tab that changed it wrote it. `known` is what this tab has
 * written last and read since.
 */
export function mergeDraft(known: readonly Draft[], mine: Draft, stored: Draft): Draft {
  const pictures = mine.pictures.map((picture, place) => {
    const isMine = known.every(({ pictures }) => pictureKey(picture) !== pictureKey(pictures[place]))
    return (isMine ? picture : stored.pictures[place]) ?? null
  })
  return {
    owner: mine.owner,
    settings: mergeSettings(
      known.map(({ settings }) => settings),
      mine.settings,
      stored.settings,
    ),
    pictures,
  }
}

export function mergeSettings(known: readonly Settings[], mine: Settings, stored: Settings): Settings {
  const names = new Set([...Object.keys(mine), ...Object.keys(stored)] as Setting[])
  const merged = [...names].map((setting) => {
    const decisive = setting === 'templateName' ? 'templateId' : setting
    const isMine = known.every((settings) => JSON.stringify(mine[decisive]) !== JSON.stringify(settings[decisive]))
    return [setting, (isMine ? mine : stored)[setting]]
  })
  return Object.fromEntries(merged)
}

/** Equal for two pictures that are prepared from the same source in the same way. */
export function pictureKey(picture: Picture | undefined): string {
  return picture ? JSON.stringify([picture.sourceId, picture.image.sha256, picture.wish]) : ''
}
