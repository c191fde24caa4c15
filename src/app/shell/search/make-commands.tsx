import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { CollectionName } from '#contract/books/collections.ts'
import { useRecordMaker } from '#app/records/form/make-record.ts'
import { useCopiedCollections } from '#app/records/held/use-copied.ts'
import type { Command } from './command.ts'
import { leadOf } from './record-lines.tsx'

/**
 * Books with the general form, which opens over any screen. Deposit cases have their own form
 * together with their land.
 */
const createCommands = [
  { to: 'real-estate', label: '등기 사건 추가', words: ['새 사건', '신규 사건'] },
  { to: 'addresses', label: '주소 추가', words: ['새 주소', '신규 주소'] },
  { to: 'real-estate-groups', label: '등기 사업구간 추가', words: ['새 단지', '새 현장'] },
  { to: 'banks', label: '은행 추가', words: ['새 은행'] },
  { to: 'companies', label: '회사 추가', words: ['새 회사', '거래처 추가'], staysInList: true },
  { to: 'departments', label: '부서 추가', words: ['새 부서'], staysInList: true },
  { to: 'managers', label: '관리자 추가', words: ['새 관리자', '담당자 추가'], staysInList: true },
  { to: 'projects', label: '공탁 사업구간 추가', words: ['새 사업구간'], staysInList: true },
] as const satisfies readonly Made[]

interface Made {
  readonly to: CollectionName
  readonly label: string
  readonly words: readonly string[]
  /**
   * The list stays as it is: opening the new record would only show the form that was just filled
   * in.
   */
  readonly staysInList?: true
}

/** Creates records from anywhere. The new record opens next to its list, or only its list opens. */
export function useMakeCommands(): Command[] {
  const make = useRecordMaker()
  const navigate = useNavigate()
  const held = useCopiedCollections()
  async function makeAndOpen({ to, staysInList }: Made) {
    const record = await make({ to, start: {} })
    if (record) await navigate(leadOf(to, staysInList ? {} : { open: record.id }))
  }
  // Without the book on this device, no one could tell whether the record already exists.
  return createCommands
    .filter(({ to }) => held.has(to))
    .map((book: Made) => ({
      label: book.label,
      words: book.words,
      icon: <Plus size={16} strokeWidth={1.5} aria-hidden />,
      does: () => void makeAndOpen(book),
    }))
}
