import { useRef } from 'react'
import type { ButtonVariant } from './button-class.ts'
import type { IconName } from './icon.tsx'
import { Button } from './button.tsx'

interface FileButtonProps {
  readonly label: string
  readonly icon: IconName
  readonly variant?: ButtonVariant
  readonly size?: 'm' | 'l'
  readonly isCamera?: boolean
  readonly accept?: string
  readonly onFile: (file: File) => void
}

/** Opens the file picker, or the camera on devices that have one. The content of files is checked later, not their names. */
export function FileButton({ label, icon, variant = 'quiet', size = 'm', isCamera = false, accept = 'image/*', onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant={variant} size={size} icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        {...(isCamera ? { capture: 'environment' as const } : {})}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}
