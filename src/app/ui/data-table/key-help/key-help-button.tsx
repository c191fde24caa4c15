import { Keyboard } from 'lucide-react'
import { IconButton } from '../../icon-button.tsx'
import type { Table } from '../table.ts'
import { openKeyHelp } from './open-key-help.ts'

/** Opens the sheet of keys by mouse. Not for phones: they have no keys. */
export function KeyHelpButton({ table }: { table: Table }) {
  return (
    <IconButton
      label="단축키 (F1)"
      icon={<Keyboard size={18} strokeWidth={1.5} aria-hidden />}
      onClick={() => openKeyHelp(table)}
      className="max-sm:hidden"
    />
  )
}
