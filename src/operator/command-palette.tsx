/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- no HTML tag is a list whose options are selected from a text field */
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import { Dialog } from '#src/design/dialog.tsx'
import { TextField } from '#src/design/text-field.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { isLayerOpen } from '#src/design/open-modal.ts'
import { useSnapshot } from '#src/store/state.ts'
import { type ConsoleAct, askAct, consoleState } from './console-acts.tsx'
import styles from './command-palette.module.css'
import { CONSOLE_SCREENS, consolePath } from './console-parts.tsx'

interface Command {
  readonly id: string
  readonly label: string
  readonly run: () => void
}

/** Calls `onOpen` on Ctrl+K or Cmd+K, unless another dialog is open. */
export function usePaletteKey(onOpen: () => void): void {
  useEffect(() => {
    const openOnShortcut = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isShortcut) return
      event.preventDefault()
      if (!isLayerOpen()) onOpen()
    }
    document.addEventListener('keydown', openOnShortcut)
    return () => document.removeEventListener('keydown', openOnShortcut)
  }, [onOpen])
}

/** A dialog with one command for each screen and for each act of the current screen. The text that the operator types filters the list. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const id = useId()
  const [typedText, setTypedText] = useState('')
  const [chosenIndex, setChosenIndex] = useState(0)
  const commands = useCommands().filter(({ label }) => label.toLowerCase().includes(typedText.trim().toLowerCase()))
  const selectedIndex = Math.min(chosenIndex, commands.length - 1)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[selectedIndex]?.scrollIntoView({ block: 'nearest' })
  }, [selectedIndex])
  // Focuses the field after the dialog has opened, because the dialog moves the focus itself.
  useEffect(() => {
    document.getElementById(`${id}-field`)?.focus()
  }, [id])
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const moveOrRun = (event: React.KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) run(commands[selectedIndex])
    else setChosenIndex((selectedIndex + step + commands.length) % Math.max(1, commands.length))
  }
  return (
    <Dialog title={text('operator.palette')} closeLabel={text('dialog.close')} onClose={onClose}>
      <TextField
        label={text('operator.palette.field')}
        icon="search"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={commands.length === 0 ? undefined : `${id}-${selectedIndex}`}
        autoComplete="off"
        spellCheck={false}
        id={`${id}-field`}
        value={typedText}
        onKeyDown={moveOrRun}
        onValue={(value) => {
          setTypedText(value)
          setChosenIndex(0)
        }}
      />
      <ul ref={list} id={id} role="listbox" aria-label={text('operator.palette')} className={styles['list']}>
        {commands.map((command, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field handles the keys
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === selectedIndex}
            className={styles['command']}
            onClick={() => run(command)}
          >
            {command.label}
          </li>
        ))}
      </ul>
      {commands.length === 0 && <output className={styles['none']}>{text('operator.palette.none')}</output>}
      <dl className={styles['keys']} aria-label={text('operator.keys')}>
        {KEYS.map((key) => (
          <div key={key}>
            <dt>{text(`operator.key.${key}`)}</dt>
            <dd>{text(`operator.key.${key}.does`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const KEYS = ['open', 'move', 'run', 'close'] as const

function useCommands(): readonly Command[] {
  const text = useText()
  const [, navigate] = useLocation()
  const { acts } = useSnapshot(consoleState) as { readonly acts: readonly ConsoleAct[] }
  const screenCommands = CONSOLE_SCREENS.map((name) => ({
    id: name,
    label: text('operator.goTo', { screen: text(`operator.${name}`) }),
    run: () => navigate(consolePath(name)),
  }))
  // An act's dialog opens after the palette has closed, because the palette restores the focus when it closes.
  return [...acts.map((act) => ({ id: act.id, label: act.title, run: () => askAct(act) })), ...screenCommands]
}
