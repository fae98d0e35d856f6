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

/**
 * A button that opens the file picker or, with `isCamera`, the camera if the device has one. Files are checked later by their
 * content, not their name.
 */
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
