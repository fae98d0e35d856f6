import type { ReactElement } from 'react'
import { Suspense } from 'react'
import { enterAs } from '#src/features/account/session/enter-as.ts'
import { noteRefusal } from '#src/features/account/session/note-refusal.ts'
import { lazyPart } from '#src/lib/lazy-part.ts'

const GoogleSignIn = lazyPart([], async () => (await import('#src/features/google/google-sign-in.tsx')).GoogleSignIn)

/** What stands below the e-mail where one logs in. */
export function OtherWaysIn(): ReactElement {
  return (
    <Suspense>
      <GoogleSignIn onLoggedIn={enterAs} onRefused={noteRefusal} />
    </Suspense>
  )
}
