import { keyHint } from '../key-help/key-words.ts'
import type { Table } from '../table.ts'
import { useReaderMode, toggleReader } from './reader-mode.ts'

/** Shows that the mode is on and turns it off, in case it was switched on by mistake. */
export function ReaderSwitch({ table }: { table: Table }) {
  if (!useReaderMode()) return null
  return (
    <button
      type="button"
      onClick={() => toggleReader(table)}
      title={keyHint('screen-reader')}
      className="h-7 rounded-control border border-primary bg-(--primary-wash) px-2 text-label font-medium text-ink coarse:h-11"
    >
      화면 낭독기 모드 끄기
    </button>
  )
}
