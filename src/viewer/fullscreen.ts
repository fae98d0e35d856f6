/** The fullscreen function of the iPhone. It exists on video elements only. */
type PhoneVideo = HTMLVideoElement & { readonly webkitEnterFullscreen?: () => void }

export function canFillScreen(): boolean {
  return hasOwnFullscreen() || 'webkitEnterFullscreen' in HTMLVideoElement.prototype
}

/** Toggles fullscreen. If the browser can show only videos in fullscreen, it opens the video. */
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
    // `webkitEnterFullscreen` throws before the video's metadata is loaded.
  }
}
