import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import type { ViewerCursor, ViewerCursorState } from './viewer-cursor.ts'
import type { ViewerCommand } from './viewer-keys.ts'
import { KeyList, useViewerKeys } from './use-viewer-keys.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openEditor } from '#src/editing/editor-state.ts'
import { useText, type Text } from '#src/i18n/i18n.ts'
import { useMotionAllowed } from '#src/browser/reduced-motion.ts'
import { viewerItemKey, viewerItemPath } from '#src/routing/open-viewer.ts'
import { IconButton } from '#src/design/button.tsx'
import { useMutations, withMutations } from '#src/creations/creation-mutations.ts'
import { useSnapshot } from '#src/store/state.ts'
import { templateLists } from '#src/gallery/template-lists.ts'
import { moveViewer } from '#src/routing/routes.ts'
import { itemTitle, stillNote, itemPrompt } from './item-texts.ts'
import { canFillScreen, toggleFullscreen } from './fullscreen.ts'
import { usePlayback } from './use-playback.ts'
import { useCreationEnd } from './use-creation-end.ts'
import { type ViewerPosition, ViewerSteps, ViewerBar } from './viewer-steps.tsx'
import { useSwipe } from './use-swipe.ts'
import { useViewerActions } from './use-viewer-actions.ts'
import barStyles from './viewer-bar.module.css'
import { isDeletable, viewerMedia } from './viewer-media.ts'
import { ViewerPanel } from './viewer-panel.tsx'
import { ViewerScreen } from './viewer-screen.tsx'
import styles from './viewer.module.css'
import { creationName, itemDescription } from '#shared/domain/item-head.ts'
import { shownItem } from '#src/creations/shown-item.ts'

interface ViewerItemViewProps extends ViewerPosition {
  readonly state: ViewerCursorState
  /** The item as it was when its list was made. */
  readonly listedItem: ViewerItem
}

export function ViewerItemView({ cursor, base, isHere, titleId, layer, onClose, state, listedItem }: ViewerItemViewProps) {
  const text = useText()
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const keyList = useRef<HTMLElement>(null)
  const [stepDirection, setStepDirection] = useState(1)
  const [hasPanel, setPanel] = useState(true)
  const item = useCurrentItem(listedItem)
  const itemKey = viewerItemKey(item)
  const media = viewerMedia(item)
  const title = itemTitle(item, text)
  const playsByItself = useMotionAllowed()
  const playback = usePlayback(video, media.videoUrl, playsByItself)
  const startEditing = () => {
    playback.pause()
    if (item.kind === 'media') openEditor(item.creation)
  }
  const actions = useViewerActions(
    item,
    (id) => {
      cursor.drop((other) => other.kind === 'media' && other.creation.id === id)
      onClose()
    },
    startEditing,
  )
  useItemAddress(item, base, isHere)
  useShownItem(item, text)
  useCreationEnd(cursor, listedItem)
  useRemovals(cursor, actions.busy === 'delete', onClose)
  usePreload(state.items[state.index + stepDirection], playsByItself)
  const step = (steps: number) => {
    setStepDirection(Math.sign(steps))
    cursor.step(steps)
  }
  const toggleFull = () => toggleFullscreen(frame.current, video.current)
  const commands: Readonly<Record<ViewerCommand | 'close', () => void>> = {
    previous: () => step(-1),
    next: () => step(1),
    close: onClose,
    play: playback.togglePlaying,
    fullscreen: toggleFull,
    download: () => actions.run('download'),
    delete: () => isDeletable(item) && actions.run('delete'),
    info: () => setPanel(!hasPanel),
    frameBack: () => playback.stepFrame(-1),
    frameOn: () => playback.stepFrame(1),
    keys: () => keyList.current?.togglePopover(),
  }
  useViewerKeys(layer, (command) => commands[command]())
  const swipe = useSwipe((direction) => commands[direction]())
  return (
    <>
      <ViewerBar onClose={onClose}>
        <ViewerSteps state={state} title={title} onStep={step} />
        <span className={barStyles['info']}>
          <IconButton icon="info" label={text('viewer.info')} aria-pressed={hasPanel} onClick={commands.info} />
        </span>
      </ViewerBar>
      <div className={styles['screen']} {...swipe}>
        <ViewerScreen
          itemKey={itemKey}
          media={media}
          label={text('viewer.videoLabel', { title })}
          stillNote={stillNote(item, text)}
          playback={playback}
          video={video}
          frame={frame}
          onFullscreen={canFillScreen() ? toggleFull : null}
          onClose={onClose}
        />
      </div>
      <div className={styles['panel']} data-hidden={!hasPanel || undefined}>
        <ViewerPanel item={item} titleId={titleId} actions={actions} onKeys={commands.keys} />
      </div>
      <KeyList list={keyList} />
    </>
  )
}

