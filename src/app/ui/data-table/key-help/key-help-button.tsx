import { Keyboard } from 'lucide-react'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import type { Table } from '../table.ts'
import { openKeyHelp } from './open-key-help.ts'

/** Opens the sheet of keys by mouse, where the paging bar has room for it: below that it would cost the bar a second line, and F1 is there. */
export function KeyHelpButton({ table }: { table: Table }) {
  return (
    <IconButton
      label="단축키 (F1)"
      icon={<Keyboard size={18} strokeWidth={1.5} aria-hidden />}
      onClick={() => openKeyHelp(table)}
      className="@max-5xl/paging:hidden"
    />
  )
}
