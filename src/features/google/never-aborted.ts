export const NEVER_ABORTED = new AbortController().signal