/** The current state of an item: a creation with its pending changes, or a gallery item with its newest video. */
function useCurrentItem(item: ViewerItem): ViewerItem {
  const localChanges = useMutations()
  const { explore, effects } = useSnapshot(templateLists)
  if (item.kind === 'media') {
    const [creation] = withMutations([item.creation], localChanges)
    return creation === undefined ? item : { ...item, creation }
  }
  const list = item.kind === 'effect' ? effects : explore
  const template = list.items.find(({ id }) => id === item.template.id)
  return template === undefined ? item : { ...item, template: template as typeof item.template }
}

/**
 * Removes items from the viewer that were deleted in any tab, but not while the viewer itself deletes one. `onNone` is called when
 * no item is left.
 */
function useRemovals(cursor: ViewerCursor, isDeleting: boolean, onNone: () => void): void {
  const localChanges = useMutations()
  useEffect(() => {
    if (isDeleting) return
    const hasItemsLeft = cursor.drop((item) => item.kind === 'media' && localChanges[item.creation.id]?.isRemoved?.value === true)
    if (!hasItemsLeft) onNone()
  }, [cursor, localChanges, isDeleting, onNone])
}

/** Sets the address of the shown item when the user steps to another item. Before the first step, the address stays as it is. */
function useItemAddress(item: ViewerItem, base: string, isHere: () => boolean): void {
  const key = viewerItemKey(item)
  const address = base + viewerItemPath(item)
  const lastKey = useRef(key)
  const changeAddress = useEffectEvent(() => isHere() && moveViewer(address))
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    changeAddress()
  }, [key])
}

/** Sets the document's title and head to the item while it is shown. */
function useShownItem(item: ViewerItem, text: Text): void {
  const prompt = itemPrompt(item)
  const isOwn = item.kind === 'media'
  const name = (isOwn ? creationName(prompt) : '') || itemTitle(item, text)
  const canonical = isOwn ? null : viewerItemPath(item)
  useEffect(() => {
    shownItem.head = { name, description: itemDescription(prompt), canonical }
    return () => {
      shownItem.head = null
    }
  }, [name, prompt, canonical])
}

/** Loads the next item in advance: its still picture, and the start of its video if videos may play. */
function usePreload(item: ViewerItem | undefined, withVideo: boolean): void {
  const { stillUrl, videoUrl } = item === undefined ? { stillUrl: null, videoUrl: null } : viewerMedia(item)
  useEffect(() => {
    if (stillUrl !== null) void decodePicture(stillUrl)
    if (videoUrl === null || !withVideo) return undefined
    const video = Object.assign(document.createElement('video'), { preload: 'metadata', muted: true, src: videoUrl })
    return () => {
      video.removeAttribute('src')
      video.load()
    }
  }, [stillUrl, videoUrl, withVideo])
}

/** Decodes a picture in advance, because decoding it when it is shown would delay a frame. */
async function decodePicture(url: string): Promise<void> {
  const image = Object.assign(new Image(), { src: url })
  await image.decode().catch(() => undefined)
}
