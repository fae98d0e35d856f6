import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '#src/i18n/i18n.ts'
import { screenHash, screenPath, useLocationProperty } from '#src/routing/routes.ts'
import { followCurrentGroup } from './follow-current-group.ts'
import type { SettingsGroupId } from './settings-group-ids.ts'
import { releaseRemoved, showHeading, showLinkedHeading, showTop } from './show-heading.ts'
import styles from './settings-groups.module.css'

interface SettingsGroupsProps {
  readonly ids: readonly SettingsGroupId[]
  /** A note above the groups. */
  readonly note: React.ReactNode
  /** Renders the sections of a group. */
  readonly children: (id: SettingsGroupId) => React.ReactNode
}

/** The groups of the settings, with links to them: beside them on a desktop, above them on a phone. */
export function SettingsGroups({ ids, note, children }: SettingsGroupsProps) {
  const list = useRef<HTMLDivElement>(null)
  useHeadingOfAddress()
  return (
    <div className={styles['settings']}>
      <GroupLinks ids={ids} currentId={useCurrentGroup(ids, list)} />
      <div className={styles['content']}>
        {note}
        <GroupList ids={ids} list={list}>
          {children}
        </GroupList>
      </div>
    </div>
  )
}

/** The current group. It is known before the first paint, because the heading that the address names has the focus by then. */
function useCurrentGroup(ids: readonly SettingsGroupId[], list: React.RefObject<HTMLElement | null>): SettingsGroupId | undefined {
  const [currentId, setCurrentId] = useState(ids[0])
  useLayoutEffect(() => {
    const groups = [...(list.current?.children ?? [])]
    const endElement = groups.pop()
    return endElement && followCurrentGroup(groups, endElement, (group) => setCurrentId(ids[groups.indexOf(group)]))
  }, [ids, list])
  return currentId
}

interface GroupListProps extends Pick<SettingsGroupsProps, 'ids' | 'children'> {
  /** Its children are the groups, and an element that marks their end. */
  readonly list: React.RefObject<HTMLDivElement | null>
}

/** The groups with their sections. They are not rendered again when the current group changes. */
const GroupList = memo(function GroupList({ ids, list, children }: GroupListProps) {
  const text = useText()
  return (
    <div ref={list} className={styles['groups']}>
      {ids.map((id) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} ref={showLinkedHeading} tabIndex={-1} className={styles['title']}>
            {text(`account.settings.group.${id}`)}
          </h2>
          <div className={styles['sections']}>{children(id)}</div>
        </section>
      ))}
      <div aria-hidden="true" />
    </div>
  )
})

interface GroupLinksProps {
  readonly ids: readonly SettingsGroupId[]
  readonly currentId: SettingsGroupId | undefined
}

function GroupLinks({ ids, currentId }: GroupLinksProps) {
  const text = useText()
  const links = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => scrollToLink(links.current, currentId), [currentId])
  return (
    <nav className={styles['nav']} aria-label={text('account.settings.groups')}>
      <ul ref={links} className={styles['links']}>
        {ids.map((id) => (
          <li key={id}>
            <a href={`#${id}`} className={styles['link']} aria-current={id === currentId ? 'true' : undefined}>
              {text(`account.settings.group.${id}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the row of links so that the current one is in its middle. The window does not scroll. */
function scrollToLink(links: HTMLElement | null, id: SettingsGroupId | undefined): void {
  const link = links?.querySelector(`[href="#${id}"]`)?.getBoundingClientRect()
  if (links === null || link === undefined) return
  const row = links.getBoundingClientRect()
  links.scrollBy({ left: link.left + link.width / 2 - (row.left + row.width / 2) })
}

/** Shows the heading that the address names when the address changes: after a press, "back" or "forward". */
function useHeadingOfAddress(): void {
  const [path] = useState(() => screenPath())
  const hash = useLocationProperty(screenHash, screenHash)
  const shownHash = useRef(hash)
  useEffect(() => {
    // The address of the next screen changes before that screen is shown.
    if (hash === shownHash.current || screenPath() !== path) return
    shownHash.current = hash
    const heading = document.getElementById(hash.slice(1))
    if (heading !== null) showHeading(heading)
    else if (hash === '') showTop()
  }, [hash, path])
  useEffect(() => releaseRemoved, [])
}
