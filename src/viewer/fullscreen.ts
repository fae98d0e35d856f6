/** The iPhone's fullscreen API, on video elements only. */
type PhoneVideo = HTMLVideoElement & { readonly webkitEnterFullscreen?: () => void }

export function canFillScreen(): boolean {
  return hasOwnFullscreen() || 'webkitEnterFullscreen' in HTMLVideoElement.prototype
}

/** Toggles fullscreen, on the video if the browser supports only that. */
export function turnFullscreen(frame: HTMLElement | null, video: HTMLVideoElement | null): void {
  if (hasOwnFullscreen()) turnFrame(frame)
  else enterPlayer(video)
}

function hasOwnFullscreen(): boolean {
  return 'fullscreenEnabled' in document && document.fullscreenEnabled
}

function turnFrame(frame: HTMLElement | null): void {
  const turn = document.fullscreenElement === null ? frame?.requestFullscreen() : document.exitFullscreen()
  void turn?.catch(() => undefined)
}

function enterPlayer(video: PhoneVideo | null): void {
  try {
    video?.webkitEnterFullscreen?.()
  } catch {
    // It throws before the file's metadata is loaded.
  }
}
