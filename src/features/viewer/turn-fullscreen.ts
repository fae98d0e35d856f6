/** What an iPhone has instead: its player takes a video, and nothing else. */
type PhoneVideo = HTMLVideoElement & { readonly webkitEnterFullscreen?: () => void }

/** Whether this browser can fill the screen with a video. */
export function canFillScreen(): boolean {
  return hasOwnFullscreen() || 'webkitEnterFullscreen' in HTMLVideoElement.prototype
}

/** Fills the screen, or gives it back. Where only a video may do that, the video does. */
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
    // It refuses as long as it knows nothing of the file.
  }
}
