import { useEffect, useMemo, useState } from 'react'
import { openRecords } from '#shared/browser/record-store.ts'
import { findEffect } from '#motion/effects/effects.ts'
import { draftRecord } from '#shared/storage/draft-record.ts'
import { DRAFT_DATABASE, DRAFT_KEYS, draftKey } from '#shared/storage/records.ts'
import { type StripPicture, stripStyle, useFilmStrips } from '#src/motion/use-film-strips.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'
import { useText } from '#src/i18n/i18n.ts'
import styles from './own-sketch.module.css'

const drafts = openRecords(DRAFT_DATABASE)

/** Shows an effect on the user's last picture, over the playing tile. Renders nothing if the user has no picture. */
export function OwnSketch({ effectId }: { readonly effectId: string }) {
  const text = useText()
  const picture = useLastPicture()
  const stripRequests = useMemo(
    () => new Map(findEffect(effectId) === null ? [] : [[effectId, { kind: 'effect', effectId } as const]]),
    [effectId],
  )
  const strip = useFilmStrips(picture, stripRequests).get(effectId)
  if (strip === undefined) return null
  return (
    <span className={styles['sketch']}>
      <span className={styles['strip']} data-moving style={stripStyle(strip)} />
      <span className={styles['label']}>{text('gallery.yours')}</span>
    </span>
  )
}

function useLastPicture(): StripPicture | null {
  const [picture, setPicture] = useState<StripPicture | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const loadPicture = async () => {
      const lastPicture = await readLastPicture()
      if (!isUnmounted) setPicture(lastPicture)
    }
    void loadPicture()
    return () => {
      isUnmounted = true
    }
  }, [])
  return picture
}

/** The first picture of the user's stored draft of the effect form, else of another form; null if no draft has a picture. */
async function readLastPicture(): Promise<StripPicture | null> {
  const owner = storedBusinessUserId()
  for (const form of [DRAFT_KEYS.TEMPLATE, DRAFT_KEYS.CUSTOM, DRAFT_KEYS.HEAD_TAIL]) {
    const draft = await drafts.read(draftKey(form, owner), draftRecord)
    const image = draft?.owner === owner ? draft.pictures[0]?.image : undefined
    if (image === undefined) continue
    const { sha256, width, height, blob } = image
    return { key: sha256, width, height, load: () => blob }
  }
  return null
}
