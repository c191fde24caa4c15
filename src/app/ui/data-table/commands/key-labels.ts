import type { Table } from '../table.ts'
import { type CommandId, commands } from './key-commands.ts'
import { isTouch } from './last-pointer.ts'

/** A chord as printed on the keyboard; on a Mac with ⌘ ⇧ ⌥ in Apple's order. */
export function formatKey(chord: string, isMac: boolean): string {
  const keys = chord.split('+')
  const key = keys.at(-1) ?? ''
  const modifiers = new Set(keys.slice(0, -1))
  const cap = caps[key] ?? key
  if (!isMac) {
    return [...['Ctrl', 'Shift', 'Alt'].filter((modifier) => modifiers.has(modifier)), cap].join('+')
  }
  // macOS uses ⌘Space and ⌘Tab itself; the table also accepts Control.
  const command = key === 'Space' ? '⌃' : '⌘'
  return [
    modifiers.has('Alt') ? '⌥' : '',
    modifiers.has('Shift') ? '⇧' : '',
    modifiers.has('Ctrl') ? command : '',
    macCaps[key] ?? cap,
  ].join('')
}

/** The key of a command for menus and tooltips; empty when it has none. */
export function getKeyHint(id: CommandId, isMac = isApplePlatform()): string {
  const all = [...commands.ready, ...commands.header, ...commands.frame]
  const chord = all.find((command) => command.id === id)?.keys[0]
  return chord === undefined ? '' : formatKey(chord, isMac)
}

/** The same for menus; empty for touch users, who have no keys. */
export function getMenuHint(id: CommandId): string {
  return isTouch() ? '' : getKeyHint(id)
}

export function isApplePlatform(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

const caps: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
  ContextMenu: '메뉴 키',
}

/** The Mac's delete key is Backspace; Delete needs fn. */
const macCaps: Readonly<Record<string, string>> = { Backspace: '⌫', Delete: 'fn⌫' }

/** Handles F1. An open editor stays open behind the dialog (cell-input-events.ts). */
export function openKeyHelp(table: Table): boolean {
  table.prompt = { type: 'keys' }
  table.signals.emit('ask')
  return true
}
