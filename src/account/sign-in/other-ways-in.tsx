import type { ReactElement } from 'react'
import { Suspense } from 'react'
import { enterAs } from '../session/session.ts'
import { noteRefusal } from '../session/note-refusal.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'

const GoogleSignIn = lazyPart([], async () => (await import('../google/google-sign-in.tsx')).GoogleSignIn)

/** What stands below the e-mail where one logs in. */
export function OtherWaysIn(): ReactElement {
  return (
    <Suspense>
      <GoogleSignIn onLoggedIn={enterAs} onRefused={noteRefusal} />
    </Suspense>
  )
}
