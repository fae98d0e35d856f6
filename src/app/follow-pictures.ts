import { hubState } from '#src/platform/hub-state.ts'
import { subscribe } from '#src/platform/state.ts'

const GONE = 'data-gone'

/** A picture that can't be had shows nothing rather than the browser's sign for a loss; it is asked for again once the connection is back. */
export function followPictures(): () => void {
  let { isOnline } = hubState.connection
  const mark = ({ target, type }: Event) => {
    if (target instanceof HTMLImageElement) target.toggleAttribute(GONE, type === 'error')
  }
  for (const picture of document.images)
    picture.toggleAttribute(GONE, picture.complete && picture.currentSrc !== '' && picture.naturalWidth === 0)
  document.addEventListener('error', mark, true)
  document.addEventListener('load', mark, true)
  const stop = subscribe(hubState, () => {
    const isBack = hubState.connection.isOnline && !isOnline
    isOnline = hubState.connection.isOnline
    if (isBack) for (const picture of document.querySelectorAll<HTMLImageElement>(`img[${GONE}]`)) askAgain(picture)
  })
  return () => {
    stop()
    document.removeEventListener('error', mark, true)
    document.removeEventListener('load', mark, true)
  }
}

function askAgain(picture: HTMLImageElement): void {
  picture.setAttribute('src', picture.getAttribute('src') ?? '')
}
