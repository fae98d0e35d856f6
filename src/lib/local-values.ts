/** localStorage that may be blocked: then nothing is found and nothing is kept. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether nothing is kept here, in cookies neither: nobody was here before. */
export function knowsNothing(): boolean {
  try {
    return document.cookie === '' && localStorage.length === 0
  } catch {
    return true
  }
}

export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows may refuse; the value then lives as long as the page.
  }
}

export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept where nothing may be removed.
  }
}
