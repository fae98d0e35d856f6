import { useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { Dialog } from '#src/design/dialog.tsx'
import { closeLogin, loginState } from '../login-dialog-state.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'

export function LoginDialog() {
  const text = useText()
  const { reason } = useSnapshot(loginState)
  const signIn = useSignIn('login', () => closeLogin(true))
  return (
    <Dialog title={text(`account.title.${signIn.flow.step}`)} closeLabel={text('dialog.close')} onClose={() => closeLogin(false)}>
      <SignInForm signIn={signIn} reason={reason} />
    </Dialog>
  )
}
