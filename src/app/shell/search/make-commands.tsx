import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { CollectionName } from '#contract/books/collections.ts'
import { useRecordMaker } from '#app/records/form/make-record.ts'
import { useHeldCollections } from '#app/records/held/use-held.ts'
import type { Command } from './command.ts'
import { leadOf } from './record-lines.tsx'

/** Books whose own form is the general one: it opens over any screen. Deposit cases have a form of their own, with the land they are about. */
const made = [
  { to: 'real-estate', label: '등기 사건 추가', words: ['새 사건', '신규 사건'] },
  { to: 'addresses', label: '주소 추가', words: ['새 주소', '신규 주소'] },
] as const satisfies readonly { to: CollectionName; label: string; words: readonly string[] }[]

/** New records from anywhere; what was made opens beside its list. */
export function useMakeCommands(): Command[] {
  const make = useRecordMaker()
  const navigate = useNavigate()
  const held = useHeldCollections()
  async function makeAndOpen(to: CollectionName) {
    const record = await make({ to, start: {} })
    if (record) await navigate(leadOf(to, { open: record.id }))
  }
  // Of a book that is not on this device nobody could say whether the record is there already.
  return made
    .filter(({ to }) => held.has(to))
    .map(({ to, label, words }) => ({
      ...{ label, words },
      icon: <Plus size={16} strokeWidth={1.5} aria-hidden />,
      does: () => void makeAndOpen(to),
    }))
}
